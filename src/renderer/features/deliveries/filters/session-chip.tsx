import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { Chip } from '#renderer/ui/chip.tsx'
import { Popover } from '#renderer/ui/popover.tsx'
import type { DeliveryFilters } from './delivery-filter-model.ts'
import { Phrase } from './phrase.tsx'

type Props = {
  readonly session: DeliveryFilters['session']
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onChange: (session: DeliveryFilters['session']) => void
}

export function SessionChip({ session, open, onOpenChange, onChange }: Props) {
  const { t } = useTranslation('deliveries')
  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Chip set={session !== null} onClear={() => onChange(null)}>
          <Phrase
            name={t('filter.session')}
            is={t('filter.sessionIs')}
            values={session === null ? [] : [session.name === '' ? t('unnamed') : session.name]}
          />
        </Chip>
      }
    >
      <SessionPicker
        onPick={(picked) => {
          onChange(picked)
          onOpenChange(false)
        }}
      />
    </Popover>
  )
}

const SHOWN = 30

function SessionPicker({
  onPick,
}: {
  readonly onPick: (session: { readonly id: string; readonly name: string }) => void
}) {
  const { t } = useTranslation('deliveries')
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const found = useRouteQuery(
    'sessions.list',
    { filter: name === '' ? {} : { name }, limit: SHOWN },
    { holdLast: true },
  )
  const [marked, setMarked] = useState('')
  const ids = found.data?.rows.map(({ id }) => id) ?? []
  // Rows come later than what was typed: Enter takes the marked one while it is there, else the first.
  const value = ids.includes(marked) ? marked : (ids[0] ?? '')
  return (
    <Command
      className="dlv-picker"
      shouldFilter={false}
      label={t('filter.pickSession')}
      vimBindings={false}
      value={value}
      onValueChange={setMarked}
    >
      <span className="field">
        <Search size={14} strokeWidth={1.7} aria-hidden />
        <Command.Input value={typed} onValueChange={setTyped} placeholder={t('filter.pickSession')} maxLength={255} />
      </span>
      <Command.List>
        {found.data?.rows.map((row) => (
          <Command.Item
            key={row.id}
            value={row.id}
            className="row"
            onSelect={() => onPick({ id: row.id, name: row.name })}
          >
            <AgentTile name={row.agentName ?? ''} emoji={row.agentEmoji} size={16} />
            <span className="trunc">{row.name === '' ? t('unnamed') : row.name}</span>
            <span className="end trunc">{row.agentName ?? ''}</span>
          </Command.Item>
        ))}
        {found.data !== undefined && found.data.rows.length === 0 ? (
          <p className="none">{t('filter.noSession')}</p>
        ) : null}
        {found.isError ? <p className="none t-fail">{t('error.sessions')}</p> : null}
      </Command.List>
    </Command>
  )
}
