import type { DeliveryMap, MapApproval, MapDelivery, MapLane, MapTurn } from '#shared/delivery-map.ts'
import { type Span, xOf } from './map-axis.ts'
import { type Bundles, bundle, type Strand } from './map-bundles.ts'
import type {
  ArrowShape,
  AskShape,
  BarShape,
  BundleShape,
  CombShape,
  LaneShape,
  MapItem,
  MapLayout,
  MapTone,
  QueueShape,
  WaitShape,
} from './map-shapes.ts'

export type LayoutInput = {
  readonly map: DeliveryMap
  /** The lanes of the map from top to bottom. */
  readonly lanes: readonly MapLane[]
  readonly view: Span
  readonly now: number
  /** px */
  readonly width: number
  readonly laneHeight: number
  /** Put together what went well, where it would lie on top of itself. */
  readonly bundles: boolean
}

const BAR_HALF = 5
/** From a lane's line to the tip of an arrow. */
const TIP = 6.5
/** Of a bracket, from the lane's line: results leave on one of their own, farther out. */
const BRACKET = 13
const RESULT_BRACKET = 20
/** A wait shorter than this is not drawn as one, px. */
const WAIT_PX = 16
const RING = 4.5
const SLOT_PX = 12
const LEAST_BAR_PX = 2
const LEAST_TORN_PX = 16
/** Where on its trunk a number stands, from its start. */
const LABEL_AT = 0.56

type Placed = Strand & { readonly delivery: MapDelivery }

/** Where everything stands. Pure: the same input gives the same map, and every Delivery is in exactly one item. */
export function layOut(input: LayoutInput): MapLayout {
  const { map, view, now, width, bundles } = input
  const lanes = placeLanes(input)
  const laneOf = new Map(lanes.map(({ lane }, index) => [lane.sessionId, index]))
  const x = (at: number): number => xOf(view, width, at)
  const strands = map.deliveries.flatMap((delivery): Placed[] => {
    const [fromLane, toLane] = [laneOf.get(delivery.senderSessionId), laneOf.get(delivery.receiverSessionId)]
    if (fromLane === undefined || toLane === undefined) return []
    const startX = x(delivery.acceptedAt)
    const endX = Math.max(startX, x(arrivedAt(delivery, now)))
    return [
      { id: delivery.id, kind: delivery.kind, fromLane, toLane, startX, endX, weight: weightOf(delivery), delivery },
    ]
  })
  const parts: Bundles<Placed> = bundles ? bundle(strands) : { pairs: [], combs: [], queues: [], singles: strands }
  const slots = new Slots()
  const draw = { lanes, slots }
  const queues = parts.queues.map((group) => queueOf(group, draw))
  const items: MapItem[] = [
    ...parts.pairs.map((group) => bundleOf(group, draw)),
    ...parts.combs.map((group) => combOf(group, draw)),
    ...queues,
    ...parts.singles.toSorted((a, b) => a.startX - b.startX).map((strand) => arrowOf(strand, draw)),
    ...map.approvals.flatMap((approval) => askOf(approval, lanes, laneOf, x)),
  ]
  return {
    lanes,
    bars: map.turns.flatMap((turn) => barOf(turn, input, lanes[laneOf.get(turn.sessionId) ?? -1], x)),
    items: items.toSorted((a, b) => a.at - b.at || a.laneIndex - b.laneIndex || (a.key < b.key ? -1 : 1)),
    height: lanes.length * input.laneHeight,
    nowX: x(now),
    bundled: [...parts.pairs, ...parts.combs, ...parts.queues].reduce((sum, group) => sum + group.length, 0),
  }
}

/** Those that are known keep their order; a new one comes to the end of its Agent's, a new Agent to the end of all. */
export function orderLanes(lanes: readonly MapLane[], known: readonly string[]): readonly MapLane[] {
  const place = new Map(known.map((id, index) => [id, index]))
  const at = ({ sessionId }: MapLane): number => place.get(sessionId) ?? known.length
  const inOrder = lanes.toSorted((a, b) => at(a) - at(b))
  return [...Map.groupBy(inOrder, ({ agentId, agentName }) => agentId ?? agentName).values()].flat()
}

function placeLanes({ lanes, laneHeight }: LayoutInput): readonly LaneShape[] {
  return lanes.map((lane, index) => ({
    lane,
    top: index * laneHeight,
    y: index * laneHeight + Math.round(laneHeight * 0.44),
    height: laneHeight,
    startsGroup: index > 0 && lanes[index - 1]?.agentId !== lane.agentId,
  }))
}

/** When it reached its Turn, was read, or ended in the queue; now, while it waits. */
export function arrivedAt({ status, startedAt, finishedAt, acceptedAt }: MapDelivery, now: number): number {
  if (status === 'accepted') return now
  return startedAt ?? finishedAt ?? acceptedAt
}

function weightOf({ status, outcome, held }: MapDelivery): Strand['weight'] {
  if (status === 'accepted') return held ? 'loud' : 'waits'
  return status === 'consumed' && (outcome === 'success' || outcome === null) ? 'quiet' : 'loud'
}

