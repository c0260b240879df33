import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mixedText } from '#tests/support/mixed-text.ts'
import { foldText } from './fold-text.ts'
import { parseQuery } from './query-terms.ts'

test.each([
  ['  Parser  fails ', ['parser', 'fails']],
  ['a a A', ['a']],
  ['"two words" three', ['two words', 'three']],
  ['“two words”', ['two words']],
  ['"open', ['"open']],
  ['say"no"', ['say"no"']],
  ['foo AND bar OR NOT baz', ['foo', 'and', 'bar', 'or', 'not', 'baz']],
  ['a*b c++ (x) -y', ['a*b', 'c++', '(x)', '-y']],
  ['* "" "', ['*', '""', '"']],
  [' \t\u3000', []],
])('%j is searched as %j', (query, terms) => {
  expect(parseQuery(query).terms).toEqual(terms)
})

test('[S19] a star after a word and quotes around it, as search boxes add them, change nothing', () => {
  expect(parseQuery('会话*').terms).toEqual(['会话'])
  expect(parseQuery('"会话"').terms).toEqual(['会话'])
})

test('every term is a non-empty piece of the folded query', () => {
  fc.assert(
    fc.property(mixedText, (query) => {
      for (const term of parseQuery(query).terms) {
        expect(term.length).toBeGreaterThan(0)
        expect(foldText(query)).toContain(term)
      }
    }),
  )
})
