import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deliveryKindSchema, deliveryStatusSchema, outcomeSchema } from '#shared/delivery.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { Chip } from '#renderer/ui/chip.tsx'
import { Menu } from '#renderer/ui/menu.tsx'
import { useShortcut } from '#renderer/ui/use-shortcut.ts'
import { useDeliveriesUi } from '../deliveries-ui.ts'
import { DatesChip } from './dates-chip.tsx'
import { type Direction, toggled } from './delivery-filter-model.ts'
import { Phrase } from './phrase.tsx'
import { SessionChip } from './session-chip.tsx'
import { TextFilter } from './text-filter.tsx'

const kinds = deliveryKindSchema.options
const statuses = deliveryStatusSchema.options
const outcomes = outcomeSchema.options
const directions: readonly Direction[] = ['outgoing', 'incoming']

/** What the table is narrowed to: each part a phrase that can be changed or taken off. */
export function FilterBar({ count }: { readonly count: string }) {
  const { t } = useTranslation('deliveries')
  const { filters, setFilters } = useDeliveriesUi()
  const live = useRouteQuery('agents.list', {}).data
  const deleted = useRouteQuery('agents.list', { deleted: true }).data
  const [picking, setPicking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useShortcut({ keys: '/', label: t('shortcut.search'), group: t('title'), run: () => field.current?.focus() })

  const agents = [...(live ?? []), ...(deleted ?? [])]
  const chosen = agents.filter(({ id }) => filters.agentIds.includes(id))
  const agentIds = agents.map(({ id }) => id)
  return (
    <div className="dlv-filters" role="search" aria-label={t('filter.label')}>
      <TextFilter ref={field} value={filters.text} onChange={(text) => setFilters({ text })} />
      <DatesChip dates={filters.dates} onChange={(dates) => setFilters({ dates })} />
      <Menu
        entries={agents.map(({ id, name, emoji }) => ({
          kind: 'check',
          key: id,
          label: (
            <>
              <AgentTile name={name} emoji={emoji} size={16} />
              <span className="trunc">{name}</span>
            </>
          ),
          checked: filters.agentIds.includes(id),
          onSelect: () => setFilters({ agentIds: toggled(filters.agentIds, id, agentIds) }),
        }))}
      >
        <Chip set={filters.agentIds.length > 0} onClear={() => setFilters({ agentIds: [] })}>
          <Phrase name={t('filter.agent')} is={t('filter.agentIs')} values={chosen.map(({ name }) => name)} />
        </Chip>
      </Menu>
      <Menu
        entries={kinds.map((kind) => ({
          kind: 'check',
          key: kind,
          label: t(`kind.${kind}`),
          checked: filters.kind === kind,
          onSelect: (checked) => setFilters({ kind: checked ? kind : null }),
        }))}
      >
        <Chip set={filters.kind !== null} onClear={() => setFilters({ kind: null })}>
          <Phrase
            name={t('filter.kind')}
            is={t('filter.kindIs')}
            values={filters.kind === null ? [] : [t(`kind.${filters.kind}`)]}
          />
        </Chip>
      </Menu>
      <Menu
        entries={statuses.map((status) => ({
          kind: 'check',
          key: status,
          label: t(`state.${status}`),
          checked: filters.statuses.includes(status),
          onSelect: () => setFilters({ statuses: toggled(filters.statuses, status, statuses) }),
        }))}
      >
        <Chip set={filters.statuses.length > 0} onClear={() => setFilters({ statuses: [] })}>
          <Phrase
            name={t('filter.status')}
            is={t('filter.statusIs')}
            values={filters.statuses.map((status) => t(`state.${status}`))}
          />
        </Chip>
      </Menu>
      <Menu
        entries={outcomes.map((outcome) => ({
          kind: 'check',
          key: outcome,
          label: t(`outcome.${outcome}`),
          checked: filters.outcomes.includes(outcome),
          onSelect: () => setFilters({ outcomes: toggled(filters.outcomes, outcome, outcomes) }),
        }))}
      >
        <Chip set={filters.outcomes.length > 0} onClear={() => setFilters({ outcomes: [] })}>
          <Phrase
            name={t('filter.outcome')}
            is={t('filter.outcomeIs')}
            values={filters.outcomes.map((outcome) => t(`outcome.${outcome}`))}
          />
        </Chip>
      </Menu>
      <SessionChip
        session={filters.session}
        open={picking}
        onOpenChange={(open) => {
          setPicking(open)
          // A direction is seen from a session: left without one, it would say nothing. Picking one closes this too.
          if (!open && useDeliveriesUi.getState().filters.session === null) setFilters({ direction: null })
        }}
        onChange={(session) => setFilters(session === null ? { session: null, direction: null } : { session })}
      />
      <Menu
        entries={directions.map((direction) => ({
          kind: 'check',
          key: direction,
          label: t(`filter.${direction}`),
          checked: filters.direction === direction,
          onSelect: (checked) => {
            setFilters({ direction: checked ? direction : null })
            if (checked && filters.session === null) setPicking(true)
          },
        }))}
      >
        <Chip
          set={filters.session !== null && filters.direction !== null}
          onClear={() => setFilters({ direction: null })}
        >
          <Phrase
            name={t('filter.direction')}
            is={t('filter.only')}
            values={
              filters.session === null || filters.direction === null ? [] : [t(`filter.what.${filters.direction}`)]
            }
          />
        </Chip>
      </Menu>
      <span className="grow" />
      <span className="dim3 small num nowrap" role="status">
        {count}
      </span>
    </div>
  )
}
