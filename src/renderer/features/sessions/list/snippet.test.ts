import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf } from './snippet.ts'

test('marks count code points, so that an emoji before them moves nothing', () => {
  expect(piecesOf('🙂 the refresh token', [[6, 13]])).toEqual([
    { text: '🙂 the ', marked: false, start: 0 },
    { text: 'refresh', marked: true, start: 6 },
    { text: ' token', marked: false, start: 13 },
  ])
})

test('the pieces are always the whole snippet, whatever the marks', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.tuple(fc.integer({ min: -3, max: 40 }), fc.integer({ min: -3, max: 40 }))),
      (snippet, marks) => {
        const pieces = piecesOf(snippet, marks)
        expect(pieces.map((piece) => piece.text).join('')).toBe(snippet)
        expect(pieces.some((piece) => piece.text === '')).toBe(false)
      },
    ),
  )
})
