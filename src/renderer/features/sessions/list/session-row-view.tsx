import { Pin } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionRow } from '#shared/session.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { Mark, type MarkKind } from '#renderer/ui/mark.tsx'
import { NameField } from '../name-field.tsx'
import { useTimes } from '../use-times.ts'
import { daysBetween, markOf, type RowMark } from './session-list-model.ts'

const kinds: Record<RowMark, MarkKind> = {
  waiting: 'you',
  running: 'run',
  failed: 'failed',
  unread: 'new',
  idle: 'idle',
  dormant: 'dormant',
}

type Props = {
  readonly row: SessionRow
  readonly now: number
  readonly selected: boolean
  readonly active: boolean
  readonly renaming: boolean
  readonly onRenamed: (id: string, name: string | null) => void
}

/** Two lines: what it is called and when; what it does or last said, and whose it is. */
export const SessionRowView = memo(function SessionRowView({ row, now, selected, active, renaming, onRenamed }: Props) {
  const { t } = useTranslation('sessions')
  const times = useTimes()
  const mark = markOf(row, now)
  return (
    <div
      id={`session-${row.id}`}
      data-id={row.id}
      data-mark={mark}
      data-active={active}
      className="sess-row"
      role="option"
      aria-selected={selected}
      tabIndex={-1}
    >
      <Mark kind={kinds[mark]} label={t(`mark.${mark}`)} />
      {renaming ? (
        <NameField name={row.name} label={t('rename.label')} onDone={(name) => onRenamed(row.id, name)} />
      ) : (
        <span className={`name trunc${row.name === '' ? ' unnamed' : ''}`}>{row.name || t('unnamed')}</span>
      )}
      <span className="end">
        {row.pinnedAt === null ? null : <Pin size={12} strokeWidth={1.7} aria-label={t('pinned')} />}
        <time title={times.exact(row.lastActivityAt)}>{times.short(row.lastActivityAt)}</time>
      </span>
      <span className="l2 trunc">
        <Evidence row={row} mark={mark} now={now} />
      </span>
      <span className="tile">
        <AgentTile name={row.agentName ?? ''} emoji={row.agentEmoji} size={16} />
      </span>
    </div>
  )
})

function Evidence({ row, mark, now }: { row: SessionRow; mark: RowMark; now: number }) {
  const { t } = useTranslation('sessions')
  const queue = row.waitingDeliveries === 0 ? '' : ` · ${t('row.waitHere', { count: row.waitingDeliveries })}`
  switch (mark) {
    case 'waiting':
      return <span className="t-you">{t('row.waiting')}</span>
    case 'failed':
      return (
        <>
          <span className="t-fail">{t('row.failed')}</span>
          {row.evidence === '' ? '' : ` · ${row.evidence}`}
        </>
      )
    case 'running':
      return `${row.evidence || t('row.running')}${queue}`
    case 'dormant': {
      const dormant = t('row.dormant', { count: daysBetween(row.lastActivityAt, now) })
      return row.evidence === '' ? dormant : `${dormant} · ${row.evidence}`
    }
    default:
      return `${row.evidence || (row.agentName ?? t('orphan'))}${queue}`
  }
}
