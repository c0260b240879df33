import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv-line.ts'

test('a line is read back by the rules of RFC 4180', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\r', '\n', '字', "'") })
  const cell = fc.oneof(text, fc.nat(), fc.boolean(), fc.constant(null))
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }), (lines) => {
      const read = readCsv(lines.map((line) => csvLine(line)).join(''))
      expect(read).toEqual(lines.map((line) => line.map((value) => guarded(value === null ? '' : String(value)))))
    }),
  )
})

test.each(['=1+1', '+cmd', '-2', '@SUM(A1)', '  =1', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠1'])(
  '%j is no formula',
  (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`)
  },
)

test('numbers, truth values and nothing are written as they are', () => {
  expect(csvLine([1, true, null, 'a', 'a,b', 'say "hi"'])).toBe('1,true,,a,"a,b","say ""hi"""\r\n')
})

/** The one change that csvLine makes to these texts: a line break in front. */
function guarded(text: string): string {
  return /^[\r\n]/.test(text) ? `'${text}` : text
}

function readCsv(text: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let at = 0
  while (at < text.length) {
    let value = ''
    if (text[at] === '"') {
      at += 1
      for (; ; at += 1) {
        if (text[at] !== '"') value += text[at]
        else if (text[at + 1] === '"') {
          value += '"'
          at += 1
        } else break
      }
      at += 1
    } else {
      for (; text[at] !== ',' && text[at] !== '\r'; at += 1) value += text[at]
    }
    line.push(value)
    if (text[at] === ',') at += 1
    else {
      if (text.slice(at, at + 2) !== '\r\n') throw new Error(`no line ends at ${at} of ${text}`)
      at += 2
      lines.push(line)
      line = []
    }
  }
  return lines
}
