import { useTranslation } from 'react-i18next'
import type { DeliveryRow } from '#shared/delivery.ts'
import { Mark } from '#renderer/ui/mark.tsx'
import { useTimes } from '../use-times.ts'

/** On a result: how its request ended, and how long that took. The request is there once it was read. */
export function OutcomeWord({ result, request }: { result: DeliveryRow; request: DeliveryRow | undefined }) {
  const { t } = useTranslation('sessions')
  const times = useTimes()
  const started = request?.startedAt ?? null
  const took = started === null ? null : times.duration((request?.finishedAt ?? result.acceptedAt) - started)
  switch (result.outcome) {
    case 'success':
      return (
        <span className="state t-done">
          <Mark kind="consumed" />
          {took === null ? t('outcome.success') : t('outcome.successIn', { time: took })}
        </span>
      )
    case 'failed':
      return (
        <span className="state t-fail">
          <Mark kind="failed" />
          {request !== undefined && started === null
            ? t('outcome.failedBefore')
            : took === null
              ? t('outcome.failed')
              : t('outcome.failedAfter', { time: took })}
        </span>
      )
    case 'interrupted':
      return (
        <span className="state t-cut">
          <Mark kind="cut" />
          {took === null ? t('outcome.interrupted') : t('outcome.interruptedAfter', { time: took })}
        </span>
      )
    default:
      return null
  }
}

/** Where a request that went out stands now. */
export function RequestStateWord({ delivery }: { delivery: DeliveryRow }) {
  const { t } = useTranslation('sessions')
  const times = useTimes()
  const at = delivery.finishedAt ?? delivery.statusAt
  switch (delivery.status) {
    case 'accepted':
      return (
        <span className="state">
          <Mark kind="accepted" />
          {t('request.waits', { time: times.since(delivery.acceptedAt) })}
        </span>
      )
    case 'delivering':
      return (
        <span className="state t-run">
          <Mark kind="delivering" />
          {t('request.running', { time: times.since(delivery.startedAt ?? delivery.statusAt) })}
        </span>
      )
    case 'failed':
      return (
        <span className={`state ${delivery.outcome === 'interrupted' ? 't-cut' : 't-fail'}`}>
          <Mark kind={delivery.outcome === 'interrupted' ? 'closed' : 'failed'} />
          {delivery.outcome === 'interrupted' ? t('request.cancelled') : t('request.failed', { time: times.clock(at) })}
        </span>
      )
    case 'consumed':
      if (delivery.outcome === 'failed') {
        return (
          <span className="state t-fail">
            <Mark kind="failed" />
            {t('request.failed', { time: times.clock(at) })}
          </span>
        )
      }
      if (delivery.outcome === 'interrupted') {
        return (
          <span className="state t-cut">
            <Mark kind="cut" />
            {t('request.interrupted', { time: times.clock(at) })}
          </span>
        )
      }
      return (
        <span className="state t-done">
          <Mark kind="consumed" />
          {delivery.replyPolicy === 'none'
            ? t('request.read', { time: times.clock(at) })
            : t('request.answered', { time: times.clock(at) })}
        </span>
      )
    default:
      return null
  }
}
