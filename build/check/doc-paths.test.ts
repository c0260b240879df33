import { expect, test } from 'vitest'
import { namedPaths } from './doc-paths.ts'

test('reads paths from code spans and links, and leaves words, commands and placeholders alone', () => {
  const text = [
    'Rules live in `tests/boundaries/`, see [design](docs/design.md#words) and `package.json`.',
    'Run `npm test`, read `src/main/*/*-store.ts`, write `src/main/<folder>/x.ts`, say `deps.clock` and `a/b`.',
    'Again `package.json`; a [site](https://example.com/x.md).',
  ].join('\n')
  expect(namedPaths(text)).toEqual(['tests/boundaries/', 'package.json', 'src/main/*/*-store.ts', 'docs/design.md'])
})
