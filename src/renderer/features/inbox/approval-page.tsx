import { ArrowRightLeft, ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#shared/approval.ts'
import { hrefOf } from '#renderer/app/router.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { IconButton } from '#renderer/ui/button.tsx'
import { Keys } from '#renderer/ui/keys.tsx'
import { ReadError } from '#renderer/ui/line-notice.tsx'
import { Mark, type MarkKind } from '#renderer/ui/mark.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { useShortcut } from '#renderer/ui/use-shortcut.ts'
import { ApprovalCard } from './approval-card.tsx'

type Props = {
  readonly approvalId: string
  /** The list that J and K move in. */
  readonly order: readonly string[]
  readonly onChoose: (id: string) => void
  readonly onSettled: (id: string) => void
}

/** The chosen approval under its bar. Goes on showing it when it is answered, here or elsewhere. */
export function ApprovalPage({ approvalId, order, onChoose, onSettled }: Props) {
  const { t } = useTranslation('inbox')
  const read = useRouteQuery('approvals.get', { id: approvalId })
  const index = order.indexOf(approvalId)
  const go = (to: number): void => {
    const id = order[to]
    if (id !== undefined) onChoose(id)
  }
  const group = t('keys.group')
  const previous = (): void => go(index - 1)
  const next = (): void => go(index + 1)
  useShortcut({ keys: 'k', label: t('keys.previous'), group, run: previous })
  useShortcut({ keys: 'j', label: t('keys.next'), group, run: next })
  const approval = read.data
  return (
    <section className="page" aria-label={t('approval')}>
      <div className="bar" data-ruled="true">
        {approval === undefined ? null : <Standing approval={approval} />}
        <span className="grow" />
        {approval?.requestId == null ? null : (
          <a className="btn" data-size="sm" href={hrefOf('deliveries', approval.requestId)}>
            <ArrowRightLeft size={14} strokeWidth={1.7} aria-hidden />
            {t('bar.openDelivery')}
          </a>
        )}
        {index === -1 ? null : (
          <span className="dim3 small num nowrap">{t('bar.of', { index: index + 1, count: order.length })}</span>
        )}
        <span className="pager">
          <IconButton label={t('bar.previous')} aria-keyshortcuts="K" disabled={index <= 0} onClick={previous}>
            <ChevronUp size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
          <Keys keys={['K']} />
          <IconButton label={t('bar.next')} aria-keyshortcuts="J" disabled={index >= order.length - 1} onClick={next}>
            <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
          <Keys keys={['J']} />
        </span>
      </div>
      {read.error === null ? null : (
        <ReadError what={t('unread.one')} error={read.error.error} onRetry={() => void read.refetch()} />
      )}
      {approval === undefined ? null : (
        <ApprovalCard approval={approval} variant="hero" onSettled={() => onSettled(approvalId)} />
      )}
    </section>
  )
}

const marks: Record<Approval['state'], readonly [MarkKind, string]> = {
  pending: ['you', 't-you'],
  approved: ['consumed', 't-done'],
  denied: ['failed', 't-fail'],
  cancelled: ['closed', 'dim'],
  expired: ['closed', 'dim'],
}

function Standing({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('inbox')
  const times = useTimesIn()
  const { state, editedText, waiterLostAt } = approval
  const [mark, tone] = marks[state]
  const word =
    state === 'pending'
      ? waiterLostAt === null
        ? 'waiting'
        : 'leftOver'
      : state === 'approved' && editedText !== null
        ? 'approvedEdited'
        : state
  return (
    <>
      <span className={`state ${tone}`}>
        <Mark kind={mark} />
        <b>{t(`bar.${word}`)}</b>
      </span>
      <span className="dim3 small trunc" title={times.exact(approval.createdAt)}>
        {t('bar.asked', { time: times.clock(approval.createdAt) })}
      </span>
    </>
  )
}
