import { CornerUpLeft, RotateCw } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryRow } from '#shared/delivery.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { Markdown } from '#renderer/ui/markdown.tsx'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { sessionHref } from '../session-href.ts'
import { KindIcon } from '#renderer/ui/kind-icon.tsx'
import { useTimes } from '../use-times.ts'
import { OutcomeWord } from './outcome-word.tsx'
import { bytesOf } from './timeline-model.ts'

/** Characters of a delivered text that are shown before somebody asks for all of it. */
const HEAD = 4000

type Props = {
  readonly text: string
  readonly leftOut: boolean
  readonly delivery: DeliveryRow
  readonly menu: React.ReactNode
  /** null: nothing can be sent from here. */
  readonly onSendAgain: ((requestId: string) => void) | null
  /** What else can be done with it. */
  readonly children?: React.ReactNode
}

/** A request or a result as it stands in the conversation it came to. */
export const DeliveredBlock = memo(function DeliveredBlock({
  text,
  leftOut,
  delivery,
  menu,
  onSendAgain,
  children,
}: Props) {
  const { t } = useTranslation('sessions')
  const times = useTimes()
  const [whole, setWhole] = useState(false)
  const isResult = delivery.kind === 'result'
  const note = !isResult && delivery.replyPolicy === 'none'
  const tone = isResult ? toneOf(delivery) : note ? 'note' : 'request'
  const replied = useRouteQuery(
    'deliveries.get',
    { id: delivery.inReplyTo ?? '' },
    { keep: true, enabled: delivery.inReplyTo !== null },
  )
  const request = replied.data?.delivery
  const again = onSendAgain !== null && request !== undefined && isResult && delivery.outcome !== 'success'
  const cut = !whole && text.length > HEAD
  return (
    <article className="sess-slip" data-kind={delivery.kind} data-tone={tone}>
      <header>
        <KindIcon kind={delivery.kind} />
        <b>{isResult ? t('block.result') : note ? t('block.note') : t('block.request')}</b>
        <span>{t('block.from')}</span>
        <span className="from">
          <AgentTile name={delivery.sender.agentName} emoji={delivery.senderEmoji} size={16} />
          <span className="wide">{delivery.sender.agentName} ·</span>
          <a className="link trunc" href={sessionHref(delivery.senderSessionId)}>
            {delivery.sender.sessionName || t('unnamed')}
          </a>
        </span>
        <span className="grow" />
        {isResult ? (
          <OutcomeWord result={delivery} request={request} />
        ) : (
          <ApprovedWord delivery={delivery} note={note} />
        )}
        <time title={times.exact(delivery.acceptedAt)}>{times.clock(delivery.acceptedAt)}</time>
      </header>
      {menu}
      <div className={`sess-md${leftOut ? ' left-out' : ''}`}>
        <Markdown text={cut ? text.slice(0, HEAD) : text} />
      </div>
      {isResult || cut || leftOut ? (
        <footer>
          {request === undefined ? null : <ToRequest request={request} />}
          {cut ? (
            <button type="button" className="link" onClick={() => setWhole(true)}>
              {t('block.whole', { size: times.bytes(bytesOf(text)) })}
            </button>
          ) : isResult ? (
            <span className="dim3">{t('block.size', { size: times.bytes(bytesOf(text)) })}</span>
          ) : null}
          {again ? (
            <button type="button" className="link" onClick={() => onSendAgain?.(request.id)}>
              <RotateCw size={14} strokeWidth={1.7} aria-hidden />
              {t('block.sendAgain')}
            </button>
          ) : null}
          {children}
          {delivery.error === null ? null : <span className="mono dim3">{delivery.error.code}</span>}
          {leftOut ? <span className="dim3">{t('message.leftOut')}</span> : null}
        </footer>
      ) : null}
    </article>
  )
})

function toneOf(delivery: DeliveryRow): string {
  return delivery.outcome === 'failed' ? 'failed' : delivery.outcome === 'interrupted' ? 'cut' : 'result'
}

function ToRequest({ request }: { request: DeliveryRow }) {
  const { t } = useTranslation('sessions')
  const times = useTimes()
  return (
    <a className="link" href={sessionHref(request.senderSessionId, request.sourceMessageId)}>
      <CornerUpLeft size={14} strokeWidth={1.7} aria-hidden />
      {t('block.toRequest', { time: times.clock(request.acceptedAt) })}
    </a>
  )
}

function ApprovedWord({ delivery, note }: { delivery: DeliveryRow; note: boolean }) {
  const { t } = useTranslation('sessions')
  const approval = useRouteQuery(
    'approvals.get',
    { id: delivery.approvalId ?? '' },
    { keep: true, enabled: delivery.approvalId !== null },
  )
  if (note) return <span className="dim3 wide">{t('block.wantsNoAnswer')}</span>
  if (delivery.approvalId === null) return null
  const edited = approval.data?.editedText != null
  return (
    <span className="dim3 wide">
      {approval.data?.waiterLostAt == null ? null : <Mark kind="consumed" />}
      {edited ? t('block.approvedEdited') : t('block.approved')}
    </span>
  )
}
