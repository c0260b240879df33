import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryDetail, DeliveryRow } from '#shared/delivery.ts'
import { hrefOf, navigate } from '#renderer/app/router.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Confirm } from '#renderer/ui/dialog.tsx'
import { ExactText } from '#renderer/ui/exact-text.tsx'
import { showToast } from '#renderer/ui/toasts.tsx'

/** What a person can still do with a Delivery. */
export function DeliveryActions({ detail }: { readonly detail: DeliveryDetail }) {
  const { delivery } = detail
  if (delivery.held) return <KeptActions delivery={delivery} />
  if (delivery.kind !== 'request') return null
  const isOpen = delivery.status === 'accepted' || delivery.status === 'delivering'
  if (isOpen) return <CancelAction delivery={delivery} />
  return delivery.outcome === 'success' ? null : <RetryAction detail={detail} />
}

function KeptActions({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('deliveries')
  const call = useCall()
  return (
    <div className="dlv-acts">
      <Button look="primary" onClick={() => void call('deliveries.wake', { id: delivery.id })}>
        {t('act.wake', { agent: delivery.receiver.agentName })}
      </Button>
      <Button onClick={() => void call('deliveries.markRead', { id: delivery.id })}>{t('act.markRead')}</Button>
    </div>
  )
}

function CancelAction({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('deliveries')
  const call = useCall()
  const [asked, setAsked] = useState(false)
  const cancel = async (): Promise<void> => {
    setAsked(false)
    const answer = await call('deliveries.cancel', { id: delivery.id })
    if (answer.ok) showToast(t('act.cancelled'))
  }
  return (
    <div className="dlv-acts">
      <Button look="no" onClick={() => setAsked(true)}>
        {t('act.cancel')}
      </Button>
      <Confirm
        open={asked}
        title={t('act.cancelTitle')}
        confirm={t('act.cancel')}
        tone="danger"
        onConfirm={() => void cancel()}
        onClose={() => setAsked(false)}
      >
        <p>
          {t(delivery.status === 'delivering' ? 'act.cancelRunning' : 'act.cancelWaiting', {
            session: delivery.receiver.sessionName,
          })}
        </p>
        {delivery.replyPolicy === 'completion' ? (
          <p>{t('act.cancelTold', { session: delivery.sender.sessionName })}</p>
        ) : null}
      </Confirm>
    </div>
  )
}

/** Sends the same text again as a new request, after showing it. */
function RetryAction({ detail }: { readonly detail: DeliveryDetail }) {
  const { t } = useTranslation('deliveries')
  const call = useCall()
  const [asked, setAsked] = useState(false)
  const { delivery, content } = detail
  const retry = async (): Promise<void> => {
    setAsked(false)
    const answer = await call('deliveries.retry', { id: delivery.id })
    if (answer.ok) navigate(hrefOf('deliveries', answer.value.requestId))
  }
  return (
    <div className="dlv-acts">
      <Button look="primary" onClick={() => setAsked(true)}>
        {t('act.retry')}
      </Button>
      <Confirm
        open={asked}
        title={t('act.retryTitle', { session: delivery.receiver.sessionName })}
        confirm={t('act.retry')}
        onConfirm={() => void retry()}
        onClose={() => setAsked(false)}
      >
        <p>{t('act.retryText')}</p>
        <div className="paper dlv-preview">
          <ExactText text={content} />
        </div>
      </Confirm>
    </div>
  )
}
