import { expect, test } from 'vitest'
import { checkBoundaries } from './check-boundaries.ts'

const worker = 'src/main/sessions/search/search-worker.ts'

function broken(files: Record<string, string>): string[] {
  return checkBoundaries(new Map(Object.entries(files))).map(({ rule, file }) => `${rule} ${file}`)
}

test('the search worker may load kernel, db, shared and its own folder', () => {
  expect(
    broken({
      [worker]: `import './search-index.ts'\nimport { open } from '../../db/open-database.ts'\nimport '#shared/ids.ts'`,
      'src/main/sessions/search/search-index.ts': `import '#main/kernel/clock.ts'`,
      'src/main/db/open-database.ts': `import type { Secret } from '../ports/secret-store.ts'`,
    }),
  ).toEqual([])
})

test('it may not load the domain, directly or through what it loads', () => {
  expect(
    broken({
      [worker]: `import './search-index.ts'\nimport '../session-store.ts'`,
      'src/main/sessions/search/search-index.ts': `import { open } from '../../db/open-database.ts'`,
      'src/main/db/open-database.ts': `import { secret } from '../ports/secret-store.ts'`,
    }),
  ).toEqual([`search-worker-imports ${worker}`, 'search-worker-imports src/main/db/open-database.ts'])
})

test('its own folder may not even name a type of the domain', () => {
  expect(broken({ [worker]: `import type { Session } from '../session-store.ts'` })).toEqual([
    `search-worker-imports ${worker}`,
  ])
})

test('what the worker does not load is held by the other rules only', () => {
  expect(broken({ 'src/main/sessions/search/search-service.ts': `import '../session-store.ts'` })).toEqual([])
})
