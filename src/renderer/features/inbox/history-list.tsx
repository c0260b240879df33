import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#shared/approval.ts'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { VirtualList } from '#renderer/ui/virtual-list.tsx'
import { HistoryRow } from './approval-rows.tsx'

type Entry =
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'row'; readonly key: string; readonly approval: Approval }

type Props = {
  readonly approvals: readonly Approval[]
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
  readonly onNearEnd: () => void
}

/** All that was answered, newest first, by day. */
export function HistoryList({ approvals, chosen, onChoose, onNearEnd }: Props) {
  const { t } = useTranslation('inbox')
  const times = useTimesIn()
  const now = useNow()
  const entries = useMemo(() => {
    const made: Entry[] = []
    let last = ''
    for (const approval of approvals) {
      const day = times.day(approval.decidedAt ?? approval.createdAt, now)
      if (day !== last) made.push({ kind: 'day', key: `day ${day}`, day })
      last = day
      made.push({ kind: 'row', key: approval.id, approval })
    }
    return made
  }, [approvals, times, now])
  return (
    <VirtualList
      label={t('answered')}
      items={entries}
      keyOf={(entry) => entry.key}
      heightOf={(entry) => (entry.kind === 'day' ? 36 : 52)}
      canChoose={(entry) => entry.kind === 'row'}
      chosen={chosen}
      onChoose={(entry) => (entry.kind === 'row' ? onChoose(entry.approval.id) : undefined)}
      onNearEnd={onNearEnd}
      render={(entry, row) =>
        entry.kind === 'day' ? (
          <div className="group">{entry.day}</div>
        ) : (
          <HistoryRow approval={entry.approval} row={row} />
        )
      }
    />
  )
}
