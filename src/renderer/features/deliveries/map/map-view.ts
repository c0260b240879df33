import type { DeliveryMap } from '#shared/delivery-map.ts'
import type { Span } from './map-axis.ts'

/** The stretch of time on screen. `follows`: its right edge is now, and goes with it. */
export type MapView = Span & { readonly follows: boolean }

/** How far the view can go. */
export type Bounds = { readonly oldest: number; readonly now: number }

const LEAST_MS = 10_000
/** Of the span, free at the left of the oldest thing. */
const MARGIN = 0.03
/** Of the span, how near to an edge still counts as on the screen. */
const EDGE = 0.02
const SHORTEST_FIT_MS = 2 * 60_000

/** When the oldest of what is drawn began; now, where there is nothing. */
export function oldestOf({
  deliveries,
  approvals,
  now,
}: Pick<DeliveryMap, 'deliveries' | 'approvals' | 'now'>): number {
  return [...deliveries.map(({ acceptedAt }) => acceptedAt), ...approvals.map(({ createdAt }) => createdAt)].reduce(
    (oldest, at) => Math.min(oldest, at),
    now,
  )
}

/** All there is, up to now. */
export function fitted({ oldest, now }: Bounds): MapView {
  const span = Math.max(SHORTEST_FIT_MS, now - oldest)
  return { from: now - span * (1 + MARGIN), to: now, follows: true }
}

/** Shows more (factor over 1) or less of it; the time at `anchor` stays where it is. */
export function zoomed(view: MapView, factor: number, anchor: number, bounds: Bounds): MapView {
  const most = Math.max(SHORTEST_FIT_MS, bounds.now - bounds.oldest) * (1 + MARGIN)
  const length = Math.min(most, Math.max(LEAST_MS, (view.to - view.from) * factor))
  const share = (anchor - view.from) / (view.to - view.from)
  return placed(anchor - share * length, length, bounds)
}

export function panned(view: MapView, ms: number, bounds: Bounds): MapView {
  return placed(view.from + ms, view.to - view.from, bounds)
}

/** The view as it stands at this moment. */
export function followed(view: MapView, now: number): MapView {
  return view.follows && view.to !== now ? { from: now - (view.to - view.from), to: now, follows: true } : view
}

/** Brings a time onto the screen, moving no more than needed. */
export function revealed(view: MapView, at: number, bounds: Bounds): MapView {
  const length = view.to - view.from
  const edge = length * EDGE
  if (at < view.from + edge) return placed(at - edge, length, bounds)
  if (at > view.to && !view.follows) return placed(at + edge - length, length, bounds)
  return view
}

/** Comes so close that these times fill half of the width, where that is closer than before. */
export function closeTo({ from, to }: Span, view: MapView, bounds: Bounds): MapView {
  const length = Math.max(LEAST_MS, Math.min(view.to - view.from, (to - from) * 2))
  return placed((from + to - length) / 2, length, bounds)
}

function placed(from: number, length: number, { oldest, now }: Bounds): MapView {
  const first = Math.min(oldest - Math.max(SHORTEST_FIT_MS, now - oldest) * MARGIN, now - length)
  const start = Math.max(first, Math.min(from, now - length))
  return start >= now - length
    ? { from: now - length, to: now, follows: true }
    : { from: start, to: start + length, follows: false }
}