export function toneOf({ status, outcome, errorCode }: MapDelivery): MapTone {
  if (outcome === 'interrupted') return 'cut'
  const tookBack = errorCode === 'CANCELLED' || errorCode === 'DELIVERY_EXPIRED'
  if (outcome === 'failed' || status === 'failed') return tookBack && status === 'failed' ? 'past' : 'fail'
  return status === 'delivering' ? 'run' : 'past'
}

type Draw = { readonly lanes: readonly LaneShape[]; readonly slots: Slots }

function lineOf({ lanes }: Draw, index: number): number {
  return lanes[index]?.y ?? 0
}

/** Down is 1. A Session that writes to itself goes down and comes back. */
function directionOf({ fromLane, toLane }: Strand): 1 | -1 {
  return toLane < fromLane ? -1 : 1
}

function arrowOf(strand: Placed, draw: Draw): ArrowShape {
  const { delivery, fromLane, toLane, startX, endX } = strand
  const down = directionOf(strand)
  const line = lineOf(draw, toLane)
  const waits = delivery.status === 'accepted' || endX - startX > WAIT_PX
  const wait = waits && fromLane !== toLane ? waitOf(strand, draw, line) : null
  const ended = delivery.status === 'failed' || (delivery.kind === 'request' && delivery.outcome === 'failed')
  const tookBack = delivery.errorCode === 'CANCELLED' || delivery.errorCode === 'DELIVERY_EXPIRED'
  return {
    kind: 'arrow',
    key: delivery.id,
    at: delivery.acceptedAt,
    laneIndex: fromLane,
    left: startX,
    right: endX,
    delivery,
    x1: startX,
    y1: lineOf(draw, fromLane) + (fromLane === toLane ? BAR_HALF : down * BAR_HALF),
    x2: wait === null ? endX : wait.x,
    y2: wait !== null ? wait.y - down * RING : fromLane === toLane ? line + TIP : line - down * TIP,
    wait,
    head: ended ? (tookBack ? 'bar' : 'cross') : delivery.status === 'accepted' ? 'none' : 'arrow',
    tone: toneOf(delivery),
  }
}

function waitOf({ delivery, toLane, startX, endX }: Placed, { slots }: Draw, line: number): WaitShape {
  const x = startX + Math.min(8, (endX - startX) / 2)
  const y = line + 14 + slots.take(toLane, x, endX) * SLOT_PX
  return { x, y, endX, barY: delivery.startedAt === null ? null : line + BAR_HALF }
}

/** Rows below a lane for what waits at the same time. */
class Slots {
  readonly #taken = new Map<number, { readonly slot: number; readonly endX: number }[]>()

