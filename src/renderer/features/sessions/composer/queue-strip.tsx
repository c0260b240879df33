import { useTranslation } from 'react-i18next'
import type { SessionQueue } from '#shared/timeline.ts'
import { Mark } from '#renderer/ui/mark.tsx'
import { sessionHref } from '../session-href.ts'
import { useTimes } from '../use-times.ts'

type Props = {
  readonly queue: SessionQueue
  readonly onWithdraw: (turnId: string) => void
  readonly onConsent: (turnId: string) => void
}

/** What waits to run here, in the order in which it will: the person's messages, then what others sent. */
export function QueueStrip({ queue, onWithdraw, onConsent }: Props) {
  const { t } = useTranslation('sessions')
  const times = useTimes()
  const first = queue.deliveries[0]
  return (
    <>
      {queue.queued.map(({ turn, text }) => (
        <div className="sess-waits" key={turn.id}>
          <Mark kind={turn.needsConsent ? 'you' : 'accepted'} />
          <span className="trunc">
            <span className={turn.needsConsent ? 't-you' : 'dim3'}>
              {turn.needsConsent ? t('queue.oldMessage', { time: times.ago(turn.createdAt) }) : t('queue.yourMessage')}
            </span>{' '}
            {text}
          </span>
          <span className="grow" />
          {turn.needsConsent ? (
            <button type="button" className="link" onClick={() => onConsent(turn.id)}>
              {t('queue.consent')}
            </button>
          ) : null}
          <button type="button" className="link" onClick={() => onWithdraw(turn.id)}>
            {t('queue.withdraw')}
          </button>
        </div>
      ))}
      {first === undefined ? null : (
        <div className="sess-waits">
          <Mark kind="accepted" />
          <span className="trunc">
            {t('queue.deliveries', { count: queue.deliveries.length })}{' '}
            {queue.deliveries.slice(0, 3).map((delivery, index) => (
              <span key={delivery.id}>
                {index === 0 ? '' : t('queue.and')}
                <a className="link" href={sessionHref(delivery.senderSessionId)}>
                  {delivery.sender.sessionName || t('unnamed')}
                </a>
              </span>
            ))}
            {t('queue.acceptedAt', { time: times.clock(first.acceptedAt) })}
          </span>
          <span className="grow" />
          <span className="dim3 wide">{t('queue.youFirst')}</span>
        </div>
      )}
    </>
  )
}
