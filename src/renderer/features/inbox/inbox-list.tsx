import { ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#shared/approval.ts'
import { hrefOf } from '#renderer/app/router.ts'
import { VirtualList } from '#renderer/ui/virtual-list.tsx'
import { AskRow, WasRow } from './approval-rows.tsx'

type GroupEntry = {
  readonly kind: 'group'
  readonly key: string
  readonly name: 'waiting' | 'leftOver' | 'answeredToday'
  readonly count: number
}
type InboxEntry = GroupEntry | { readonly kind: 'open' | 'was'; readonly key: string; readonly approval: Approval }

type Props = {
  readonly waiting: readonly Approval[]
  readonly leftOver: readonly Approval[]
  readonly today: readonly Approval[]
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

const heights = { group: 36, open: 54, was: 30 } as const

/** Open approvals, those left over, and what was answered today. */
export function InboxList({ waiting, leftOver, today, chosen, onChoose }: Props) {
  const { t } = useTranslation('inbox')
  const entries = useMemo(() => {
    const part = (
      name: 'waiting' | 'leftOver' | 'answeredToday',
      kind: 'open' | 'was',
      approvals: readonly Approval[],
    ): InboxEntry[] =>
      approvals.length === 0
        ? []
        : [
            { kind: 'group', key: name, name, count: approvals.length },
            ...approvals.map((approval) => ({ kind, key: approval.id, approval })),
          ]
    return [
      ...part('waiting', 'open', waiting),
      ...part('leftOver', 'open', leftOver),
      ...part('answeredToday', 'was', today),
    ]
  }, [waiting, leftOver, today])
  return (
    <VirtualList
      label={t('list')}
      items={entries}
      keyOf={(entry) => entry.key}
      heightOf={(entry) => heights[entry.kind]}
      canChoose={(entry) => entry.kind !== 'group'}
      chosen={chosen}
      onChoose={(entry) => (entry.kind === 'group' ? undefined : onChoose(entry.approval.id))}
      render={(entry, row) => {
        if (entry.kind === 'group') return <Group entry={entry} />
        return entry.kind === 'open' ? (
          <AskRow approval={entry.approval} row={row} />
        ) : (
          <WasRow approval={entry.approval} row={row} />
        )
      }}
    />
  )
}

function Group({ entry: { name, count } }: { readonly entry: GroupEntry }) {
  const { t } = useTranslation('inbox')
  if (name !== 'answeredToday')
    return (
      <div className="group">
        {t(`group.${name}`)} <span className="n">{count}</span>
      </div>
    )
  return (
    // A list of options holds nothing but options.
    <a
      className="group"
      role="option"
      aria-selected={false}
      href={hrefOf('inbox', null, { show: 'answered' })}
      title={t('allAnswered')}
    >
      {t('group.answeredToday')} <span className="n">{count}</span>
      <ChevronRight size={14} strokeWidth={1.7} aria-hidden />
    </a>
  )
}
