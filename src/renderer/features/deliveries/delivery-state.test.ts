import { expect, test } from 'vitest'
import { shownDelivery } from '#tests/support/shown-delivery.ts'
import { kindOf, lastedOf, stateOf } from './delivery-state.ts'

test('the word says why where the status alone would not', () => {
  const word = (change: Parameters<typeof shownDelivery>[0]) => stateOf(shownDelivery(change)).word
  expect(word({})).toBe('accepted')
  expect(word({ attempts: 1 })).toBe('putOff')
  expect(word({ held: true, attempts: 1 })).toBe('kept')
  expect(word({ status: 'failed', error: { code: 'DELIVERY_EXPIRED', message: '' } })).toBe('expired')
  expect(word({ status: 'failed', error: { code: 'CANCELLED', message: '' } })).toBe('cancelled')
  expect(word({ status: 'failed', error: { code: 'TARGET_REFUSED', message: '' } })).toBe('failed')
})

test('a request that wants no result is a note; a result never is', () => {
  expect([
    kindOf(shownDelivery()),
    kindOf(shownDelivery({ replyPolicy: 'none' })),
    kindOf(shownDelivery({ kind: 'result', replyPolicy: 'none' })),
  ]).toEqual(['request', 'note', 'result'])
})

test('a length is of the run where there was one, else of the wait; a clock that went back gives none below zero', () => {
  expect(lastedOf(shownDelivery({ acceptedAt: 1000 }), 61_000)).toEqual({ ms: 60_000, open: true })
  expect(lastedOf(shownDelivery({ acceptedAt: 1000 }), 0)).toEqual({ ms: 0, open: true })
  expect(lastedOf(shownDelivery({ status: 'consumed', startedAt: 5000, finishedAt: 5200 }), 9)).toEqual({
    ms: 200,
    open: false,
  })
  expect(lastedOf(shownDelivery({ status: 'failed', finishedAt: 1001 }), 9)).toBeNull()
  expect(lastedOf(shownDelivery({ status: 'failed', finishedAt: 3_601_000 }), 9)).toEqual({
    ms: 3_600_000,
    open: false,
  })
})

test('no length is claimed for a run that the closing of the app cut off', () => {
  const cut = { status: 'consumed', outcome: 'interrupted', startedAt: 1000, finishedAt: 600_000 } as const
  expect(lastedOf(shownDelivery({ ...cut, error: { code: 'RUNTIME_ERROR', message: '' } }), 9)).toBeNull()
  expect(lastedOf(shownDelivery({ ...cut, error: { code: 'CANCELLED', message: '' } }), 9)).toEqual({
    ms: 599_000,
    open: false,
  })
})
