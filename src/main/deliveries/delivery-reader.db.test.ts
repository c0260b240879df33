import { afterEach, beforeEach, expect, test } from 'vitest'
import { envelopeSchema } from '#shared/delivery.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type DeliveryRow, insertAgent, insertDelivery, insertSession } from '#tests/support/relay-rows.ts'
import { createDeliveryReader, type DeliveryPage, type DeliveryQuery, type DeliveryReader } from './delivery-reader.ts'

let store: TestDatabase
let reader: DeliveryReader

beforeEach(async () => {
  store = await openTestDatabase()
  reader = createDeliveryReader(store.db)
  insertAgent(store.db, { id: 'ada' })
  for (const id of ['me', 'you', 'else']) insertSession(store.db, { id, agentId: 'ada', createdAt: 1 })
})
afterEach(() => store.dispose())

function insert(row: DeliveryRow): void {
  insertDelivery(store.db, row)
}

/** A request of mine to you, answered. */
function insertPair(): void {
  insert({ id: 'q1', from: 'me', to: 'you', text: 'do it', at: 1000, status: 'consumed', outcome: 'success' })
  insert({
    id: 'r1',
    kind: 'result',
    from: 'you',
    to: 'me',
    text: 'done',
    at: 2000,
    inReplyTo: 'q1',
    outcome: 'success',
    status: 'consumed',
    seenAt: 3000,
    held: true,
  })
}

function read(part: Partial<DeliveryQuery> = {}, as = 'me'): DeliveryPage {
  const page = reader.read(as, {
    direction: 'incoming',
    requestId: null,
    status: null,
    limit: 20,
    cursor: null,
    contentOffset: 0,
    ...part,
  })
  if (!page.ok) throw new Error(page.error.code)
  return page.value
}

function idsOf(part: Partial<DeliveryQuery> = {}, as = 'me'): string[] {
  return read(part, as).deliveries.map((delivery) => delivery.id)
}

test('[SEED-15] answers envelope and content, with the times at which things became true', () => {
  insertPair()
  expect(read({ direction: 'outgoing' })).toEqual({
    deliveries: [
      {
        id: 'q1',
        envelope: {
          version: 1,
          sender: { agentId: 'agent of me', sessionId: 'me' },
          receiver: { agentId: 'agent of you', sessionId: 'you' },
          senderSnapshot: { agentName: 'agent of me', sessionName: 'me' },
          receiverSnapshot: { agentName: 'agent of you', sessionName: 'you' },
          replyPolicy: 'completion',
          sourceMessageId: null,
          outcome: 'success',
          error: null,
          statusAt: '1970-01-01T00:00:01.002Z',
          status: 'consumed',
          inReplyTo: null,
          turnRef: 't-q1',
          traceId: 'trace',
          hop: 1,
          retryOf: null,
          expiresAt: null,
          held: false,
          receipts: {
            acceptedAt: '1970-01-01T00:00:01.000Z',
            startedAt: '1970-01-01T00:00:01.001Z',
            finishedAt: '1970-01-01T00:00:01.002Z',
            resultAcceptedAt: '1970-01-01T00:00:02.000Z',
            resultSeenAt: '1970-01-01T00:00:03.000Z',
          },
        },
        content: 'do it',
        contentLength: 5,
        nextContentOffset: null,
      },
    ],
    nextCursor: null,
  })
  const result = read().deliveries[0]
  expect(result).toMatchObject({
    id: 'r1',
    envelope: {
      inReplyTo: 'q1',
      held: true,
      receipts: { resultAcceptedAt: '1970-01-01T00:00:02.000Z', resultSeenAt: '1970-01-01T00:00:03.000Z' },
    },
  })
  expect(envelopeSchema.safeParse(result?.envelope).success).toBe(true)
})

test('[D01] [D12] a receipt is there only once it is true: stored, started, finished, answered', () => {
  insert({ id: 'waits', from: 'me', to: 'you', text: 'x', at: 1 })
  insert({ id: 'runs', from: 'me', to: 'else', text: 'x', at: 2, status: 'delivering' })
  const receipts = read({ direction: 'outgoing' }).deliveries.map(({ envelope }) => [
    envelope.status,
    envelope.receipts,
  ])
  const none = { startedAt: null, finishedAt: null, resultAcceptedAt: null, resultSeenAt: null }
  expect(receipts).toEqual([
    ['delivering', { ...none, acceptedAt: '1970-01-01T00:00:00.002Z', startedAt: '1970-01-01T00:00:00.003Z' }],
    ['accepted', { ...none, acceptedAt: '1970-01-01T00:00:00.001Z' }],
  ])
})

test('[SEED-13] incoming is what the caller holds, outgoing what it sent; newest first, by status', () => {
  insertPair()
  insert({
    id: 'q2',
    from: 'you',
    to: 'me',
    text: 'a question',
    at: 1500,
    status: 'failed',
    outcome: 'failed',
    errorCode: 'CANCELLED',
  })
  insert({ id: 'q3', from: 'you', to: 'else', text: 'not mine', at: 1600 })
  expect(idsOf()).toEqual(['r1', 'q2'])
  expect(idsOf({ direction: 'outgoing' })).toEqual(['q1'])
  expect(idsOf({ direction: 'outgoing' }, 'you')).toEqual(['r1', 'q3', 'q2'])
  expect(idsOf({ status: 'failed' })).toEqual(['q2'])
  expect(read({ status: 'failed' }).deliveries[0]?.envelope.error).toEqual({ code: 'CANCELLED', message: 'CANCELLED' })
  expect(idsOf({ status: 'delivering' })).toEqual([])
})

