import type { MapApproval, MapDelivery, MapLane, MapTurn } from '#shared/delivery-map.ts'

/** Colour is for exceptions: `past` is grey. */
export type MapTone = 'past' | 'run' | 'fail' | 'cut' | 'you'

/** A row of the map: `y` is its line, px from the top of the plot. */
export type LaneShape = {
  readonly lane: MapLane
  readonly y: number
  readonly top: number
  readonly height: number
  /** The first of another Agent. */
  readonly startsGroup: boolean
}

/** A Turn. `own`: a person started it. */
export type BarShape = {
  readonly turn: MapTurn
  readonly x: number
  readonly y: number
  readonly width: number
  readonly own: boolean
  readonly tone: MapTone
  readonly torn: boolean
  /** Where it was settled, if nobody saw when it stopped. */
  readonly settledX: number | null
}

/** Standing in a queue: a ring, and dots until it starts, ends or is still there now. */
export type WaitShape = {
  readonly x: number
  readonly y: number
  readonly endX: number
  /** Its Turn, if it started. */
  readonly barY: number | null
}

type Shape = {
  /** The same for as long as what it stands for is the same. */
  readonly key: string
  /** Its first moment, ms, and its lane: the order in which the keys go through. */
  readonly at: number
  readonly laneIndex: number
  readonly left: number
  readonly right: number
}

/** One Delivery. */
export type ArrowShape = Shape & {
  readonly kind: 'arrow'
  readonly delivery: MapDelivery
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly wait: WaitShape | null
  /** `bar`: taken back or out of time. `none`: it ends in its ring. */
  readonly head: 'arrow' | 'cross' | 'bar' | 'none'
  readonly tone: MapTone
}

export type Point = { readonly x: number; readonly y: number }

/** Several of one kind between the same two Sessions: a tick for each at both ends, and a trunk with their number. */
export type BundleShape = Shape & {
  readonly kind: 'bundle'
  readonly deliveries: readonly MapDelivery[]
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  readonly startY: number
  readonly startBracketY: number
  readonly endY: number
  readonly endBracketY: number
  readonly trunk: readonly [Point, Point]
  readonly label: Point
}

/** One Turn that tells many. */
export type CombShape = Shape & {
  readonly kind: 'comb'
  readonly deliveries: readonly MapDelivery[]
  readonly x: number
  readonly startY: number
  readonly topY: number
  readonly bottomY: number
  readonly branches: readonly (Point & { readonly id: string; readonly down: boolean })[]
  readonly label: Point
}

/** Several of one Session that wait for another. */
export type QueueShape = Shape & {
  readonly kind: 'queue'
  readonly deliveries: readonly MapDelivery[]
  readonly starts: readonly number[]
  readonly startY: number
  readonly startBracketY: number
  readonly trunk: readonly [Point, Point]
  readonly ring: Point
  readonly endX: number
}

/** What waits for the person: a line that stops at them, and dots where it would go. */
export type AskShape = Shape & {
  readonly kind: 'ask'
  readonly approval: MapApproval
  readonly x: number
  readonly y1: number
  readonly haltY: number
  readonly restY: number
}

export type MapItem = ArrowShape | BundleShape | CombShape | QueueShape | AskShape

export type MapLayout = {
  readonly lanes: readonly LaneShape[]
  readonly bars: readonly BarShape[]
  /** In time order. */
  readonly items: readonly MapItem[]
  readonly height: number
  readonly nowX: number
  /** How many Deliveries stand in bundles, combs and queues. */
  readonly bundled: number
}

/** The Deliveries that an item stands for. */
export function deliveriesOf(item: MapItem): readonly MapDelivery[] {
  if (item.kind === 'ask') return []
  return item.kind === 'arrow' ? [item.delivery] : item.deliveries
}
