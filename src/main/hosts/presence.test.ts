import { expect, test } from 'vitest'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { createPresence } from './presence.ts'

test('a person is there while any window is, and was last seen when the last one left', () => {
  const clock = createManualClock()
  const presence = createPresence(clock)
  const seen = [presence.lastSeen()]
  const [first, second] = [presence.join(), presence.join()]
  clock.advance(5)
  first()
  seen.push(presence.lastSeen())
  clock.advance(5)
  second()
  clock.advance(5)
  // A window that leaves twice leaves once.
  first()
  second()
  seen.push(presence.lastSeen())
  presence.join()
  seen.push(presence.lastSeen())
  expect(seen).toEqual(['never', 'connected', 10, 'connected'])
})
