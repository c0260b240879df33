import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryDetail } from '#shared/delivery.ts'
import { hrefOf } from '#renderer/app/router.ts'
import { CopyId } from '#renderer/ui/copy-id.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { TraceLink } from '../map/trace-link.tsx'

/** The trusted record of a Delivery, as the tools answer it. */
export function EnvelopeFacts({ detail }: { readonly detail: DeliveryDetail }) {
  const { t } = useTranslation('deliveries')
  const times = useTimesIn()
  const { delivery, auditEntries } = detail
  const { kind, replyPolicy, inReplyTo, turnId, traceId, hop, retryOf, expiresAt } = delivery
  return (
    <dl className="dlv-facts">
      <Fact name={t(kind === 'request' ? 'envelope.requestId' : 'envelope.resultId')}>
        <CopyId id={delivery.id} />
      </Fact>
      {inReplyTo === null ? null : (
        <Fact name={t('envelope.inReplyTo')}>
          <CopyId id={inReplyTo} />
        </Fact>
      )}
      {retryOf === null ? null : (
        <Fact name={t('envelope.retryOf')}>
          <a className="link" href={hrefOf('deliveries', retryOf)}>
            {t('envelope.earlier')}
          </a>
        </Fact>
      )}
      {kind === 'result' ? null : <Fact name={t('envelope.reply')}>{t(`envelope.policy.${replyPolicy}`)}</Fact>}
      <Fact name={t('envelope.trace')}>
        <CopyId id={traceId} />
        <span className="dim3">· {t('envelope.hop', { hop })}</span>
        <TraceLink deliveryId={delivery.id} traceId={traceId} />
      </Fact>
      {turnId === null ? null : (
        <Fact name={t('envelope.turn')}>
          <CopyId id={turnId} />
        </Fact>
      )}
      {expiresAt === null ? null : (
        <Fact name={t('envelope.expires')}>
          <time dateTime={new Date(expiresAt).toISOString()}>{times.exact(expiresAt)}</time>
        </Fact>
      )}
      <Fact name={t('envelope.audit')}>
        <span className="state">
          <ShieldCheck size={14} strokeWidth={1.7} aria-hidden className="text-ink-3" />
          {t('envelope.entries', { count: auditEntries })}
        </span>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
