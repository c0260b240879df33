import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

type Config = { compilerOptions: Record<string, unknown>; include: string[] }

function program(name: string): Config {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  const shown = execFileSync(process.execPath, [tsc, '-p', `build/tsconfig.${name}.json`, '--showConfig'], {
    cwd: root,
  })
  return JSON.parse(shown.toString('utf8')) as Config
}

const strictness = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
}

test('the node program knows no DOM and no window', () => {
  const { compilerOptions, include } = program('node')
  expect(compilerOptions).toMatchObject({ ...strictness, lib: ['es2024'], types: ['node'] })
  expect(include.filter((glob) => glob.includes('renderer'))).toEqual([])
})

test('the browser program knows no Node and no main process', () => {
  const { compilerOptions, include } = program('browser')
  expect(compilerOptions).toMatchObject({ ...strictness, types: ['vite/client'] })
  expect(include.filter((glob) => /main|preload|tests/.test(glob))).toEqual([])
})
