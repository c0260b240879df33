import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentWindow } from './content-window.ts'

test('counts code points and never splits one', () => {
  expect(contentWindow('a😀b😀c', 1, 3)).toEqual({ content: '😀b😀', length: 5, next: 4 })
  expect(contentWindow('a😀b😀c', 4, 3)).toEqual({ content: 'c', length: 5, next: null })
  expect(contentWindow('abc', 3, 3)).toEqual({ content: '', length: 3, next: null })
  expect(contentWindow('abc', 99, 3)).toEqual({ content: '', length: 3, next: null })
  expect(contentWindow('', 0, 3)).toEqual({ content: '', length: 0, next: null })
})

test('reading window after window gives the whole text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (text, count) => {
      let read = ''
      let offset: number | null = 0
      while (offset !== null) {
        const window: ReturnType<typeof contentWindow> = contentWindow(text, offset, count)
        expect(window.length).toBe([...text].length)
        expect([...window.content].length).toBeLessThanOrEqual(count)
        read += window.content
        offset = window.next
      }
      expect(read).toBe(text)
    }),
  )
})
