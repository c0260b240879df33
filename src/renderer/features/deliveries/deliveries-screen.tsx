import './deliveries.css'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf, navigate } from '#renderer/app/router.ts'
import { EmptyState } from '#renderer/ui/empty-state.tsx'
import { LineNotice, ReadError } from '#renderer/ui/line-notice.tsx'
import { SkeletonRows } from '#renderer/ui/skeleton-rows.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { useShortcut } from '#renderer/ui/use-shortcut.ts'
import { DeliveriesDrawing } from './deliveries-drawing.tsx'
import { useDeliveriesUi } from './deliveries-ui.ts'
import { DeliveryDetailPane } from './detail/delivery-detail.tsx'
import { ExportButton } from './export-button.tsx'
import { routeFilter } from './filters/delivery-filter-model.ts'
import { FilterBar } from './filters/filter-bar.tsx'
import { LiveWord } from './live-word.tsx'
import { ViewSwitch } from './map/view-switch.tsx'
import { DeliveryTable } from './table/delivery-table.tsx'
import { useDeliveryFeed } from './use-delivery-feed.ts'

/** Every request and result there ever was, newest first, and one of them in full. */
export function DeliveriesScreen({ deliveryId }: { readonly deliveryId: string | null }) {
  const { t, i18n } = useTranslation('deliveries')
  const { filters, offset, clearFilters, setOffset } = useDeliveriesUi()
  const filter = routeFilter(filters, useNow())
  const isFiltered = Object.keys(filter).length > 0
  const { feed, state } = useDeliveryFeed(filter)
  const open = useCallback((id: string, replace: boolean) => navigate(hrefOf('deliveries', id), { replace }), [])
  const close = useCallback(() => navigate(hrefOf('deliveries')), [])
  useShortcut({
    keys: 'Escape',
    enabled: deliveryId !== null,
    label: t('shortcut.close'),
    group: t('title'),
    run: close,
  })

  const { total, of, rows, error, reading } = state
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const count =
    total === null || of === 0
      ? ''
      : isFiltered
        ? t('countOf', { shown: number(total), of: number(of) })
        : t('count', { count: of, shown: number(of) })
  return (
    <div className="deliveries" data-detail={deliveryId === null ? 'closed' : 'open'}>
      <section className="page" aria-label={t('title')}>
        <div className="bar">
          <h1>{t('title')}</h1>
          <ViewSwitch view="table" />
          <span className="grow" />
          {state.arrived === 0 ? null : (
            <button type="button" className="link small" onClick={() => feed.hold(false)}>
              {t('arrived', { count: state.arrived })}
            </button>
          )}
          <LiveWord />
          <ExportButton filter={filter} />
        </div>
        <FilterBar count={count} />
        {error === null ? null : total === null ? (
          <ReadError what={t('error.list')} error={error} onRetry={() => void feed.start()} />
        ) : (
          <LineNotice
            mark="cut"
            title={t('error.partial')}
            action={{ label: t('error.again'), run: () => void feed.reload() }}
          >
            {t('error.partialText')}
          </LineNotice>
        )}
        {total === null ? (
          reading ? (
            <SkeletonRows rows={12} height={34} />
          ) : null
        ) : rows.length > 0 ? (
          <DeliveryTable
            feed={feed}
            state={state}
            chosenId={deliveryId}
            startOffset={offset}
            onOffset={setOffset}
            onOpen={open}
          />
        ) : isFiltered && of > 0 ? (
          <LineNotice mark="idle" title={t('none.title')} action={{ label: t('none.clear'), run: clearFilters }}>
            {t('none.text', { count: of, shown: number(of) })}
          </LineNotice>
        ) : (
          <EmptyState drawing={<DeliveriesDrawing />} title={t('empty.title')}>
            {t('empty.text')}
          </EmptyState>
        )}
      </section>
      {deliveryId === null ? null : (
        <>
          <button type="button" className="dlv-shade" tabIndex={-1} aria-hidden onClick={close} />
          <DeliveryDetailPane id={deliveryId} onClose={close} />
        </>
      )}
    </div>
  )
}
