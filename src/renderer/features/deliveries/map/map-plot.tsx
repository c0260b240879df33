import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryMap, MapLane } from '#shared/delivery-map.ts'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { BundleCard } from './bundle-card.tsx'
import { type Span, ticksOf, timeAt } from './map-axis.ts'
import { Bar, BundleCount, ItemDrawing } from './map-items.tsx'
import { LaneHead, LaneNow } from './map-lane-words.tsx'
import { layOut } from './map-layout.ts'
import { ZOOM_STEP } from './map-legend.tsx'
import { isSelected, selectionOf, stepTo } from './map-selection.ts'
import type { MapItem } from './map-shapes.ts'
import type { MapView } from './map-view.ts'
import { namesIn, sayOnce } from './map-words.ts'
import { usePlotMoves } from './use-plot-moves.ts'
import { useSize } from './use-size.ts'

type Props = {
  readonly map: DeliveryMap
  readonly lanes: readonly MapLane[]
  readonly view: MapView
  readonly now: number
  readonly bundles: boolean
  readonly chosenId: string | null
  readonly onZoom: (factor: number, anchor?: number) => void
  /** Moves what is shown, ms. */
  readonly onPan: (ms: number) => void
  readonly onReveal: (at: number) => void
  readonly onFit: () => void
  readonly onNow: () => void
  readonly onOpen: (id: string) => void
  readonly onAsk: (approvalId: string) => void
  /** To see these apart. */
  readonly onApart: (span: Span) => void
  /** The bundle whose card is open. */
  readonly cardKey: string | null
  readonly onCard: (key: string | null) => void
}

const LEAST_LANE_PX = 56
const MOST_LANE_PX = 100
const AXIS_PX = 30
/** Lanes this tall have room for a word under a torn Turn. */
const TAG_LANE_PX = 80
/** What lies farther outside is not drawn. */
const OUTSIDE_PX = 80

/** Of what is shown. */
const shiftPans: Readonly<Record<string, number>> = { ArrowLeft: -1 / 8, ArrowRight: 1 / 8 }

