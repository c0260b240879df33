import { useTranslation } from 'react-i18next'
import type { Approval } from '#shared/approval.ts'
import type { DeliveryRow } from '#shared/delivery.ts'
import { hrefOf } from '#renderer/app/router.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { Mark, type MarkKind } from '#renderer/ui/mark.tsx'
import { RelativeTime, useTimesIn } from '#renderer/ui/relative-time.tsx'

const MOST = 5

/** What passed between the two Sessions before. */
export function Between({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('inbox')
  const times = useTimesIn()
  const targetSessionId = approval.target.sessionId
  const read = useRouteQuery(
    'approvals.between',
    { senderSessionId: approval.senderSessionId, targetSessionId: targetSessionId ?? '' },
    { enabled: targetSessionId !== null },
  )
  const rows = (read.data ?? []).filter(({ approvalId }) => approvalId !== approval.id).slice(0, MOST)
  if (rows.length === 0) return null
  return (
    <section className="before">
      <h3>{t('between.title')}</h3>
      {rows.map((row) => (
        <a key={row.id} className="row" href={hrefOf('deliveries', row.id)}>
          <RelativeTime at={row.acceptedAt} />
          <Mark kind={markOf(row)} />
          <span className="trunc">{row.excerpt}</span>
          <span className="end num">
            {row.finishedAt === null
              ? t('between.open')
              : t('between.backIn', { time: times.duration(row.finishedAt - row.acceptedAt) })}
          </span>
        </a>
      ))}
    </section>
  )
}

function markOf({ status, outcome }: DeliveryRow): MarkKind {
  if (outcome === 'interrupted') return 'cut'
  if (outcome === 'failed' || status === 'failed') return 'failed'
  return status
}
