import path from 'node:path'
import { readImports, type ImportRecord } from './read-imports.ts'
import type { SourceFiles, Violation } from './violation.ts'

export type Target = { kind: 'file'; path: string } | { kind: 'package'; name: string }

/** One module naming another. */
export type Edge = { from: string; to: Target; kind: ImportRecord['kind']; line: number }

const subpaths: Record<string, string> = {
  '#shared/': 'src/shared/',
  '#main/': 'src/main/',
  '#renderer/': 'src/renderer/',
  '#tests/': 'tests/',
}

export function buildGraph(files: SourceFiles): { edges: Edge[]; violations: Violation[] } {
  const edges: Edge[] = []
  const violations: Violation[] = []
  for (const [file, source] of files) {
    for (const record of readImports(file, source)) {
      if (record.specifier === null) {
        violations.push({
          rule: 'literal-imports',
          file,
          line: record.line,
          message: 'import() of a computed name cannot be checked: write the name out.',
        })
        continue
      }
      edges.push({ from: file, to: resolve(file, record.specifier), kind: record.kind, line: record.line })
    }
  }
  return { edges, violations }
}

function resolve(from: string, specifier: string): Target {
  if (specifier.startsWith('.')) {
    return { kind: 'file', path: path.posix.join(path.posix.dirname(from), withoutQuery(specifier)) }
  }
  for (const [prefix, folder] of Object.entries(subpaths)) {
    if (specifier.startsWith(prefix))
      return { kind: 'file', path: folder + withoutQuery(specifier.slice(prefix.length)) }
  }
  return { kind: 'package', name: packageName(specifier) }
}

/** Vite's `?url` and `?raw` say how to load a file, not which. */
function withoutQuery(specifier: string): string {
  return specifier.replace(/\?.*$/, '')
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  const parts = specifier.split('/')
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}