/** Lanes, and what goes between them along time. */
export function MapPlot(props: Props) {
  const {
    map,
    lanes,
    view,
    now,
    bundles,
    chosenId,
    onZoom,
    onPan,
    onReveal,
    onFit,
    onNow,
    onOpen,
    onAsk,
    onApart,
    cardKey,
    onCard,
  } = props
  const { t } = useTranslation('map')
  const { t: d } = useTranslation('deliveries')
  const times = useTimesIn()
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<HTMLDivElement>(null)
  const room = useSize(frame)
  const { width } = useSize(plot)
  const [active, setActive] = useState<string | null>(null)
  const plotId = useId()

  const space = Math.max(0, room.height - AXIS_PX)
  const laneHeight = Math.min(MOST_LANE_PX, Math.max(LEAST_LANE_PX, Math.floor(space / Math.max(1, lanes.length))))
  const layout = useMemo(
    () => layOut({ map, lanes, view, now, width: Math.max(1, width), laneHeight, bundles }),
    [map, lanes, view, now, width, laneHeight, bundles],
  )
  const ticks = useMemo(() => ticksOf(view, Math.max(1, width)), [view, width])
  const selection = useMemo(() => selectionOf(map.deliveries, chosenId), [map, chosenId])
  const say = useMemo(() => sayOnce({ t, d, times, now, nameOf: namesIn(map, t('unnamed')) }), [t, d, times, now, map])
  const height = Math.max(layout.height, space)
  const perPx = (view.to - view.from) / Math.max(1, width)

  const moves = usePlotMoves(plot, {
    zoom: (factor, x) => onZoom(factor, timeAt(view, width, x)),
    pan: (px) => onPan(px * perPx),
  })
  const shown = layout.items.filter(({ left, right }) => right >= -OUTSIDE_PX && left <= width + OUTSIDE_PX)
  const bars = layout.bars.filter(({ x, width: full, settledX }) => (settledX ?? x + full) >= 0 && x <= width)
  const current = shown.find(({ key }) => key === active)
  const card = layout.items.find(({ key }) => key === cardKey)

  const press = (item: MapItem): void => {
    setActive(item.key)
    if (item.kind === 'arrow') onOpen(item.delivery.id)
    else if (item.kind === 'ask') onAsk(item.approval.id)
    else onCard(item.key)
  }
  const toItem = (item: MapItem): void => {
    setActive(item.key)
    onReveal(item.at)
    const lane = layout.lanes[item.laneIndex]
    const box = frame.current
    if (lane === undefined || box === null) return
    const [top, bottom] = [lane.top, lane.top + lane.height - box.clientHeight + AXIS_PX]
    if (box.scrollTop > top) box.scrollTop = top
    else if (box.scrollTop < bottom) box.scrollTop = bottom
  }
  const pressed = (event: KeyboardEvent): void => {
    // What is pressed in the card comes by here too.
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const pan = event.shiftKey ? shiftPans[event.key] : undefined
    if (event.key === '+' || event.key === '=') onZoom(1 / ZOOM_STEP, current?.at)
    else if (event.key === '-') onZoom(ZOOM_STEP, current?.at)
    else if (event.key === '0') onFit()
    else if (pan !== undefined) onPan((view.to - view.from) * pan)
    else if ((event.key === 'Enter' || event.key === ' ') && current !== undefined) press(current)
    else {
      const from = current ?? shown.find((item) => isSelected(item, selection))
      const next =
        from === undefined && event.key.startsWith('Arrow')
          ? shown.at(-1)
          : stepTo(layout.items, from?.key ?? null, event.key)
      if (next === undefined || next === null) return
      toItem(next)
    }
    event.preventDefault()
  }

  return (
    <div className="map-frame scroll" ref={frame}>
      <div className="map-axis">
        <span />
        <div aria-hidden>
          {ticks.map(({ at, x, day, seconds }) =>
            x > width - 44 && view.follows ? null : (
              <time key={at} style={{ left: x }} data-day={day}>
                {day ? times.day(at, now) : seconds ? times.precise(at).slice(0, 8) : times.clock(at)}
              </time>
            ),
          )}
          {layout.nowX <= width + 1 ? (
            <time className="map-now-time" style={{ left: Math.min(width, layout.nowX) }}>
              {times.clock(now)}
            </time>
          ) : null}
        </div>
        <span className="map-now-head">
          {view.follows ? (
            t('now')
          ) : (
            <button type="button" className="link" onClick={onNow}>
              {t('toNow')}
            </button>
          )}
        </span>
      </div>
      <div className="map-body" style={{ height }}>
        <div className="map-lanes">
          {layout.lanes.map((shape) => (
            <LaneHead key={shape.lane.sessionId} shape={shape} />
          ))}
        </div>
        <div
          ref={plot}
          className="map-plot"
          role="listbox"
          tabIndex={0}
          aria-activedescendant={current === undefined ? undefined : `${plotId}-${current.key}`}
          aria-label={t('plot', { from: times.exact(view.from), to: times.exact(view.to) })}
          onKeyDown={pressed}
          onPointerDown={moves.onPointerDown}
          onPointerMove={moves.onPointerMove}
          onPointerUp={moves.onPointerUp}
          onPointerCancel={moves.onPointerUp}
        >
          <svg width={width} height={height} role="presentation">
            <g className="map-grid" aria-hidden>
              {ticks.map(({ at, x, day }) => (
                <path key={at} data-day={day} d={`M${Math.round(x) + 0.5} 0 V${height}`} />
              ))}
              {layout.lanes.map(({ lane, y, top, startsGroup }) => (
                <g key={lane.sessionId}>
                  {startsGroup ? <path d={`M0 ${top + 0.5} H${width}`} /> : null}
                  <path className="map-line" d={`M0 ${y} H${Math.min(width, Math.max(0, layout.nowX))}`} />
                </g>
              ))}
            </g>
            <g aria-hidden>
              {bars.map((bar) => (
                <Bar
                  key={bar.turn.id}
                  shape={bar}
                  selected={selection.turnIds.has(bar.turn.id)}
                  width={width}
                  title={say.turn(bar.turn)}
                />
              ))}
              {laneHeight < TAG_LANE_PX
                ? null
                : bars
                    .filter(({ torn, own }) => torn && !own)
                    .map(({ turn, x, y }) => (
                      <text key={turn.id} className="map-tag" x={Math.max(2, x)} y={y + 25}>
                        {t('tag')}
                      </text>
                    ))}
            </g>
            {shown.map((item) => (
              <g
                key={item.key}
                id={`${plotId}-${item.key}`}
                className="map-item"
                data-active={item.key === active}
                data-selected={isSelected(item, selection) || item.key === cardKey}
                role="option"
                aria-selected={isSelected(item, selection)}
                aria-label={say.item(item)}
                onClick={() => (moves.wasDrag() ? undefined : press(item))}
              >
                <title>{say.item(item)}</title>
                <ItemDrawing item={item} selected={isSelected(item, selection)} />
              </g>
            ))}
            {shown.map((item) =>
              item.kind === 'arrow' || item.kind === 'ask' ? null : (
                <g
                  key={item.key}
                  className="map-item"
                  aria-hidden
                  data-selected={isSelected(item, selection) || item.key === cardKey}
                  onClick={() => (moves.wasDrag() ? undefined : press(item))}
                >
                  <BundleCount item={item} />
                </g>
              ),
            )}
            {layout.nowX <= width + 1 ? (
              <path className="map-now" aria-hidden d={`M${Math.min(width - 0.5, layout.nowX)} 0 V${height}`} />
            ) : null}
          </svg>
          {card === undefined || card.kind === 'arrow' || card.kind === 'ask' ? null : (
            <BundleCard
              item={card}
              at={card.kind === 'queue' ? card.ring : card.label}
              lanes={lanes}
              now={now}
              onOpen={(id) => {
                onCard(null)
                onOpen(id)
              }}
              onSingle={() => {
                onCard(null)
                onApart({ from: timeAt(view, width, card.left), to: timeAt(view, width, card.right) })
              }}
              onClose={() => onCard(null)}
            />
          )}
        </div>
        <div className="map-nows">
          {layout.lanes.map((shape) => (
            <LaneNow key={shape.lane.sessionId} shape={shape} now={now} />
          ))}
        </div>
      </div>
    </div>
  )
}
