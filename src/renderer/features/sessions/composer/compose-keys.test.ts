import { expect, test } from 'vitest'
import { isSendKey } from './compose-keys.ts'

const enter = { key: 'Enter', shiftKey: false, altKey: false, isComposing: false, keyCode: 13 }

test('[U01] Enter that chooses a word sends nothing, in any browser', () => {
  expect(isSendKey({ ...enter, isComposing: true }, 1000)).toBe(false)
  expect(isSendKey({ ...enter, keyCode: 229 }, 1000)).toBe(false)
  expect(isSendKey(enter, 5)).toBe(false)
})

test('Enter sends; with Shift or Option it is a new line', () => {
  expect(isSendKey(enter, Number.POSITIVE_INFINITY)).toBe(true)
  expect(isSendKey({ ...enter, shiftKey: true }, 1000)).toBe(false)
  expect(isSendKey({ ...enter, altKey: true }, 1000)).toBe(false)
  expect(isSendKey({ ...enter, key: 'a', keyCode: 65 }, 1000)).toBe(false)
})
