import { expect, test } from 'vitest'
import type { ErrorCode } from '#shared/errors.ts'
import { shownDelivery } from '#tests/support/shown-delivery.ts'
import { verdictOf } from './verdict-model.ts'

const coded = (code: ErrorCode) => ({ code, message: 'said' })

test('what goes well has no verdict', () => {
  expect(verdictOf(shownDelivery())).toBeNull()
  expect(verdictOf(shownDelivery({ status: 'delivering', startedAt: 2 }))).toBeNull()
  expect(verdictOf(shownDelivery({ status: 'consumed', outcome: 'success', startedAt: 2, finishedAt: 3 }))).toBeNull()
  expect(verdictOf(shownDelivery({ kind: 'result', outcome: 'success' }))).toBeNull()
})

test('each exception says what happened, and claims no length that nobody saw', () => {
  const ended = { status: 'consumed', startedAt: 1000, finishedAt: 3000 } as const
  expect(verdictOf(shownDelivery({ ...ended, outcome: 'failed', error: coded('TURN_STALLED') }))).toEqual({
    kind: 'ended',
    tone: 'fail',
    error: coded('TURN_STALLED'),
    ranMs: 2000,
  })
  expect(verdictOf(shownDelivery({ ...ended, outcome: 'interrupted', error: coded('CANCELLED') }))).toMatchObject({
    why: 'stopped',
    ranMs: 2000,
  })
  expect(verdictOf(shownDelivery({ ...ended, outcome: 'interrupted', error: coded('RUNTIME_ERROR') }))).toMatchObject({
    why: 'appClosed',
    ranMs: null,
  })
})

test('what never ran is told apart from what was lost while it ran', () => {
  const failed = { status: 'failed', outcome: 'failed', finishedAt: 3000 } as const
  expect(verdictOf(shownDelivery({ ...failed, error: coded('TARGET_UNAVAILABLE') }))?.kind).toBe('neverRan')
  expect(verdictOf(shownDelivery({ ...failed, startedAt: 1000, error: coded('DELIVERY_TURN_DELETED') }))?.kind).toBe(
    'lost',
  )
  expect(verdictOf(shownDelivery({ ...failed, error: coded('DELIVERY_EXPIRED') }))).toEqual({
    kind: 'closed',
    tone: undefined,
    why: 'expired',
  })
})

test('put off says how often, when again and why; kept only that it is kept', () => {
  expect(verdictOf(shownDelivery({ attempts: 2, nextTryAt: 9, lastError: coded('TARGET_UNAVAILABLE') }))).toEqual({
    kind: 'putOff',
    tone: 'cut',
    attempts: 2,
    nextTryAt: 9,
    error: coded('TARGET_UNAVAILABLE'),
  })
  expect(verdictOf(shownDelivery({ kind: 'result', held: true }))?.kind).toBe('kept')
})

test('a result speaks of its request', () => {
  expect(verdictOf(shownDelivery({ kind: 'result', outcome: 'interrupted', error: coded('RUNTIME_ERROR') }))).toEqual({
    kind: 'answers',
    tone: 'cut',
    outcome: 'interrupted',
    error: coded('RUNTIME_ERROR'),
  })
})
