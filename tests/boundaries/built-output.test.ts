import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const out = path.join(root, 'out/main')
// `npm test` builds first; under CI a missing build must not pass as a skip.
const built = existsSync(out) || process.env['CI'] === 'true'

function names(): string[] {
  const source = readFileSync(path.join(root, 'src/main/kernel/fault-point.ts'), 'utf8')
  return [...source.matchAll(/'([a-z-]+:[a-z-]+)'/g)].flatMap((match) => match[1] ?? [])
}

test('the list of crash points is read', () => {
  expect(names()).toContain('accept:before-commit')
})

test.runIf(built)('no crash point of the tests is in the built main process', () => {
  const files = readdirSync(out).filter((file) => file.endsWith('.js'))
  expect(files).toContain('index.js')
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(out, file), 'utf8')
    return names().flatMap((name) =>
      text.includes(`'${name}'`) || text.includes(`"${name}"`) ? [`${file}: ${name}`] : [],
    )
  })
  // The bundler drops a call whose value is not used: write `{ faultPoint('…') }`, never `() => faultPoint('…')`.
  expect(found, 'call it as a statement, in a block: a value that is used is kept').toEqual([])
})
