import { ChevronLeft } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalFilter } from '#shared/approval.ts'
import { hrefOf, navigate } from '#renderer/app/router.ts'
import { EmptyState } from '#renderer/ui/empty-state.tsx'
import { LineNotice, ReadError } from '#renderer/ui/line-notice.tsx'
import { Panes } from '#renderer/ui/panes.tsx'
import { SkeletonRows } from '#renderer/ui/skeleton-rows.tsx'
import { ApprovalPage } from './approval-page.tsx'
import { HistoryFilter } from './history-filter.tsx'
import { HistoryList } from './history-list.tsx'
import { useHistory } from './use-history.ts'

/** Every answer of the past, and what it was an answer to. */
export function HistoryPane({ approvalId }: { readonly approvalId: string | null }) {
  const { t } = useTranslation('inbox')
  const [filter, setFilter] = useState<ApprovalFilter>({})
  const history = useHistory(filter, true)
  const { approvals, hasNextPage, isFetchingNextPage, fetchNextPage } = history
  const order = useMemo(() => approvals.map(({ id }) => id), [approvals])
  const choose = useCallback((id: string) => navigate(hrefOf('inbox', id, { show: 'answered' }), { replace: true }), [])
  const first = order[0]
  const isFiltered = filter.states !== undefined || filter.text !== undefined
  useEffect(() => {
    if (approvalId === null && first !== undefined) choose(first)
  }, [approvalId, first, choose])
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
            <section className="pane" aria-label={t('answered')}>
              <div className="bar">
                <a className="ibtn -ms-2" href={hrefOf('inbox')} aria-label={t('backToInbox')} title={t('backToInbox')}>
                  <ChevronLeft size={16} strokeWidth={1.5} aria-hidden />
                </a>
                <h1>{t('answered')}</h1>
              </div>
              <HistoryFilter filter={filter} onChange={setFilter} />
              {history.error === null ? null : (
                <ReadError
                  what={t('unread.history')}
                  error={history.error.error}
                  onRetry={() => void history.refetch()}
                />
              )}
              {history.data === undefined && history.error === null ? <SkeletonRows height={52} /> : null}
              {isFiltered && history.data !== undefined && first === undefined ? (
                <LineNotice mark="idle" title={t('filter.none')} />
              ) : null}
              {history.data === undefined ? null : (
                <HistoryList
                  approvals={approvals}
                  chosen={approvalId}
                  onChoose={choose}
                  onNearEnd={() => (hasNextPage && !isFetchingNextPage ? void fetchNextPage() : undefined)}
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
                onSettled={choose}
              />
            ) : (
              <section className="page">
                {history.data !== undefined && first === undefined && !isFiltered ? (
                  <EmptyState title={t('empty.history')}>{t('empty.historySays')}</EmptyState>
                ) : null}
              </section>
            ),
        },
      ]}
    />
  )
}
