import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeliveryMap, MapDelivery, MapLane, MapTurn } from '#shared/delivery-map.ts'
import { timeAt, ticksOf, xOf } from './map-axis.ts'
import { layOut, orderLanes } from './map-layout.ts'
import { deliveriesOf } from './map-shapes.ts'
import { closeTo, fitted, followed, oldestOf, panned, revealed, zoomed } from './map-view.ts'

const NOW = 10_000_000

function lane(index: number, agentId = `a${index % 3}`): MapLane {
  const quiet = {
    gone: false,
    state: 'idle',
    runningSince: null,
    waiting: 0,
    newResults: 0,
    lastActivityAt: null,
  } as const
  return { sessionId: `s${index}`, name: `s${index}`, agentId, agentName: agentId, agentEmoji: '', ...quiet }
}

const statuses = [
  { status: 'accepted', outcome: null },
  { status: 'delivering', outcome: null },
  { status: 'consumed', outcome: 'success' },
  { status: 'consumed', outcome: 'success' },
  { status: 'consumed', outcome: 'failed' },
  { status: 'consumed', outcome: 'interrupted' },
  { status: 'failed', outcome: 'failed' },
] as const

const deliveryArbitrary = (lanes: number): fc.Arbitrary<Omit<MapDelivery, 'id'>> =>
  fc
    .record({
      kind: fc.constantFrom('request' as const, 'result' as const),
      from: fc.nat(lanes - 1),
      to: fc.nat(lanes - 1),
      state: fc.constantFrom(...statuses),
      held: fc.boolean(),
      // Few different times, so that things come to lie on each other.
      acceptedAt: fc.oneof(
        fc.nat(NOW),
        fc.integer({ min: 0, max: 40 }).map((n) => n * 5000),
      ),
      waited: fc.nat(2_000_000),
    })
    .map(({ kind, from, to, state, held, acceptedAt, waited }) => {
      const startedAt = state.status === 'accepted' ? null : Math.min(NOW, acceptedAt + waited)
      return {
        kind,
        senderSessionId: `s${from}`,
        receiverSessionId: `s${to}`,
        replyPolicy: 'none',
        ...state,
        errorCode: null,
        held: held && kind === 'result' && state.status === 'accepted',
        attempts: 0,
        inReplyTo: null,
        turnId: null,
        senderTurnId: null,
        acceptedAt,
        startedAt,
        finishedAt: startedAt,
        excerpt: '',
      }
    })

const mapArbitrary: fc.Arbitrary<DeliveryMap> = fc.integer({ min: 1, max: 14 }).chain((lanes) =>
  fc.record({
    lanes: fc.constant(Array.from({ length: lanes }, (_, index) => lane(index))),
    turns: fc.array(
      fc
        .record({ session: fc.nat(lanes - 1), startedAt: fc.nat(NOW), ran: fc.option(fc.nat(NOW)), lost: fc.boolean() })
        .map(({ session, startedAt, ran, lost }, ...rest): MapTurn => ({
          id: `t${rest.length}${session}${startedAt}`,
          sessionId: `s${session}`,
          origin: 'person',
          state: ran === null ? 'running' : lost ? 'interrupted' : 'succeeded',
          startedAt,
          endedAt: ran === null ? null : startedAt + ran,
          errorCode: lost ? 'RUNTIME_ERROR' : null,
        })),
      { maxLength: 20 },
    ),
    deliveries: fc
      .array(deliveryArbitrary(lanes), { maxLength: 120 })
      .map((all) => all.map((each, index) => ({ ...each, id: `d${index}` }))),
    approvals: fc.array(
      fc
        .record({ from: fc.nat(lanes - 1), to: fc.option(fc.nat(lanes - 1)), createdAt: fc.nat(NOW) })
        .map(({ from, to, createdAt }) => ({
          id: `p${from} ${createdAt}`,
          turnId: 't',
          senderSessionId: `s${from}`,
          targetSessionId: to === null ? null : `s${to}`,
          targetName: '',
          createdAt,
          leftOver: false,
        })),
      { maxLength: 5 },
    ),
    now: fc.constant(NOW),
    total: fc.nat(),
    of: fc.nat(),
    truncated: fc.boolean(),
  }),
)

const inputArbitrary = fc
  .record({
    map: mapArbitrary,
    from: fc.nat(NOW - 20_000),
    length: fc.integer({ min: 10_000, max: NOW }),
    width: fc.integer({ min: 200, max: 2000 }),
    laneHeight: fc.integer({ min: 56, max: 100 }),
    bundles: fc.boolean(),
  })
  .map(({ from, length, map, ...rest }) => ({
    ...rest,
    map,
    lanes: map.lanes,
    view: { from, to: from + length },
    now: NOW,
  }))

test('every delivery is drawn once, or counted in one bundle', () => {
  fc.assert(
    fc.property(inputArbitrary, (input) => {
      const layout = layOut(input)
      const drawn = layout.items.flatMap((item) => deliveriesOf(item).map(({ id }) => id))
      expect(drawn.toSorted()).toEqual(input.map.deliveries.map(({ id }) => id).toSorted())
      expect(layout.items.filter(({ kind }) => kind === 'ask')).toHaveLength(input.map.approvals.length)
      expect(layout.bars).toHaveLength(input.map.turns.length)
    }),
  )
})

