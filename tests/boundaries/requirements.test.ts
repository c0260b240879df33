import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { requirements } from '#tests/requirements.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const isTest = /\.(test|spec)\.tsx?$/
const citation = /\[([A-Z]+-?\d+)\]/g

/** Ids in the titles of tests: `test('[SEED-01] …'`, `it(…)`, and `test.each(…)('[…] …')` over several lines. */
function citedIds(): Set<string> {
  const files = ['src', 'tests', 'build'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => isTest.test(name))
      .map((name) => join(root, folder, name)),
  )
  const titles = files.flatMap(
    (file) => readFileSync(file, 'utf8').match(/(?:(?:test|it|describe)[\w.]*\(|\)\()\s*(['"`])[^\n]*/g) ?? [],
  )
  return new Set(titles.flatMap((title) => [...title.matchAll(citation)].map((match) => match[1] ?? '')))
}

test('every promise is proved by a test that cites it', () => {
  const cited = citedIds()
  expect(requirements.filter(({ id }) => !cited.has(id)).map(({ id }) => id)).toEqual([])
})

test('no promise is listed twice', () => {
  const ids = requirements.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
})

test('tests cite only promises that are listed, or rows of the users’ problems', () => {
  const listed = new Set(requirements.map(({ id }) => id))
  expect([...citedIds()].filter((id) => id.includes('-') && !listed.has(id))).toEqual([])
})
