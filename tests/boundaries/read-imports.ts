import { Visitor } from 'oxc-parser'
import { parseSource } from './parse-source.ts'

export type ImportKind = 'value' | 'type' | 'dynamic'

/** `specifier` is null for a dynamic import of something that is not a plain string. */
export type ImportRecord = { specifier: string | null; kind: ImportKind; line: number }

/** Everything that makes one module name another: imports, re-exports, `import()` and `import('…')` in a type. */
export function readImports(file: string, source: string): ImportRecord[] {
  const parsed = parseSource(file, source)
  const records: ImportRecord[] = []
  const add = (specifier: string | null, kind: ImportKind, offset: number): void => {
    records.push({ specifier, kind, line: lineAt(source, offset) })
  }
  for (const statement of parsed.module.staticImports) {
    const typeOnly = statement.entries.length > 0 && statement.entries.every((entry) => entry.isType)
    // `import type {} from` has no entries, and neither has `import 'x'`; only the first one says type.
    const bareType = /^import\s+type\b/.test(source.slice(statement.start, statement.end))
    add(statement.moduleRequest.value, typeOnly || bareType ? 'type' : 'value', statement.start)
  }
  for (const statement of parsed.module.staticExports) {
    const from = statement.entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest
    if (from) add(from.value, statement.entries.every((entry) => entry.isType) ? 'type' : 'value', statement.start)
  }
  new Visitor({
    ImportExpression(node) {
      const literal = node.source.type === 'Literal' && typeof node.source.value === 'string' ? node.source.value : null
      add(literal, 'dynamic', node.start)
    },
    TSImportType(node) {
      add(node.source.value, 'type', node.start)
    },
  }).visit(parsed.program)
  return records
}

export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}
