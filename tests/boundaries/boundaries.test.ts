import path from 'node:path'
import { expect, test } from 'vitest'
import { checkBoundaries, readSources } from './check-boundaries.ts'

test('the sources keep the boundaries', () => {
  expect(checkBoundaries(readSources(path.resolve(import.meta.dirname, '../..')))).toEqual([])
})