test('what failed, was cut off, runs or is kept is never in a bundle, and one by one there is none', () => {
  fc.assert(
    fc.property(inputArbitrary, (input) => {
      const { items, bundled } = layOut(input)
      for (const item of items) {
        if (item.kind === 'arrow' || item.kind === 'ask') continue
        for (const { status, outcome, held } of item.deliveries) {
          expect(held).toBe(false)
          expect(item.kind === 'queue' ? status : `${status} ${outcome}`).toBe(
            item.kind === 'queue' ? 'accepted' : 'consumed success',
          )
        }
      }
      expect(input.bundles ? 0 : bundled).toBe(0)
    }),
  )
})

test('nothing is narrower than nothing or goes back in time, and no two lanes touch', () => {
  fc.assert(
    fc.property(inputArbitrary, (input) => {
      const { bars, items, lanes, height } = layOut(input)
      for (const bar of bars) {
        expect(bar.width).toBeGreaterThan(0)
        expect(bar.settledX ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(bar.x + bar.width)
      }
      for (const item of items) {
        expect(item.right).toBeGreaterThanOrEqual(item.left)
      }
      for (const { x1, x2, wait } of items.filter((item) => item.kind === 'arrow')) {
        expect(x2).toBeGreaterThanOrEqual(x1)
        expect(wait?.endX ?? 0).toBeGreaterThanOrEqual(wait?.x ?? 0)
      }
      lanes.forEach((shape, index) => {
        expect(shape.y).toBeGreaterThan(shape.top)
        expect(lanes[index + 1]?.top ?? height).toBeGreaterThanOrEqual(shape.top + shape.height)
      })
    }),
  )
})

test('panning changes no bundle', () => {
  fc.assert(
    fc.property(inputArbitrary, fc.integer({ min: -500, max: 500 }), (input, ms) => {
      const groups = (from: number) =>
        layOut({ ...input, view: { from, to: from + 1_000_000 } })
          .items.map((item) =>
            deliveriesOf(item)
              .map(({ id }) => id)
              .join(' '),
          )
          .toSorted()
      // Whole pixels, so that rounding is not what is tested.
      expect(groups(ms * 1000)).toEqual(groups(0))
    }),
    { numRuns: 60 },
  )
})

test('time never runs backwards along the axis, and ticks stand apart and within', () => {
  const span = fc
    .record({
      from: fc.integer({ min: 0, max: 4_000_000_000_000 }),
      length: fc.integer({ min: 10_000, max: 40_000_000_000 }),
    })
    .map(({ from, length }) => ({ from, to: from + length }))
  fc.assert(
    fc.property(span, fc.integer({ min: 100, max: 2500 }), fc.nat(), fc.nat(), (view, width, a, b) => {
      const [first, second] = [view.from + Math.min(a, b), view.from + Math.max(a, b)]
      expect(xOf(view, width, second)).toBeGreaterThanOrEqual(xOf(view, width, first))
      expect(timeAt(view, width, xOf(view, width, first))).toBeCloseTo(first, -1)
      const ticks = ticksOf(view, width)
      ticks.forEach(({ at, x }, index) => {
        expect(at).toBeGreaterThanOrEqual(view.from)
        expect(at).toBeLessThanOrEqual(view.to)
        // A day that is an hour short, or a month, may bring two a little closer.
        expect((ticks[index + 1]?.x ?? Number.POSITIVE_INFINITY) - x).toBeGreaterThan(60)
      })
    }),
  )
})

test('the view stays within what there is, keeps its anchor, and follows now at its end', () => {
  const bounds = { oldest: 1_000_000, now: NOW }
  const all = fitted(bounds)
  expect(all).toMatchObject({ to: NOW, follows: true })
  const near = zoomed(all, 0.5, 3_000_000, bounds)
  expect(near.to - near.from).toBeCloseTo((all.to - all.from) / 2)
  expect(xOf(near, 1000, 3_000_000)).toBeCloseTo(xOf(all, 1000, 3_000_000))
  expect(panned(near, 1e12, bounds)).toMatchObject({ to: NOW, follows: true })
  expect(panned(near, -1e12, bounds).from).toBeCloseTo(all.from)
  expect(zoomed(near, 1e9, 3_000_000, bounds)).toEqual(all)
  expect(followed(all, NOW + 5000)).toEqual({ from: all.from + 5000, to: NOW + 5000, follows: true })
  expect(followed(near, NOW + 5000)).toBe(near)
  const close = closeTo({ from: 2_000_000, to: 2_500_000 }, all, bounds)
  expect([close.from, close.to]).toEqual([1_750_000, 2_750_000])
  expect(revealed(near, near.from - 1000, bounds).from).toBeLessThan(near.from - 1000)
  expect(oldestOf({ deliveries: [], approvals: [], now: NOW })).toBe(NOW)
})

test('lanes stay in their order when others come', () => {
  const ids = (lanes: readonly MapLane[]) => lanes.map(({ sessionId }) => sessionId)
  const first = ids(orderLanes([lane(0, 'a'), lane(1, 'b'), lane(2, 'a')], []))
  expect(first).toEqual(['s0', 's2', 's1'])
  expect(
    ids(orderLanes([lane(4, 'b'), lane(3, 'a'), lane(5, 'c'), lane(1, 'b'), lane(0, 'a'), lane(2, 'a')], first)),
  ).toEqual([...['s0', 's2', 's3', 's1', 's4', 's5']])
})
