import { expect, test } from 'vitest'
import { readNumber } from './number-model.ts'

test('only whole numbers within the bounds are taken', () => {
  expect(readNumber(' 8 ', 1, 64)).toEqual({ ok: true, value: 8 })
  expect(readNumber('６４', 1, 64)).toEqual({ ok: true, value: 64 })
  expect(['', '-1', '1.5', 'ten', '1e3'].map((typed) => readNumber(typed, 1, 64))).toEqual(
    Array.from({ length: 5 }, () => ({ ok: false, problem: 'notANumber' })),
  )
  expect([readNumber('0', 1, 64), readNumber('65', 1, 64)]).toEqual([
    { ok: false, problem: 'tooSmall' },
    { ok: false, problem: 'tooLarge' },
  ])
})
