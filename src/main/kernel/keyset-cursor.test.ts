import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './keyset-cursor.ts'

test('a cursor comes back in its own list and in no other', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.maxSafeInteger(), fc.string({ maxLength: 50 }), (scope, other, at, id) => {
      const cursor = encodeCursor(scope, { at, id })
      expect(decodeCursor(scope, cursor)).toEqual({ at, id })
      expect(decodeCursor(other, cursor)).toEqual(other === scope ? { at, id } : null)
    }),
  )
})

test('any damage is seen, and nothing throws', () => {
  const cursor = encodeCursor('list', { at: 1, id: 'a' })
  fc.assert(
    fc.property(fc.nat({ max: cursor.length - 1 }), fc.string({ minLength: 1, maxLength: 1 }), (index, character) => {
      const damaged = cursor.slice(0, index) + character + cursor.slice(index + 1)
      if (damaged === cursor) return
      expect(decodeCursor('list', damaged)).toBeNull()
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(decodeCursor('list', text)).toBeNull()
    }),
  )
  expect(decodeCursor('list', 'A'.repeat(100_000))).toBeNull()
})
