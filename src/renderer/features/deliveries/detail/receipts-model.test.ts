import { expect, test } from 'vitest'
import type { DeliveryRow } from '#shared/delivery.ts'
import { shownDelivery } from '#tests/support/shown-delivery.ts'
import { type Receipt, receiptsOf } from './receipts-model.ts'

const approval = { id: 'p1', askedAt: 500, decidedAt: 990, edited: false }
const request = (change: Partial<DeliveryRow> = {}): DeliveryRow => shownDelivery({ approvalId: 'p1', ...change })
const result = (change: Partial<DeliveryRow> = {}): DeliveryRow =>
  shownDelivery({
    id: 'd2',
    kind: 'result',
    replyPolicy: 'none',
    inReplyTo: 'd1',
    receiver: { agentName: 'Planner', sessionName: 'Release notes' },
    ...change,
  })
const lines = (receipts: readonly Receipt[]): string[] =>
  receipts.map(({ word, state, at, joint }) => `${word} ${state} ${at ?? '-'} ${joint}`)

test('a request that waits has happened as far as accepted', () => {
  expect(lines(receiptsOf({ delivery: request(), approval, linked: null }))).toEqual([
    'approved done 990 solid',
    'accepted done 1000 solid',
    'started todo - solid',
    'result todo - dashed',
  ])
})

test('a yes is never told as later than the acceptance that it was', () => {
  const receipts = receiptsOf({ delivery: request(), approval: { ...approval, decidedAt: 1007 }, linked: null })
  expect(receipts[0]?.at).toBe(1000)
})

test('a note waits for no result', () => {
  const receipts = receiptsOf({ delivery: request({ replyPolicy: 'none' }), approval: null, linked: null })
  expect(lines(receipts)).toEqual(['accepted done 1000 solid', 'started todo - solid'])
})

test('a whole journey: asking is solid, answering is dashed, waits and runs are said', () => {
  const delivery = request({ status: 'consumed', outcome: 'success', startedAt: 209_000, finishedAt: 759_000, seq: 7 })
  const linked = result({
    status: 'consumed',
    outcome: 'success',
    acceptedAt: 759_000,
    startedAt: 759_500,
    finishedAt: 760_000,
  })
  const receipts = receiptsOf({ delivery, approval: { ...approval, edited: true }, linked })
  expect(lines(receipts)).toEqual([
    'approved done 990 solid',
    'accepted done 1000 solid',
    'started done 209000 solid',
    'consumed done 759000 solid',
    'resultAccepted done 759000 dashed',
    'resultConsumed done 760000 dashed',
  ])
  expect(receipts.map(({ detail }) => detail)).toEqual([
    { kind: 'asked', at: 500, edited: true },
    { kind: 'place', seq: 7 },
    { kind: 'waited', ms: 208_000 },
    { kind: 'ran', ms: 550_000 },
    null,
    { kind: 'woke', agent: 'Planner' },
  ])
})

test('a request that runs says since when; its result is still to come', () => {
  const receipts = receiptsOf({
    delivery: request({ status: 'delivering', startedAt: 1200 }),
    approval: null,
    linked: null,
  })
  expect(lines(receipts)).toEqual(['accepted done 1000 solid', 'started now 1200 solid', 'result todo - dashed'])
  expect(receipts[1]?.detail).toEqual({ kind: 'running', at: 1200 })
})

test('the app closed in the middle: nobody claims to know when, and the settling is dashed', () => {
  const error = { code: 'RUNTIME_ERROR' as const, message: '' }
  const delivery = request({ status: 'consumed', outcome: 'interrupted', error, startedAt: 1200, finishedAt: 600_000 })
  const receipts = receiptsOf({
    delivery,
    approval: null,
    linked: result({ acceptedAt: 600_000, outcome: 'interrupted', error }),
  })
  expect(lines(receipts)).toEqual([
    'accepted done 1000 solid',
    'started done 1200 solid',
    'interrupted cut - cut',
    'consumed late 600000 dashed',
    'resultAccepted done 600000 dashed',
    'resultConsumed todo - dashed',
  ])
  expect(receipts[3]?.gapMs).toBe(598_800)
  expect(receipts[4]?.detail).toEqual({ kind: 'partial' })
})

test('stopped by a person: it is known when, and after how long', () => {
  const error = { code: 'CANCELLED' as const, message: '' }
  const delivery = request({ status: 'consumed', outcome: 'interrupted', error, startedAt: 1200, finishedAt: 4200 })
  const cut = receiptsOf({ delivery, approval: null, linked: null })[2]
  expect(cut).toMatchObject({ word: 'interrupted', at: 4200, gapMs: 3000, detail: { kind: 'stopped' }, joint: 'cut' })
})

test('ends without a run: expired and cancelled are closed, anything else failed with its code', () => {
  const end = (code: 'DELIVERY_EXPIRED' | 'CANCELLED' | 'TARGET_UNAVAILABLE') =>
    receiptsOf({
      delivery: request({ status: 'failed', outcome: 'failed', error: { code, message: '' }, finishedAt: 9000 }),
      approval: null,
      linked: null,
    })[1]
  expect(end('DELIVERY_EXPIRED')).toMatchObject({ word: 'expired', state: 'closed', at: 9000 })
  expect(end('CANCELLED')).toMatchObject({ word: 'cancelled', state: 'closed' })
  expect(end('TARGET_UNAVAILABLE')).toMatchObject({
    word: 'failed',
    state: 'failed',
    detail: { kind: 'code', code: 'TARGET_UNAVAILABLE' },
  })
})

test('put off: how often is the row’s, when it is tried again is said', () => {
  const delivery = request({
    attempts: 3,
    nextTryAt: 50_000,
    statusAt: 10_000,
    lastError: { code: 'TARGET_UNAVAILABLE', message: 'no folder' },
  })
  expect(receiptsOf({ delivery, approval: null, linked: null })[1]).toMatchObject({
    word: 'putOff',
    state: 'cut',
    at: 10_000,
    detail: { kind: 'nextTry', at: 50_000 },
  })
})

test('a result is dashed from its acceptance on, and its request’s outcome is not its own end', () => {
  const delivery = result({
    status: 'consumed',
    outcome: 'failed',
    error: { code: 'RUNTIME_ERROR', message: '' },
    startedAt: 1100,
    finishedAt: 2100,
  })
  expect(lines(receiptsOf({ delivery, approval: null, linked: request() }))).toEqual([
    'accepted done 1000 solid',
    'started done 1100 dashed',
    'consumed done 2100 dashed',
  ])
})

test('a kept result waits for the person, not in line', () => {
  const receipts = receiptsOf({
    delivery: request({ status: 'consumed', outcome: 'success', startedAt: 1100, finishedAt: 2000 }),
    approval: null,
    linked: result({ held: true, acceptedAt: 2000 }),
  })
  expect(receipts.at(-1)).toMatchObject({ word: 'resultKept', state: 'todo', detail: { kind: 'kept' } })
})
