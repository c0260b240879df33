import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentView, Reach } from '#shared/agent.ts'
import type { DeliveryRow } from '#shared/delivery.ts'
import type { SessionRow } from '#shared/session.ts'
import { hrefOf } from '#renderer/app/router.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { IconButton } from '#renderer/ui/button.tsx'
import { CopyId } from '#renderer/ui/copy-id.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { Select } from '#renderer/ui/select.tsx'
import { sessionHref } from '../session-href.ts'
import { useTimes } from '../use-times.ts'

type Props = {
  readonly session: SessionRow
  readonly agent: AgentView | undefined
  readonly readOnly: boolean
  readonly onDescribe: (description: string) => void
  readonly onReach: (reach: Reach) => void
  /** Where the panel lies over the conversation: closes it. */
  readonly onClose: (() => void) | null
}

const reaches: readonly Reach[] = ['open', 'listed', 'hidden']

export function AboutPanel({ session, agent, readOnly, onDescribe, onReach, onClose }: Props) {
  const { t } = useTranslation('sessions')
  const times = useTimes()
  return (
    <aside className="side sess-about" aria-label={t('panel.label')}>
      <div className="bar">
        <h2>{t('panel.title')}</h2>
        {onClose === null ? null : (
          <>
            <span className="grow" />
            <IconButton label={t('panel.close')} onClick={onClose}>
              <X size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      <dl className="kv">
        <dt>{t('panel.agent')}</dt>
        <dd>
          {session.agentName === null ? (
            <span className="dim3">{t('orphan')}</span>
          ) : (
            <>
              <AgentTile name={session.agentName} emoji={session.agentEmoji} size={16} />
              <span className="trunc">{session.agentName}</span>
              {session.agentDeleted ? <span className="dim3">{t('panel.agentDeleted')}</span> : null}
            </>
          )}
        </dd>
        {agent === undefined ? null : (
          <>
            <dt>{t('panel.model')}</dt>
            <dd>
              <span className="trunc">
                {agent.runtime.kind === 'ai-sdk' ? agent.runtime.model : t('panel.rehearsal')}
              </span>
            </dd>
          </>
        )}
        <dt>{t('panel.worksIn')}</dt>
        <dd>
          <span className="mono trunc" title={session.workspace}>
            {session.workspace}
          </span>
        </dd>
        <dt>{t('panel.started')}</dt>
        <dd title={times.exact(session.createdAt)}>
          <span className="trunc">{t(`panel.by.${session.origin}`, { date: times.day(session.createdAt) })}</span>
        </dd>
        <dt>{t('panel.id')}</dt>
        <dd>
          <CopyId id={session.id} />
        </dd>
        <dt>{t('panel.reach')}</dt>
        <dd>
          <span title={t(`reach.${session.reach}.what`)}>
            <Select
              label={t('panel.reach')}
              size="sm"
              value={session.reach}
              disabled={readOnly}
              options={reaches.map((reach) => ({ value: reach, label: t(`reach.${reach}.name`) }))}
              onChange={onReach}
            />
          </span>
        </dd>
        <dt id="sess-about">{t('panel.about')}</dt>
        <dd>
          <Description key={session.id} text={session.description} readOnly={readOnly} onDone={onDescribe} />
        </dd>
      </dl>
      <Deliveries sessionId={session.id} />
    </aside>
  )
}

function Description({ text, readOnly, onDone }: { text: string; readOnly: boolean; onDone: (text: string) => void }) {
  const { t } = useTranslation('sessions')
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <textarea
      className="sess-describe"
      aria-labelledby="sess-about"
      rows={1}
      maxLength={4096}
      readOnly={readOnly}
      placeholder={t('panel.noDescription')}
      value={draft ?? text}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => {
        if (draft !== null && draft.trim() !== text) onDone(draft.trim())
        setDraft(null)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        setDraft(null)
        event.stopPropagation()
      }}
    />
  )
}

