import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mixedText } from '#tests/support/mixed-text.ts'
import { foldText } from './fold-text.ts'
import { agentToken, gramTokens, matchExpression, termTokens } from './grams.ts'

test('a text has every run that any piece of it asks for', () => {
  fc.assert(
    fc.property(mixedText, fc.nat(), fc.integer({ min: 1, max: 60 }), (text, place, length) => {
      const chars = [...foldText(text)]
      fc.pre(chars.length > 0)
      const start = place % chars.length
      const term = chars.slice(start, start + length).join('')
      const runs = new Set(gramTokens(chars.join('')).split(' '))
      expect(termTokens(term).filter((token) => !runs.has(token))).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('a long term asks for a few runs only, its first and its last among them', () => {
  const tokens = termTokens('abcdefghijklmnopqrstuvwxyz'.repeat(100))
  expect(tokens).toHaveLength(12)
  expect([tokens[0], tokens.at(-1)]).toEqual(['abc', 'xyz'])
})

test('no text can look like an owner, and nothing of a query is syntax', () => {
  expect(gramTokens('agent7').split(' ')).not.toContain(agentToken(7))
  const expression = matchExpression(['"', 'a" OR b', '*', 'near(x)'], agentToken(7))
  expect(expression).toMatch(/^("[0-9a-z\u{80}-\u{10ffff}]+"( AND |$))+$/u)
})
