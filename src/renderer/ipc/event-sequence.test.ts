import { expect, test } from 'vitest'
import { createEventSequence } from './event-sequence.ts'

const event = { type: 'agents-changed' } as const

test('a gap, a late start or another boot is noticed; a repeat is dropped', () => {
  const sequence = createEventSequence()
  const take = (bootId: string, seq: number): string => {
    const { event: told, missed } = sequence.take({ bootId, seq, event })
    return `${told === null ? 'dropped' : 'told'}${missed ? ', missed' : ''}`
  }
  const seen = [
    take('a', 1),
    take('a', 2),
    take('a', 2),
    take('a', 1),
    take('a', 5),
    take('a', 6),
    take('b', 1),
    take('b', 2),
  ]
  sequence.restart()
  seen.push(take('b', 1), take('b', 3))
  expect(seen).toEqual([
    'told',
    'told',
    'dropped',
    'dropped',
    'told, missed',
    'told',
    'told, missed',
    'told',
    'told',
    'told, missed',
  ])
})
