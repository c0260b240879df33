import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLabel, escapeInvisible, findInvisible } from './invisible-characters.ts'

test('[A16] hidden and direction-changing characters are written out', () => {
  expect(escapeInvisible('rm\u200B -rf \u202E~gpj\u0007')).toBe('rm\\u{200B} -rf \\u{202E}~gpj\\u{0007}')
  expect(escapeInvisible('tag\u{E0041}x')).toBe('tag\\u{E0041}x')
  expect(escapeInvisible('a\rb\u2028c\u0085d\u00ADe\uFEFFf')).toBe(
    'a\\u{000D}b\\u{2028}c\\u{0085}d\\u{00AD}e\\u{FEFF}f',
  )
})

test.each([
  ['line breaks and tabs', 'a\r\nb\n\tc'],
  ['Chinese', '把认证修好，然后告诉我。'],
  ['an emoji of several', '👩‍💻 👨‍👩‍👧 🏳️‍🌈 👍🏽'],
  ['a text-style emoji and a keycap', '☎︎ 1️⃣ ❤️'],
  ['a flag of tags', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
  ['Persian with its joiner', 'می\u200Cخواهم'],
  ['Hindi with its joiner', 'क्\u200Dष'],
  ['an ideograph with a variant', '葛\u{E0100}'],
])('leaves alone: %s', (_name, text) => expect(escapeInvisible(text)).toBe(text))

test.each([
  ['a joiner between Latin letters', 'a\u200Db'],
  ['a joiner at the end', '👩\u200D'],
  ['a run of style selectors', '❤\uFE0F\uFE0F'],
  ['a style selector after a letter', 'a\uFE0E'],
  ['tags without a flag', '\u{E0067}\u{E0062}\u{E0073}\u{E007F}'],
  ['a flag that never ends', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E0074}\u{E0074}\u{E0074}\u{E007F}'],
  ['tags after letters after a flag', '🏴x\u{E0067}\u{E0062}\u{E0073}\u{E007F}'],
])('writes out: %s', (_name, text) => expect(escapeInvisible(text)).not.toBe(text))

test('counts code points and UTF-16 units', () => {
  expect(findInvisible('😀\u202Ea\u200B')).toEqual([
    { codePoint: 0x202e, offset: 1, index: 2 },
    { codePoint: 0x200b, offset: 3, index: 4 },
  ])
})

test('a label is one clean line of at most so many characters', () => {
  expect(cleanLabel('  a\u202Eb\r\n\tc\u2028d\u0007  ')).toBe('ab c d')
  expect(cleanLabel('😀'.repeat(300))).toBe(`${'😀'.repeat(254)}…`)
  expect(cleanLabel('😀'.repeat(255))).toBe('😀'.repeat(255))
  expect(cleanLabel('abc', 2)).toBe('a…')
  expect(cleanLabel('\uD800x')).toBe('\uFFFDx')
})

const hidden = fc.constantFrom(
  '\u200B',
  '\u202E',
  '\0',
  '\u{E0041}',
  '\uFE0F',
  '\u200D',
  '\r',
  '\n',
  '👩',
  '💻',
  '🏴',
  '\u{E007F}',
  'a',
)

test('for any text: nothing throws, escaping leaves nothing to escape, labels are clean and short', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(hidden, { maxLength: 20 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (value, limit) => {
      const escaped = escapeInvisible(value)
      expect(escapeInvisible(escaped)).toBe(escaped)
      const points = [...value]
      for (const { codePoint, offset, index } of findInvisible(value)) {
        expect(points[offset]?.codePointAt(0)).toBe(codePoint)
        expect(value.codePointAt(index)).toBe(codePoint)
      }
      const label = cleanLabel(value, limit)
      expect([...label].length).toBeLessThanOrEqual(limit)
      expect(label).not.toMatch(/[\n\r\t\u202A-\u202E\u2066-\u2069\u200E\u200F]/)
      expect(label.isWellFormed()).toBe(true)
    }),
    { numRuns: 500 },
  )
})
