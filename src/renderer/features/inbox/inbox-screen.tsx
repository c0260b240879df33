import './inbox.css'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf, navigate } from '#renderer/app/router.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { ReadError } from '#renderer/ui/line-notice.tsx'
import { Panes } from '#renderer/ui/panes.tsx'
import { SkeletonRows } from '#renderer/ui/skeleton-rows.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { ApprovalPage } from './approval-page.tsx'
import { HistoryPane } from './history-pane.tsx'
import { InboxEmpty } from './inbox-empty.tsx'
import { InboxList } from './inbox-list.tsx'
import { openOrder } from './inbox-model.ts'
import { useHistory } from './use-history.ts'

type Props = { readonly approvalId: string | null; readonly history: boolean }

/** Decides what waits: the list at the left, the chosen approval at the right. */
export function InboxScreen({ approvalId, history }: Props) {
  const { t } = useTranslation('inbox')
  const open = useRouteQuery('approvals.open', {})
  const now = useNow()
  const today = useHistory({ since: new Date(now).setHours(0, 0, 0, 0) }, !history)
  const { waiting, leftOver } = useMemo(() => openOrder(open.data ?? []), [open.data])
  const order = useMemo(() => [...waiting, ...leftOver].map(({ id }) => id), [waiting, leftOver])
  const choose = useCallback((id: string) => navigate(hrefOf('inbox', id), { replace: true }), [])

  // The card that is shown by itself is named in the address at once, so that it stays when the list changes.
  const first = order[0]
  useEffect(() => {
    if (approvalId === null && !history && first !== undefined) choose(first)
  }, [approvalId, history, first, choose])

  const settled = useCallback(
    (id: string) => {
      const next = order[order.indexOf(id) + 1] ?? order.find((each) => each !== id)
      if (next !== undefined) choose(next)
    },
    [order, choose],
  )

  if (history) return <HistoryPane approvalId={approvalId} />
  return (
    <Panes
      id="inbox"
      panes={[
        {
          id: 'list',
          size: window.innerWidth < 1180 ? 264 : 336,
          min: 240,
          max: 480,
          content: (
            <section className="pane" aria-label={t('list')}>
              <div className="bar">
                <h1>{t('title')}</h1>
              </div>
              {open.error === null ? null : (
                <ReadError what={t('unread.list')} error={open.error.error} onRetry={() => void open.refetch()} />
              )}
              {open.data === undefined ? (
                open.error === null ? (
                  <SkeletonRows height={54} />
                ) : null
              ) : (
                <InboxList
                  waiting={waiting}
                  leftOver={leftOver}
                  today={today.approvals}
                  chosen={approvalId}
                  onChoose={choose}
                />
              )}
            </section>
          ),
        },
        {
          id: 'card',
          content:
            approvalId !== null ? (
              <ApprovalPage
                key={approvalId}
                approvalId={approvalId}
                order={order}
                onChoose={choose}
                onSettled={settled}
              />
            ) : open.data !== undefined && first === undefined ? (
              <InboxEmpty />
            ) : (
              <section className="page" />
            ),
        },
      ]}
    />
  )
}
