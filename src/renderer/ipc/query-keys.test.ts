import { expect, test } from 'vitest'
import { isStale, queryKey, staleAfter } from './query-keys.ts'

test('an event about one Session leaves the others alone', () => {
  const stale = staleAfter({ type: 'messages-changed', sessionId: 'a' })
  const hit = (id: string): boolean =>
    stale.some((each) => isStale(queryKey('timeline.queue', { sessionId: id }, false), each))
  expect(hit('a')).toBe(true)
  expect(hit('b')).toBe(false)
})

test('what can no longer change is never read again', () => {
  const stale = staleAfter({ type: 'approval-changed', approvalId: 'a', sessionId: 's', open: false })
  expect(stale.some((each) => isStale(queryKey('approvals.get', { id: 'a' }, false), each))).toBe(true)
  expect(stale.some((each) => isStale(queryKey('approvals.get', { id: 'a' }, true), each))).toBe(false)
})
