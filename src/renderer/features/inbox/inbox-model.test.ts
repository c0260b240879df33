import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notesLeft, notesOf, stacked, takenOut } from './inbox-model.ts'

const text = 'key ghp_x at a\u200bb\u200bc'
const notes = notesOf([
  { kind: 'dormant', lastActivityAt: 0 },
  { kind: 'invisible', codePoint: 0x200b, start: 14, end: 15 },
  { kind: 'secret', name: 'GitHub token', start: 4, end: 9 },
  { kind: 'invisible', codePoint: 0x200b, start: 16, end: 17 },
])

test('[A16] hidden characters are one note; notes stand in the order of the text', () => {
  expect(notes.map(({ warning }) => warning.kind)).toEqual(['dormant', 'secret', 'invisible'])
  expect(notes[2]?.ranges).toHaveLength(2)
})

test('taking a thing out leaves the rest letter for letter', () => {
  expect(notes.map((note) => takenOut(text, note))).toEqual([text, 'key  at a\u200bb\u200bc', 'key ghp_x at abc'])
})

test('a note goes when what it points at is gone', () => {
  expect(notesLeft(notes, text, 'key at abc').map(({ warning }) => warning.kind)).toEqual(['dormant'])
  expect(notesLeft(notes, text, text)).toHaveLength(3)
})

test('notes never lie over each other and none stands above its line', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ top: fc.nat(500), height: fc.integer({ min: 1, max: 90 }) })), (wanted) => {
      const sorted = wanted.toSorted((a, b) => a.top - b.top)
      const tops = stacked(sorted, 8)
      for (const [index, { top, height }] of sorted.entries()) {
        expect(tops[index]).toBeGreaterThanOrEqual(top)
        expect((tops[index + 1] ?? Number.POSITIVE_INFINITY) - (tops[index] ?? 0)).toBeGreaterThanOrEqual(height)
      }
    }),
  )
})
