import { ArrowRight, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#shared/approval.ts'
import { escapeInvisible } from '#shared/invisible-characters.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { Mark, type MarkKind } from '#renderer/ui/mark.tsx'
import { ClockTime, RelativeTime } from '#renderer/ui/relative-time.tsx'
import type { RowProps } from '#renderer/ui/virtual-list.tsx'
import { howOf } from './inbox-model.ts'
import { nameOf } from './use-answer.ts'

function Pair({ approval, how = false }: { readonly approval: Approval; readonly how?: boolean }) {
  const { t } = useTranslation('inbox')
  const what = howOf(approval)
  return (
    <span className="pair">
      <span className="trunc shrink-0 max-w-[50%]">{escapeInvisible(approval.sender.agentName)}</span>
      <ArrowRight size={14} strokeWidth={1.7} aria-hidden />
      <span className="trunc">{escapeInvisible(nameOf(approval.target, approval.title, t('newSession')))}</span>
      {how && what !== null ? <span className="how">{t(`how.${what}`)}</span> : null}
    </span>
  )
}

/** An open approval: who to whom, since when, the first words. */
export function AskRow({ approval, row }: { readonly approval: Approval; readonly row: RowProps }) {
  const { t } = useTranslation('inbox')
  return (
    <div className="row ask" {...row}>
      <AgentTile name={approval.sender.agentName} emoji={approval.senderEmoji} size={18} />
      <Pair approval={approval} />
      <span className="end">
        {approval.warnings.length === 0 ? null : (
          <TriangleAlert size={14} strokeWidth={1.7} aria-label={t('text.look', { count: approval.warnings.length })} />
        )}
        <RelativeTime at={approval.createdAt} />
      </span>
      <span className="l2 trunc">{firstWords(approval.text)}</span>
    </div>
  )
}

const marks: Record<Approval['state'], MarkKind> = {
  pending: 'you',
  approved: 'consumed',
  denied: 'failed',
  cancelled: 'closed',
  expired: 'closed',
}

/** An answered one, in one line. */
export function WasRow({ approval, row }: { readonly approval: Approval; readonly row: RowProps }) {
  return (
    <div className="row was" {...row}>
      <Mark kind={marks[approval.state]} />
      <Pair approval={approval} how />
      <ClockTime at={approval.decidedAt ?? approval.createdAt} />
    </div>
  )
}

/** An answered one with its first words, for the history. */
export function HistoryRow({ approval, row }: { readonly approval: Approval; readonly row: RowProps }) {
  const { t } = useTranslation('inbox')
  const how = howOf(approval)
  return (
    <div className="row ans" {...row}>
      <Mark kind={marks[approval.state]} />
      <Pair approval={approval} />
      <ClockTime at={approval.decidedAt ?? approval.createdAt} />
      <span className="l2">
        <span className="trunc">{firstWords(approval.editedText ?? approval.text)}</span>
        {how === null ? null : <span className="how">{t(`how.${how}`)}</span>}
      </span>
    </div>
  )
}

function firstWords(text: string): string {
  return escapeInvisible(text.slice(0, 240).replace(/\s+/gu, ' ').trim())
}