test('[SEED-13] [D37] request_id gives the request and its result in any direction, to the two Sessions only', () => {
  insertPair()
  for (const direction of ['incoming', 'outgoing'] as const) {
    for (const as of ['me', 'you']) expect(idsOf({ requestId: 'q1', direction }, as)).toEqual(['r1', 'q1'])
  }
  expect(idsOf({ requestId: 'q1' }, 'else')).toEqual([])
  expect(idsOf({ requestId: 'missing' })).toEqual([])
  const first = read({ requestId: 'q1', limit: 1 })
  expect(first.deliveries.map(({ id }) => id)).toEqual(['r1'])
  expect(idsOf({ requestId: 'q1', cursor: first.nextCursor })).toEqual(['q1'])
})

test('content is read in stretches of 32,768 characters, the offset holding for both rows', () => {
  insert({ id: 'q1', from: 'me', to: 'you', text: '字'.repeat(40_000), at: 1, status: 'consumed', outcome: 'success' })
  insert({
    id: 'r1',
    kind: 'result',
    from: 'you',
    to: 'me',
    text: '😀'.repeat(70_000),
    at: 2,
    inReplyTo: 'q1',
    outcome: 'success',
  })
  const sizes = (contentOffset: number) =>
    read({ requestId: 'q1', contentOffset }).deliveries.map(({ content, contentLength, nextContentOffset }) => [
      [...content].length,
      contentLength,
      nextContentOffset,
    ])
  expect(sizes(0)).toEqual([
    [32_768, 70_000, 32_768],
    [32_768, 40_000, 32_768],
  ])
  expect(sizes(32_768)).toEqual([
    [32_768, 70_000, 65_536],
    [7_232, 40_000, null],
  ])
  expect(sizes(65_536)).toEqual([
    [4_464, 70_000, null],
    [0, 40_000, null],
  ])
})

test('an answer stays under 1 MiB and goes on by its cursor, with no row lost or twice', () => {
  for (let i = 0; i < 30; i += 1)
    insert({ id: `q${String(i).padStart(2, '0')}`, from: 'you', to: 'me', text: '"字'.repeat(20_000), at: i })
  const pages: string[][] = []
  let cursor: string | null = null
  do {
    const page: DeliveryPage = read({ limit: 100, cursor })
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(1024 * 1024)
    pages.push(page.deliveries.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.flat()).toEqual(Array.from({ length: 30 }, (_, i) => `q${String(29 - i).padStart(2, '0')}`))
})

test('one row that is large by itself is still answered', () => {
  insert({ id: 'q', from: 'you', to: 'me', text: '\u0001'.repeat(40_000), at: 1 })
  expect(idsOf({ limit: 1 })).toEqual(['q'])
})

test('rows of the same millisecond page by id; a cursor of another list is refused', () => {
  for (const id of ['a', 'b', 'c', 'd']) insert({ id, from: 'you', to: 'me', text: id, at: 7 })
  const first = read({ limit: 3 })
  expect(first.deliveries.map(({ id }) => id)).toEqual(['d', 'c', 'b'])
  expect(idsOf({ cursor: first.nextCursor })).toEqual(['a'])
  for (const other of [{ direction: 'outgoing' as const }, { status: 'accepted' as const }, { requestId: 'a' }]) {
    expect(() => read({ cursor: first.nextCursor, ...other })).toThrow('INVALID_CURSOR')
  }
  expect(() => read({ cursor: first.nextCursor }, 'you')).toThrow('INVALID_CURSOR')
  expect(() => read({ cursor: 'x' })).toThrow('INVALID_CURSOR')
})

test('a Delivery whose message is gone is still answered, and names are cleaned', () => {
  insert({ id: 'q', from: 'you', to: 'me', text: 'x', at: 1 })
  store.db.sqlite.exec(`DELETE FROM messages; UPDATE deliveries SET sender_session_name = 'a' || char(8238) || 'b'`)
  expect(read().deliveries[0]).toMatchObject({
    content: '',
    contentLength: 0,
    nextContentOffset: null,
    envelope: { senderSnapshot: { sessionName: 'ab' } },
  })
})

test('reads by an index in order', () => {
  const seen: string[] = []
  const { sqlite } = store.db
  createDeliveryReader({
    sqlite: new Proxy(sqlite, {
      get(target, key) {
        if (key === 'prepare') return (source: string) => (seen.push(source), sqlite.prepare(source))
        return Reflect.get(target, key) as unknown
      },
    }),
  })
  const values = { self: '', requestId: '', status: null, at: 1, id: '', limit: 1 }
  const plans = seen.map((source) =>
    sqlite
      .prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${source}`)
      .all(values)
      .map((step) => step.detail)
      .join('\n'),
  )
  expect(plans).toHaveLength(3)
  for (const plan of plans.slice(0, 2)) {
    expect(plan).toMatch(
      /SEARCH d USING INDEX deliveries_(receiver|sender) \(\w+=\? AND \(accepted_at,id\)<\(\?,\?\)\)/,
    )
    expect(plan).not.toMatch(/\bSCAN\b|TEMP B-TREE/)
  }
  expect(plans[2]).not.toMatch(/SCAN d\b|SCAN deliveries/)
})
