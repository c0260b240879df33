import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf, without } from './text-pieces.ts'

test('a character that cannot be seen stands alone, also inside a mark', () => {
  expect(piecesOf('a\u200bb', [{ start: 0, end: 3 }])).toEqual([
    { kind: 'text', text: 'a', at: 0, mark: 0 },
    { kind: 'hidden', codePoint: 0x200b, at: 1, mark: 0 },
    { kind: 'text', text: 'b', at: 2, mark: 0 },
  ])
})

test('offsets count code points', () => {
  expect(piecesOf('😀key', [{ start: 1, end: 4 }])).toEqual([
    { kind: 'text', text: '😀', at: 0, mark: null },
    { kind: 'text', text: 'key', at: 1, mark: 0 },
  ])
  expect(without('😀key!', { start: 1, end: 4 })).toBe('😀!')
})

test('the pieces put together are the text, whatever it holds', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.array(fc.record({ start: fc.nat(40), end: fc.nat(40) })),
      (text, marks) => {
        const whole = piecesOf(text, marks)
          .map((piece) => (piece.kind === 'text' ? piece.text : String.fromCodePoint(piece.codePoint)))
          .join('')
        expect(whole).toBe(text)
      },
    ),
  )
})