function Deliveries({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('sessions')
  const found = useRouteQuery('deliveries.ofSession', { sessionId })
  const open = useRouteQuery('approvals.open', {})
  const { sent = [], received = [] } = found.data ?? {}
  const asking = open.data?.filter((approval) => approval.senderSessionId === sessionId) ?? []
  const asked = open.data?.filter((approval) => approval.target.sessionId === sessionId) ?? []
  return (
    <>
      {sent.length + asking.length === 0 ? null : (
        <section aria-label={t('panel.sent')}>
          <h3 className="group">{t('panel.sent')}</h3>
          {asking.map(({ id, target, title, text }) => (
            <AskLine key={id} id={id} name={target.sessionName || (title ?? '')} text={text} />
          ))}
          {sent.map((delivery) => (
            <DeliveryLine
              key={delivery.id}
              delivery={delivery}
              side="receiver"
              words={isRepeated(delivery, sent, 'receiver')}
            />
          ))}
        </section>
      )}
      {received.length + asked.length === 0 ? null : (
        <section aria-label={t('panel.received')}>
          <h3 className="group">{t('panel.received')}</h3>
          {asked.map(({ id, sender, text }) => (
            <AskLine key={id} id={id} name={sender.sessionName} text={text} />
          ))}
          {received.map((delivery) => (
            <DeliveryLine
              key={delivery.id}
              delivery={delivery}
              side="sender"
              words={isRepeated(delivery, received, 'sender')}
            />
          ))}
        </section>
      )}
    </>
  )
}

/** A request that nobody has answered yet. */
function AskLine({ id, name, text }: { id: string; name: string; text: string }) {
  const { t } = useTranslation('sessions')
  return (
    <a className="sess-dlv" href={hrefOf('inbox', id)} title={text}>
      <Mark kind="you" />
      <span className="trunc">{name || t('unnamed')}</span>
      <span className="end t-you">{t('panel.asksYou')}</span>
    </a>
  )
}

type Side = 'sender' | 'receiver'

const sideId = (delivery: DeliveryRow, side: Side): string =>
  side === 'sender' ? delivery.senderSessionId : delivery.receiverSessionId

/** Rows of one Session repeat its name: a few words of their text tell them apart. */
function isRepeated(delivery: DeliveryRow, all: readonly DeliveryRow[], side: Side): boolean {
  return all.some((other) => other.id !== delivery.id && sideId(other, side) === sideId(delivery, side))
}

/** A line leads to the text of the request: where it was received, or where it came in. */
function DeliveryLine({ delivery, side, words }: { delivery: DeliveryRow; side: Side; words: boolean }) {
  const { t } = useTranslation('sessions')
  const href =
    delivery.startedAt === null
      ? sessionHref(sideId(delivery, side))
      : sessionHref(delivery.receiverSessionId, delivery.messageId)
  return (
    <a className="sess-dlv" href={href} title={delivery.excerpt}>
      <LineMark delivery={delivery} />
      <span className="trunc">{delivery[side].sessionName || t('unnamed')}</span>
      <LineEnd delivery={delivery} />
      {words ? <span className="words trunc">{delivery.excerpt}</span> : null}
    </a>
  )
}

function LineMark({ delivery }: { delivery: DeliveryRow }) {
  if (delivery.status === 'accepted') return <Mark kind="accepted" />
  if (delivery.status === 'delivering') return <Mark kind="delivering" />
  if (delivery.outcome === 'interrupted') return <Mark kind={delivery.status === 'failed' ? 'closed' : 'cut'} />
  return <Mark kind={delivery.outcome === 'failed' || delivery.status === 'failed' ? 'failed' : 'consumed'} />
}

function LineEnd({ delivery }: { delivery: DeliveryRow }) {
  const { t } = useTranslation('sessions')
  const times = useTimes()
  if (delivery.status === 'accepted')
    return <span className="end">{t('request.waits', { time: times.since(delivery.acceptedAt) })}</span>
  if (delivery.status === 'delivering') {
    return (
      <span className="end t-run">
        {t('request.running', { time: times.since(delivery.startedAt ?? delivery.statusAt) })}
      </span>
    )
  }
  return (
    <time className="end" title={times.exact(delivery.acceptedAt)}>
      {times.short(delivery.acceptedAt)}
    </time>
  )
}
