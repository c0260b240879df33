import { ArrowRight, Link2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DeliveryRow } from '#shared/delivery.ts'
import { hrefOf, usePlace } from '#renderer/app/router.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { IconButton } from '#renderer/ui/button.tsx'
import { EmptyState } from '#renderer/ui/empty-state.tsx'
import { KindIcon } from '#renderer/ui/kind-icon.tsx'
import { LineNotice, ReadError } from '#renderer/ui/line-notice.tsx'
import { ClockTime, useTimesIn } from '#renderer/ui/relative-time.tsx'
import { SkeletonRows } from '#renderer/ui/skeleton-rows.tsx'
import { showToast } from '#renderer/ui/toasts.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { KindWord } from '../delivery-words.tsx'
import { AuditTrail } from './audit-trail.tsx'
import { DeliveryActions } from './delivery-actions.tsx'
import { EnvelopeFacts } from './envelope-facts.tsx'
import { LongText } from './long-text.tsx'
import { Receipts } from './receipts.tsx'
import { VerdictBlock } from './verdict-block.tsx'

/** One Delivery: who, what became of it and when, the text, and the record that the tools see. */
export function DeliveryDetailPane({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation('deliveries')
  const read = useRouteQuery('deliveries.get', { id })
  const detail = read.data
  const link = (): void => {
    void navigator.clipboard.writeText(
      `${window.location.origin}${window.location.pathname}${hrefOf('deliveries', id)}`,
    )
    showToast(t('detail.linkCopied'))
  }
  return (
    <aside className="side dlv-detail" aria-label={t('detail.label')}>
      <h2 className="sr-only">{t('detail.label')}</h2>
      <div className="bar" data-ruled>
        {detail === undefined ? null : (
          <>
            <span className="med">
              <KindWord delivery={detail.delivery} />
            </span>
            <When at={detail.delivery.acceptedAt} />
          </>
        )}
        <span className="grow" />
        <IconButton label={t('detail.copyLink')} onClick={link}>
          <Link2 size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
        <IconButton label={t('detail.close')} onClick={onClose}>
          <X size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </div>
      {detail !== undefined ? (
        <div className="scroll dlv-detail-in" key={id}>
          <Parties delivery={detail.delivery} />
          <VerdictBlock delivery={detail.delivery} />
          <DeliveryActions detail={detail} />
          <h3>{t('detail.receipts')}</h3>
          <Receipts detail={detail} />
          <h3>{t('detail.text')}</h3>
          <LongText text={detail.content} />
          {detail.linked === null ? null : <Linked delivery={detail.linked} />}
          <h3>{t('detail.envelope')}</h3>
          <EnvelopeFacts detail={detail} />
          <AuditTrail deliveryId={id} />
        </div>
      ) : read.isError && read.error.error.code === 'NOT_FOUND' ? (
        <EmptyState title={t('detail.gone')}>{t('detail.goneHelp')}</EmptyState>
      ) : read.isError ? (
        <ReadError what={t('detail.error')} error={read.error.error} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={8} height={34} />
      )}
      {detail !== undefined && read.isRefetchError ? <LineNotice mark="cut" title={t('detail.old')} /> : null}
    </aside>
  )
}

function When({ at }: { readonly at: number }) {
  const times = useTimesIn()
  const now = useNow()
  const { t } = useTranslation('deliveries')
  return (
    <time className="dim3 small nowrap" dateTime={new Date(at).toISOString()} title={times.exact(at)}>
      {t('detail.when', { time: times.clock(at), day: times.day(at, now).toLocaleLowerCase() })}
    </time>
  )
}

function Parties({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('deliveries')
  const { sender, receiver } = delivery
  return (
    <div className="dlv-parties">
      <Party
        agent={sender.agentName}
        session={sender.sessionName}
        emoji={delivery.senderEmoji}
        href={hrefOf('sessions', delivery.senderSessionId)}
      />
      <ArrowRight size={16} strokeWidth={1.5} aria-label={t('to')} />
      <Party
        agent={receiver.agentName}
        session={receiver.sessionName}
        emoji={delivery.receiverEmoji}
        // What has been claimed stands in the conversation: the link goes to it.
        href={hrefOf(
          'sessions',
          delivery.receiverSessionId,
          delivery.startedAt === null ? {} : { message: delivery.messageId },
        )}
      />
    </div>
  )
}

type PartyProps = { readonly agent: string; readonly session: string; readonly emoji: string; readonly href: string }

function Party({ agent, session, emoji, href }: PartyProps) {
  const { t } = useTranslation('deliveries')
  return (
    <a href={href} title={t('detail.openSession', { name: session === '' ? t('unnamed') : session })}>
      <AgentTile name={agent} emoji={emoji} size={24} />
      <span className="min-w-0">
        <b className="trunc">{session === '' ? t('unnamed') : session}</b>
        <em className="trunc">{agent}</em>
      </span>
    </a>
  )
}

/** The result of a request, or the request of a result. */
function Linked({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('deliveries')
  // On the map, one stays on the map.
  const { params } = usePlace()
  return (
    <a className="dlv-linked" href={hrefOf('deliveries', delivery.id, params)}>
      <KindIcon kind={delivery.kind} />
      <span>{t(`kind.${delivery.kind}`)}</span>
      <span className="trunc dim">{delivery.excerpt}</span>
      <ClockTime at={delivery.acceptedAt} />
    </a>
  )
}
