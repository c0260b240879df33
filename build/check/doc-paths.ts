import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The documents whose paths must exist. */
const documents: readonly string[] = ['AGENTS.md', 'README.md']

const roots = /^(\.ci|build|docs|resources|src|tests)\//
const rootFile = /^[\w.-]+\.(cjs|js|json|md|mjs|ts)$/

/** Paths that a document names in `code` or as a link, and that look like ours; placeholders are left out. */
export function namedPaths(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => (match[1] ?? '').replace(/#.*$/, ''))
  const named = [...spans, ...links].filter((name) => roots.test(name) || rootFile.test(name))
  return [...new Set(named)].filter((name) => !/[<>…\s]|\.\.\./.test(name))
}

/** What is wrong, one line each. */
export function checkDocPaths(root: string): string[] {
  return documents.flatMap((document) => {
    const file = path.join(root, document)
    if (!existsSync(file)) return [`${document} is missing`]
    return namedPaths(readFileSync(file, 'utf8'))
      .filter((name) => !exists(root, name))
      .map((name) => `${document} names ${name}, which does not exist`)
  })
}

function exists(root: string, name: string): boolean {
  if (/[*{[]/.test(name)) return globSync(name, { cwd: root }).length > 0
  return existsSync(path.join(root, name))
}
