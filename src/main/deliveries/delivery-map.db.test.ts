import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliveryMapQuerySchema, deliveryMapSchema, type DeliveryMap } from '#shared/delivery-map.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createManualClock } from '#tests/support/manual-clock.ts'
import {
  insertAgent,
  insertDelivery,
  insertOpenApproval,
  insertRunningTurn,
  insertSession,
} from '#tests/support/relay-rows.ts'
import { createDeliveryMap } from './delivery-map.ts'

let store: TestDatabase

beforeEach(async () => {
  store = await openTestDatabase()
  insertAgent(store.db, { id: 'ada' })
  for (const id of ['s', 'you', 'else']) insertSession(store.db, { id, agentId: 'ada', createdAt: 1 })
})
afterEach(() => store.dispose())

function read(query: Record<string, unknown> = {}): DeliveryMap {
  const map = createDeliveryMap({ db: store.db, clock: createManualClock(9000) }).read(
    deliveryMapQuerySchema.parse(query),
  )
  return deliveryMapSchema.parse(map)
}

/** A request of s to you, answered, and one of you to else that waits. */
function insertThree(): void {
  insertDelivery(store.db, {
    id: 'q1',
    from: 's',
    to: 'you',
    text: ' do\n it ',
    at: 1000,
    status: 'consumed',
    outcome: 'success',
  })
  const answer = {
    from: 'you',
    to: 's',
    text: 'done',
    at: 2000,
    inReplyTo: 'q1',
    outcome: 'success',
    status: 'consumed',
  } as const
  insertDelivery(store.db, { id: 'r1', kind: 'result', ...answer })
  insertDelivery(store.db, { id: 'q2', from: 'you', to: 'else', text: 'later', at: 3000 })
}

test('answers the deliveries oldest first, each with both of its lanes and the turn that sent it', () => {
  insertThree()
  const map = read()
  expect(map.deliveries.map(({ id, senderTurnId, excerpt }) => [id, senderTurnId, excerpt])).toEqual([
    ['q1', null, 'do it'],
    ['r1', 't-q1', 'done'],
    ['q2', null, 'later'],
  ])
  expect(map.lanes.map(({ sessionId, state, waiting, newResults }) => [sessionId, state, waiting, newResults])).toEqual(
    [
      ['s', 'idle', 0, 1],
      ['you', 'idle', 0, 0],
      ['else', 'idle', 1, 0],
    ],
  )
  expect(map).toMatchObject({ now: 9000, total: 3, of: 3, truncated: false })
})

test('keeps the newest and says that there are more', () => {
  insertThree()
  const map = read({ limit: 2 })
  expect(map.deliveries.map(({ id }) => id)).toEqual(['r1', 'q2'])
  expect(map).toMatchObject({ total: 3, truncated: true })
})

test('draws a range, a session, or a trace', () => {
  insertThree()
  store.db.sqlite.prepare(`UPDATE deliveries SET trace_id = 'other' WHERE id = 'q2'`).run()
  const drawn = (query: Record<string, unknown>) => {
    const { deliveries, lanes, total, of } = read(query)
    return [deliveries.map(({ id }) => id), lanes.map(({ sessionId }) => sessionId), total, of]
  }
  expect(drawn({ since: 1500, until: 2500 })).toEqual([['r1'], ['you', 's'], 1, 3])
  expect(drawn({ sessionId: 's' })).toEqual([['q1', 'r1'], ['s', 'you'], 2, 3])
  expect(drawn({ traceId: 'other' })).toEqual([['q2'], ['you', 'else'], 1, 3])
  expect(drawn({ traceId: 'other', sessionId: 's' })).toEqual([[], ['s'], 0, 3])
})

test('a session that sent nothing yet has its lane, and one that is gone keeps its name', () => {
  expect(read({ sessionId: 's' }).lanes).toMatchObject([{ sessionId: 's', gone: false }])
  insertDelivery(store.db, { id: 'q', from: 's', to: 'you', text: 'x', at: 1000 })
  store.db.sqlite.prepare(`DELETE FROM sessions WHERE id = 'you'`).run()
  expect(read().lanes[1]).toMatchObject({
    sessionId: 'you',
    name: 'you',
    agentName: 'agent of you',
    gone: true,
    agentId: null,
  })
})

test('shows what runs and what waits for the person', () => {
  insertRunningTurn(store.db, 't', 's')
  insertOpenApproval(store.db, 'a', 't')
  const map = read()
  expect(map.approvals).toMatchObject([{ id: 'a', turnId: 't', senderSessionId: 's', targetName: '', leftOver: false }])
  expect(map.turns).toMatchObject([{ id: 't', state: 'running', startedAt: 1, endedAt: null }])
  expect(map.lanes).toMatchObject([{ sessionId: 's', state: 'waiting', runningSince: 1 }])
  expect(read({ since: 5 })).toMatchObject({ approvals: [], lanes: [], turns: [] })
  expect(read({ sessionId: 's', since: 5 }).turns).toMatchObject([{ id: 't' }])
})

test('reads by an index', () => {
  const seen: string[] = []
  const { sqlite } = store.db
  const spied = new Proxy(sqlite, {
    get(target, key) {
      if (key === 'prepare') return (source: string) => (seen.push(source), sqlite.prepare(source))
      return Reflect.get(target, key) as unknown
    },
  })
  createDeliveryMap({ db: { sqlite: spied }, clock: createManualClock() })
  const values = { sessionId: '', traceId: '', since: 0, until: 1, limit: 1, ids: '[]' }
  const plans = seen.map((source) =>
    sqlite
      .prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${source}`)
      .all(values)
      .map(({ detail }) => detail)
      .join('\n'),
  )
  expect(plans).toHaveLength(11)
  // The one full count is of an index, and every other table is searched.
  for (const plan of plans)
    expect(plan.replace('SCAN deliveries USING COVERING INDEX', '')).not.toMatch(/SCAN (deliveries|d|t|a|s|m|q|g)\b/)
})
