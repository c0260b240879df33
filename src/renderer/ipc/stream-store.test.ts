import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TurnDelta } from '#shared/turn.ts'
import { type Streamed, withDelta } from './stream-store.ts'

function text(seq: number, append: string, partIndex = 0): TurnDelta {
  return { turnId: 't', sessionId: 's', messageId: 'm', seq, change: { kind: 'text', partIndex, append } }
}
const empty: Streamed = { parts: [], seq: 0 }

test('pieces join in order; one that was already read is not added twice', () => {
  const one = withDelta(empty, text(1, 'Hel'))
  const two = one && withDelta(one, text(2, 'lo'))
  expect(two?.parts).toEqual([{ type: 'text', text: 'Hello' }])
  expect(two && withDelta(two, text(1, 'Hel'))).toBe(two)
})

test('a gap, a part out of place and a part that is none ask for another reading', () => {
  expect(withDelta(empty, text(2, 'x'))).toBeNull()
  expect(withDelta(empty, text(1, 'x', 3))).toBeNull()
  expect(withDelta(empty, { ...text(1, ''), change: { kind: 'part', partIndex: 0, part: { type: 'odd' } } })).toBeNull()
})

test('whatever arrives late or twice, the text is what was sent', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string(), { minLength: 1, maxLength: 20 }),
      fc.infiniteStream(fc.nat()),
      (pieces, picks) => {
        let streamed = empty
        for (const [index, piece] of pieces.entries()) {
          const again = (picks.next().value ?? 0) % (index + 1)
          streamed = withDelta(streamed, text(again, pieces[again - 1] ?? '')) ?? streamed
          streamed = withDelta(streamed, text(index + 1, piece)) ?? streamed
        }
        expect(streamed).toEqual({ parts: [{ type: 'text', text: pieces.join('') }], seq: pieces.length })
      },
    ),
  )
})