  /** The first free of three; the last holds whatever finds no place. */
  take(lane: number, x: number, endX: number): number {
    const taken = (this.#taken.get(lane) ?? []).filter((each) => each.endX >= x)
    const slot = [0, 1].find((each) => !taken.some((other) => other.slot === each)) ?? 2
    this.#taken.set(lane, [...taken, { slot, endX }])
    return slot
  }
}

function middle(values: readonly number[]): number {
  return (Math.min(...values) + Math.max(...values)) / 2
}

function groupOf(strands: readonly Placed[]) {
  const starts = strands.map(({ startX }) => startX)
  const ends = strands.map(({ endX }) => endX)
  const first = strands[0]
  return {
    deliveries: strands.map(({ delivery }) => delivery),
    at: Math.min(...strands.map(({ delivery }) => delivery.acceptedAt)),
    laneIndex: first?.fromLane ?? 0,
    left: Math.min(...starts),
    right: Math.max(...ends),
    starts,
    ends,
  }
}

function bundleOf(strands: readonly Placed[], draw: Draw): BundleShape {
  const group = groupOf(strands)
  const [first] = strands
  const down = first === undefined ? 1 : directionOf(first)
  const from = lineOf(draw, first?.fromLane ?? 0)
  const to = lineOf(draw, first?.toLane ?? 0)
  const startBracketY = from + down * (first?.kind === 'result' ? RESULT_BRACKET : BRACKET)
  const endBracketY = to - down * BRACKET
  const trunk = [
    { x: middle(group.starts), y: startBracketY },
    { x: middle(group.ends), y: endBracketY },
  ] as const
  return {
    kind: 'bundle',
    key: `bundle:${first?.id ?? ''}`,
    ...group,
    startY: from + down * BAR_HALF,
    startBracketY,
    endY: to - down * TIP,
    endBracketY,
    trunk,
    label: alongTrunk(trunk, LABEL_AT),
  }
}

/** A point of the curve that leaves and arrives upright. */
function alongTrunk([a, b]: BundleShape['trunk'], t: number): { x: number; y: number } {
  const bend = t * t * (3 - 2 * t)
  const rise = b.y - a.y
  const y =
    3 * (1 - t) * (1 - t) * t * (a.y + rise * 0.6) +
    3 * (1 - t) * t * t * (a.y + rise * 0.4) +
    (1 - t) ** 3 * a.y +
    t ** 3 * b.y
  return { x: a.x + (b.x - a.x) * bend, y }
}

function combOf(strands: readonly Placed[], draw: Draw): CombShape {
  const group = groupOf(strands)
  const from = lineOf(draw, group.laneIndex)
  const branches = strands.map((strand) => {
    const down = directionOf(strand) === 1
    return {
      id: strand.id,
      x: Math.max(strand.endX, group.left + 8),
      y: lineOf(draw, strand.toLane) - (down ? TIP : -TIP),
      down,
    }
  })
  const [top, bottom] = [Math.min(from, ...branches.map(({ y }) => y)), Math.max(from, ...branches.map(({ y }) => y))]
  const goesDown = bottom > from
  return {
    kind: 'comb',
    key: `comb:${strands[0]?.id ?? ''}`,
    ...group,
    x: group.left,
    startY: from + (goesDown ? BAR_HALF : -BAR_HALF),
    topY: top < from ? top + BRACKET : from,
    bottomY: goesDown ? bottom - BRACKET : from,
    branches,
    label: { x: group.left, y: from + (goesDown ? 28 : -28) },
  }
}

function queueOf(strands: readonly Placed[], draw: Draw): QueueShape {
  const group = groupOf(strands)
  const [first] = strands
  const down = first === undefined ? 1 : directionOf(first)
  const toLane = first?.toLane ?? 0
  const startBracketY = lineOf(draw, group.laneIndex) + down * BRACKET
  const x = Math.min(group.right, middle(group.starts) + 8)
  const y = lineOf(draw, toLane) + 17 + draw.slots.take(toLane, group.left, group.right) * SLOT_PX
  return {
    kind: 'queue',
    key: `queue:${first?.id ?? ''}`,
    ...group,
    startY: lineOf(draw, group.laneIndex) + down * BAR_HALF,
    startBracketY,
    trunk: [
      { x: middle(group.starts), y: startBracketY },
      { x, y: y - down * 8 },
    ],
    ring: { x, y },
    endX: Math.max(x, group.right),
  }
}

function askOf(
  approval: MapApproval,
  lanes: readonly LaneShape[],
  laneOf: ReadonlyMap<string, number>,
  x: (at: number) => number,
): AskShape[] {
  const from = laneOf.get(approval.senderSessionId)
  if (from === undefined) return []
  const to = approval.targetSessionId === null ? undefined : laneOf.get(approval.targetSessionId)
  const sender = lanes[from]
  const line = sender?.y ?? 0
  const down = to !== undefined && to < from ? -1 : 1
  const at = x(approval.createdAt)
  const reach = Math.max(22, (sender?.height ?? 0) * 0.32)
  const target = to === undefined ? line + down * (reach + 24) : (lanes[to]?.y ?? line) - down * TIP
  return [
    {
      kind: 'ask',
      key: `ask:${approval.id}`,
      at: approval.createdAt,
      laneIndex: from,
      left: at - 8,
      right: at + 8,
      approval,
      x: at,
      y1: line + down * BAR_HALF,
      haltY: line + down * reach,
      restY: target,
    },
  ]
}

function barOf(
  turn: MapTurn,
  { map, now }: LayoutInput,
  lane: LaneShape | undefined,
  x: (at: number) => number,
): BarShape[] {
  if (lane === undefined) return []
  const start = x(turn.startedAt)
  const end = Math.max(start + LEAST_BAR_PX, x(turn.endedAt ?? now))
  const torn = turn.state === 'interrupted'
  // The app was gone when it stopped: what is known is that it still ran when it last sent something.
  const isUnseen = torn && turn.errorCode === 'RUNTIME_ERROR'
  const seenEnd = isUnseen ? Math.min(end, Math.max(start + LEAST_TORN_PX, x(lastSignOf(turn, map)))) : end
  return [
    {
      turn,
      x: start,
      y: lane.y - BAR_HALF,
      width: seenEnd - start,
      own: turn.origin === 'person' || turn.origin === 'channel',
      tone: barTone(turn, map.approvals),
      torn,
      settledX: seenEnd < end ? end : null,
    },
  ]
}

function lastSignOf({ id, startedAt }: MapTurn, { deliveries }: DeliveryMap): number {
  const sent = deliveries.filter(({ senderTurnId, kind }) => kind === 'request' && senderTurnId === id)
  return Math.max(startedAt, ...sent.map(({ acceptedAt }) => acceptedAt))
}

function barTone({ id, state }: MapTurn, approvals: readonly MapApproval[]): MapTone {
  switch (state) {
    case 'running':
    case 'queued':
      return approvals.some((approval) => approval.turnId === id && !approval.leftOver) ? 'you' : 'run'
    case 'failed':
      return 'fail'
    case 'interrupted':
      return 'cut'
    case 'succeeded':
      return 'past'
  }
}
