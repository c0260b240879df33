import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { en } from './en/index.ts'
import { zhCN } from './zh-CN/index.ts'

type Words = { readonly [key: string]: string | Words }

/** `ns:a.b` with its text, for every text of a language. */
function flat(words: Words, before = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') found.set(`${before}${key}`, value)
    else for (const [rest, text] of flat(value, `${before}${key}${before === '' ? ':' : '.'}`)) found.set(rest, text)
  }
  return found
}

const english = flat(en)
const chinese = flat(zhCN)
const withoutPlural = (key: string): string => key.replace(/_(one|other)$/, '')

/** All source text of the window but the languages and the tests. */
function sources(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const at = path.join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'locales' ? '' : sources(at)
      return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? readFileSync(at, 'utf8') : ''
    })
    .join('\n')
}
const code = sources(path.join(import.meta.dirname, '..'))
const literals = new Set([...code.matchAll(/'([\w.:-]+)'/g)].map(([, text]) => text ?? ''))
const patterns = [...code.matchAll(/`([\w.:-]*\$\{[^`]*)`/g)]
  .map(([, text]) => text ?? '')
  .map((text) => text.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  .filter((parts) => parts.join('').includes('.'))
  .map((parts) => new RegExp(`^${parts.join('[\\w-]+')}$`))

function isUsed(key: string): boolean {
  const bare = withoutPlural(key).split(':')[1] ?? ''
  return literals.has(bare) || literals.has(withoutPlural(key)) || patterns.some((pattern) => pattern.test(bare))
}

test('every English text has its Chinese one, and none is left over', () => {
  const keys = (texts: Map<string, string>): string[] => [...new Set([...texts.keys()].map(withoutPlural))].toSorted()
  expect(keys(chinese)).toEqual(keys(english))
})

test('a counted text has all the forms that its language needs', () => {
  const keys = [...english.keys()]
  expect(keys.filter((key) => key.endsWith('_one') && !english.has(`${withoutPlural(key)}_other`))).toEqual([])
  expect(keys.filter((key) => key.endsWith('_other') && !chinese.has(key))).toEqual([])
})

test('both languages fill in the same things', () => {
  const holes = (text = ''): string =>
    [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? ''))].toSorted().join(' ')
  expect([...chinese].filter(([key, text]) => holes(text) !== holes(english.get(key)))).toEqual([])
})

test('no text is empty, and Chinese is written in Chinese', () => {
  expect([...english, ...chinese].filter(([, text]) => text.trim() === '')).toEqual([])
  const untranslated = [...chinese].filter(
    ([key, text]) => text === english.get(key) && /[a-z]{4,} [a-z]{2,}/.test(text),
  )
  expect(untranslated).toEqual([])
})

test('every text is used somewhere', () => {
  expect([...english.keys()].filter((key) => !isUsed(key))).toEqual([])
})
