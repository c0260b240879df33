import { expect, test } from 'vitest'
import { sizeText } from './sizes.ts'

test('sizes are short and in the units that file managers use', () => {
  expect(
    [0, 1, 999, 1_000, 999_600, 8_400_000, 84_000_000, 212_000_000_000].map((bytes) => sizeText(bytes, 'en')),
  ).toEqual(['0 bytes', '1 byte', '999 bytes', '1 kB', '1 MB', '8.4 MB', '84 MB', '212 GB'])
})
