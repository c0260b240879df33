import { expect, test } from 'vitest'
import { readImports } from './read-imports.ts'

test('finds every way of naming a module, its kind and its line', () => {
  const source = [
    `import a, { b } from 'value'`,
    `import 'effect'`,
    `import type { C } from 'type'`,
    `import type {} from 'empty-type'`,
    `import { type D } from 'inline-type'`,
    `import { type E, f } from 'mixed'`,
    `export { g } from 're-export'`,
    `export type { H } from 're-export-type'`,
    `export * from 'star'`,
    `export * as ns from 'star-as'`,
    `const lazy = () => import('lazy')`,
    `type I = import('type-expression').I`,
    `const computed = (name: string) => import(name)`,
    `// import 'comment'`,
    `const text = "import 'text'"`,
  ].join('\n')

  expect(readImports('x.ts', source).sort((one, other) => one.line - other.line)).toEqual([
    { line: 1, kind: 'value', specifier: 'value' },
    { line: 2, kind: 'value', specifier: 'effect' },
    { line: 3, kind: 'type', specifier: 'type' },
    { line: 4, kind: 'type', specifier: 'empty-type' },
    { line: 5, kind: 'type', specifier: 'inline-type' },
    { line: 6, kind: 'value', specifier: 'mixed' },
    { line: 7, kind: 'value', specifier: 're-export' },
    { line: 8, kind: 'type', specifier: 're-export-type' },
    { line: 9, kind: 'value', specifier: 'star' },
    { line: 10, kind: 'value', specifier: 'star-as' },
    { line: 11, kind: 'dynamic', specifier: 'lazy' },
    { line: 12, kind: 'type', specifier: 'type-expression' },
    { line: 13, kind: 'dynamic', specifier: null },
  ])
})
