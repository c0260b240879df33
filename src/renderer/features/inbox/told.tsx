import { useTranslation } from 'react-i18next'
import type { Approval } from '#shared/approval.ts'
import { escapeInvisible } from '#shared/invisible-characters.ts'
import { codeText, errorText } from '#renderer/ui/error-text.ts'
import { Mark, type MarkKind } from '#renderer/ui/mark.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { useWhere } from './facts.tsx'
import type { Answering } from './use-answer.ts'

const LEFT_OVER_MS = 7 * 86_400_000

/** Nobody waits for this one any more. */
export function LeftOver({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('inbox')
  const times = useTimesIn()
  const now = useNow()
  if (approval.waiterLostAt === null) return null
  return (
    <div className="verdict" data-tone="cut">
      <Mark kind="cut" />
      <p>
        <b>{t('leftOver.title', { agent: escapeInvisible(approval.sender.agentName) })}</b>
        <br />
        {t('leftOver.says', { date: times.day(approval.waiterLostAt + LEFT_OVER_MS, now) })}
      </p>
    </div>
  )
}

/** The answer was not taken, or the target is not what the card showed at first. */
export function Problem({ approval, answering }: { readonly approval: Approval; readonly answering: Answering }) {
  const { t } = useTranslation('inbox')
  const { problem, first } = answering
  const { target } = approval
  const changed =
    first.agentId !== target.agentId || first.agentName !== target.agentName || first.sessionName !== target.sessionName
  return (
    <div role="alert">
      {problem === null ? null : (
        <div className="verdict mt-4" data-tone="fail">
          <Mark kind="failed" />
          <p>
            <b>{problem.code === 'STORAGE' ? t('problem.storage') : t('problem.other')}</b>
            <br />
            {problem.code === 'STORAGE'
              ? t('problem.storageSays')
              : t('problem.otherSays', { why: errorText(problem) })}
          </p>
        </div>
      )}
      {changed ? (
        <div className="verdict mt-4" data-tone="you">
          <Mark kind="you" />
          <p>
            <b>{t('problem.changed')}</b>
            <br />
            {t('problem.changedSays', {
              before: escapeInvisible(first.sessionName),
              beforeAgent: escapeInvisible(first.agentName),
              after: escapeInvisible(target.sessionName),
              afterAgent: escapeInvisible(target.agentName),
            })}
          </p>
        </div>
      ) : null}
    </div>
  )
}

const marks: Record<Exclude<Approval['state'], 'pending'>, MarkKind> = {
  approved: 'consumed',
  denied: 'failed',
  cancelled: 'closed',
  expired: 'closed',
}

/** One line in the place of the answers: what was answered, when, and in which window. */
export function SettledLine({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('inbox')
  const times = useTimesIn()
  const where = useWhere(approval.decidedBy) ?? ''
  const { state } = approval
  if (state === 'pending') return null
  const time = times.clock(approval.decidedAt ?? approval.createdAt)
  const key = state === 'approved' && approval.editedText !== null ? 'approvedEdited' : state
  return (
    <div className="settled" role="status">
      <Mark kind={marks[state]} />
      <p>
        {t(`settled.${key}`, { time, where })}
        {approval.error === null ? null : <span className="dim"> {codeText(approval.error.code)}</span>}
        {state === 'denied' && approval.reason !== null && approval.reason !== '' ? (
          <span className="dim"> {t('settled.reason', { reason: escapeInvisible(approval.reason) })}</span>
        ) : null}
      </p>
    </div>
  )
}
