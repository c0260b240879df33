import './map.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryMap, MapLane } from '#shared/delivery-map.ts'
import { hrefOf, navigate } from '#renderer/app/router.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { EmptyState } from '#renderer/ui/empty-state.tsx'
import { LineNotice, ReadError } from '#renderer/ui/line-notice.tsx'
import { SkeletonRows } from '#renderer/ui/skeleton-rows.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { useShortcut } from '#renderer/ui/use-shortcut.ts'
import { DeliveriesDrawing } from '../deliveries-drawing.tsx'
import { useDeliveriesUi } from '../deliveries-ui.ts'
import { DeliveryDetailPane } from '../detail/delivery-detail.tsx'
import { LiveWord } from '../live-word.tsx'
import { MapBar } from './map-bar.tsx'
import { orderLanes } from './map-layout.ts'
import { MapLegend } from './map-legend.tsx'
import { MapPlot } from './map-plot.tsx'
import { MapTable } from './map-table.tsx'
import { useMapUi } from './map-ui.ts'
import { closeTo, fitted, followed, type MapView, oldestOf, panned, revealed, zoomed } from './map-view.ts'
import { ViewSwitch } from './view-switch.tsx'

type Props = { readonly deliveryId: string | null; readonly traceId: string | null }

/** The Deliveries of a time, a Session or a trace as lanes and arrows, and one of them in full. */
export function MapScreen({ deliveryId, traceId }: Props) {
  const { t } = useTranslation('map')
  const { t: d } = useTranslation('deliveries')
  const { range, since, mode, setRange } = useMapUi()
  const session = useDeliveriesUi(({ filters }) => filters.session)
  const query = {
    ...(session === null ? {} : { sessionId: session.id }),
    ...(traceId === null ? {} : { traceId }),
    // A trace is drawn whole: it may have begun before today.
    ...(since === null || traceId !== null ? {} : { since }),
  }
  const read = useRouteQuery('deliveries.map', query, { holdLast: true })
  const params: Record<string, string> = { view: 'map', ...(traceId === null ? {} : { trace: traceId }) }
  const hrefTo = (id: string | null): string => hrefOf('deliveries', id, params)
  const close = (): void => navigate(hrefTo(null))
  useShortcut({
    keys: 'Escape',
    enabled: deliveryId !== null,
    label: d('shortcut.close'),
    group: d('title'),
    run: close,
  })
  const map = read.data
  return (
    <div className="deliveries" data-detail={deliveryId === null ? 'closed' : 'open'}>
      <section className="page" aria-label={t('label')}>
        <div className="bar">
          <h1>{d('title')}</h1>
          <ViewSwitch view="map" />
          <span className="grow" />
          <LiveWord />
        </div>
        <MapBar map={map} traceId={traceId} />
        {read.isRefetchError ? (
          <LineNotice
            mark="cut"
            title={t('old')}
            action={{ label: d('error.again'), run: () => void read.refetch() }}
          />
        ) : null}
        {map === undefined ? (
          read.isError ? (
            <ReadError what={t('error')} error={read.error.error} onRetry={() => void read.refetch()} />
          ) : (
            <SkeletonRows rows={8} height={56} />
          )
        ) : map.deliveries.length + map.approvals.length === 0 ? (
          map.of === 0 ? (
            <EmptyState drawing={<DeliveriesDrawing />} title={t('empty.title')}>
              {t('empty.none')}
            </EmptyState>
          ) : (
            <LineNotice
              mark="idle"
              title={t('empty.title')}
              action={
                range === 'all' || traceId !== null ? undefined : { label: t('empty.all'), run: () => setRange('all') }
              }
            >
              {t(session === null ? 'empty.range' : 'empty.session')}
            </LineNotice>
          )
        ) : mode === 'words' ? (
          <MapTable map={map} now={map.now} chosenId={deliveryId} hrefTo={hrefTo} />
        ) : (
          <Drawn
            key={JSON.stringify([range, since, session?.id, traceId])}
            map={map}
            isOld={read.isPlaceholderData}
            chosenId={deliveryId}
            hrefTo={hrefTo}
          />
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

type DrawnProps = {
  readonly map: DeliveryMap
  /** It is still the map of what was asked before. */
  readonly isOld: boolean
  readonly chosenId: string | null
  readonly hrefTo: (id: string) => string
}

/** One map and where in it one looks. It fits when it is first drawn, and afterwards moves only with now or by hand. */
function Drawn({ map, isOld, chosenId, hrefTo }: DrawnProps) {
  const { mode, setMode } = useMapUi()
  const tick = useNow()
  const [card, setCard] = useState<{ readonly key: string; readonly openedAt: number } | null>(null)
  // While a card is open over the map, the map does not move by itself.
  const now = card?.openedAt ?? Math.max(tick, map.now)
  const bounds = { oldest: oldestOf(map), now }
  const [chosen, setChosen] = useState<MapView | null>(null)
  if (chosen === null && !isOld) setChosen(fitted(bounds))
  const view = chosen === null ? fitted(bounds) : followed(chosen, now)
  const lanes = useStableLanes(map.lanes)
  const look = (next: MapView): void => {
    setCard(null)
    setChosen(next)
  }
  const fit = (): void => look(fitted(bounds))
  const zoom = (factor: number, anchor?: number): void => {
    const middle = view.follows ? view.to : (view.from + view.to) / 2
    look(zoomed(view, factor, anchor ?? middle, bounds))
  }
  return (
    <>
      <MapPlot
        map={map}
        lanes={lanes}
        view={view}
        now={now}
        bundles={mode === 'bundles'}
        chosenId={chosenId}
        onZoom={zoom}
        onPan={(ms) => look(panned(view, ms, bounds))}
        onReveal={(at) => look(revealed(view, at, bounds))}
        onFit={fit}
        onNow={() => look(panned(view, now - view.to, bounds))}
        onOpen={(id) => navigate(hrefTo(id), { replace: chosenId !== null })}
        onAsk={(id) => navigate(hrefOf('inbox', id))}
        onApart={(span) => {
          setMode('single')
          look(closeTo(span, view, bounds))
        }}
        cardKey={card?.key ?? null}
        onCard={(key) => setCard(key === null ? null : { key, openedAt: now })}
      />
      <MapLegend bundled={mode === 'bundles'} onZoom={zoom} onFit={fit} />
    </>
  )
}

/** Lanes keep the order in which they were first seen. */
function useStableLanes(lanes: readonly MapLane[]): readonly MapLane[] {
  const [kept, setKept] = useState<{ readonly from: readonly MapLane[]; readonly ordered: readonly MapLane[] }>({
    from: [],
    ordered: [],
  })
  if (kept.from === lanes) return kept.ordered
  const known = kept.ordered.map(({ sessionId }) => sessionId)
  const first = known.length === 0 ? lanes.toSorted((a, b) => a.agentName.localeCompare(b.agentName)) : lanes
  const ordered = orderLanes(first, known)
  setKept({ from: lanes, ordered })
  return ordered
}
