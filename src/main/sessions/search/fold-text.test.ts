import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mixedText } from '#tests/support/mixed-text.ts'
import { foldingUnits, foldText, isFoldingBoundary } from './fold-text.ts'

test('width, case, composition and sigma do not tell texts apart', () => {
  const same = [
    ['ＡＢＣ１２', 'abc12'],
    ['ﾕｰｻﾞｰ認証', 'ユーザー認証'],
    ['Cafe\u0301', 'caf\u00e9'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['STRASSE', 'straße'],
    ['한국어', '한국어'.normalize('NFD')],
    ['ﬁle', 'file'],
  ]
  for (const [a, b] of same) expect(foldText(a ?? '')).toBe(foldText(b ?? ''))
  expect(foldText('a\0b\ud800c')).toBe('a\ufffdb\ufffdc')
})

test('folding a folded text changes nothing', () => {
  const folds = fc.property(mixedText, (text) => {
    expect(foldText(foldText(text))).toBe(foldText(text))
  })
  fc.assert(folds, { numRuns: 2000 })
})

test('the folded pieces of a text, joined, are the folded text', () => {
  fc.assert(
    fc.property(mixedText, (text) => {
      const units = [...foldingUnits(text, 0, text.length)]
      expect(units.map((unit) => unit.folded).join('')).toBe(foldText(text))
      expect(units.map((unit) => text.slice(unit.start, unit.end)).join('')).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

test('a text cut at any boundary folds to the same text', () => {
  fc.assert(
    fc.property(mixedText, fc.nat(), (text, place) => {
      const at = place % (text.length + 1)
      fc.pre(isFoldingBoundary(text, at))
      expect(foldText(text.slice(0, at)) + foldText(text.slice(at))).toBe(foldText(text))
    }),
    { numRuns: 2000 },
  )
})
