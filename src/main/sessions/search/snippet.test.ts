import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mixedText } from '#tests/support/mixed-text.ts'
import { foldText } from './fold-text.ts'
import { makeSnippet } from './snippet.ts'

const marked = (text: string, terms: string[]): string[] => {
  const { snippet, marks } = makeSnippet(text, terms)
  return marks.map(([start, end]) => [...snippet].slice(start, end).join(''))
}

test.each([
  ['The Parser and the parser', ['parser'], ['Parser', 'parser']],
  ['開始ﾕｰｻﾞｰ認証', ['ユーザー'], ['ﾕｰｻﾞｰ']],
  ['un cafe\u0301 noir', ['café'], ['cafe\u0301']],
  ['👩‍💻 writes code', ['code'], ['code']],
  ['Straße', ['ss'], ['ß']],
  ['abcabc', ['abc'], ['abcabc']],
  ['ไทยค้นหาคำ', ['ค้นหา'], ['ค้นหา']],
  ['nothing here', ['x'], []],
  ['', ['x'], []],
])('%j is marked where %j stands', (text, terms, expected) => {
  expect(marked(text, terms)).toEqual(expected)
})

test('a snippet starts near the first hit of a long text, and marks it', () => {
  const text = `${'雨 rain ﾃﾞ '.repeat(30_000)}needle ${'tail '.repeat(1000)}`
  const { snippet } = makeSnippet(text, ['needle'])
  expect([...snippet]).toHaveLength(255)
  expect([...snippet].join('').indexOf('needle')).toBeLessThan(100)
  expect(marked(text, ['needle'])).toEqual(['needle'])
})

test('control and direction characters are gone, and line ends are blanks', () => {
  expect(makeSnippet('a\u202eb\u0007c\r\n\td\u2066e', ['a']).snippet).toBe('abc de')
})

test('any snippet is short and clean, and its marks lie inside it, apart and in order', () => {
  fc.assert(
    fc.property(mixedText, fc.array(mixedText, { minLength: 1, maxLength: 3 }), (text, queries) => {
      const terms = queries.map((query) => foldText(query).trim()).filter((term) => term !== '')
      const { snippet, marks } = makeSnippet(text, terms)
      const length = [...snippet].length
      expect(length).toBeLessThanOrEqual(255)
      expect(snippet).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      let before = -1
      for (const [start, end] of marks) {
        expect(start).toBeGreaterThan(before)
        expect(end).toBeGreaterThan(start)
        before = end
      }
      expect(before).toBeLessThanOrEqual(length)
    }),
    { numRuns: 1000 },
  )
})

test('what is marked of one short term folds to text that holds it', () => {
  fc.assert(
    fc.property(mixedText, fc.nat(), (text, place) => {
      const chars = [...foldText(text)].filter(
        (char) => !/[\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u.test(char),
      )
      fc.pre(chars.length > 0)
      const term = chars[place % chars.length] ?? ''
      fc.pre(foldText(text).includes(term))
      const marks = marked(text, [term])
      expect(marks.length).toBeGreaterThan(0)
      for (const mark of marks) expect(foldText(mark)).toContain(term)
    }),
    { numRuns: 1000 },
  )
})
