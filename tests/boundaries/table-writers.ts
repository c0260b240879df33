import { type Argument, type Expression, Visitor } from 'oxc-parser'
import { isTest, placeOf } from './places.ts'
import { lineAt } from './read-imports.ts'
import { tableOwners, writersOfUnopenedStores } from './table-owners.ts'
import type { SourceFiles, Violation } from './violation.ts'
import { parseSource } from './parse-source.ts'

type Write = { table: string; offset: number }

const schemaFolder = 'src/main/db/schema/'
const verb = String.raw`(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)`
const writeOfName = new RegExp(String.raw`\b${verb}\s+(?:main\.)?["\`\[]?(\w+)`, 'gi')
const writeOfNext = new RegExp(String.raw`\b${verb}\s+["\`]?$`, 'i')

/** Finds writes through drizzle (`orm.update(sessions)`) and in SQL text, and holds each to its table's owner. */
export function checkTableWriters(files: SourceFiles): Violation[] {
  const tables = readSchema(files)
  const violations: Violation[] = []
  for (const table of new Set(tables.values())) {
    if (tableOwners[table] === undefined) {
      violations.push({
        rule: 'table-has-an-owner',
        file: schemaFolder,
        line: 1,
        message: `The table ${table} has no owner in tests/boundaries/table-owners.ts.`,
      })
    }
  }
  for (const [file, source] of files) {
    if (isTest(file) || !file.startsWith('src/main/') || file.startsWith(schemaFolder)) continue
    if (writersOfUnopenedStores.includes(file)) continue
    for (const { table, offset } of readWrites(file, source, tables)) {
      const owner = tableOwners[table]
      if (owner === undefined || mayWrite(file, owner)) continue
      violations.push({
        rule: 'one-writer-a-table',
        file,
        line: lineAt(source, offset),
        message: `${table} is written only by a *-store.ts in src/main/${owner}: call it, inside your transaction.`,
      })
    }
  }
  return violations
}

function mayWrite(file: string, owner: string): boolean {
  const place = placeOf(file)
  if (place.part !== 'main' || place.folder !== owner) return false
  return owner === 'db' || file.endsWith('-store.ts')
}

/** The exported name of each table in the schema, and its name in SQL. */
function readSchema(files: SourceFiles): Map<string, string> {
  const tables = new Map<string, string>()
  for (const [file, source] of files) {
    if (!file.startsWith(schemaFolder)) continue
    for (const [, name, table] of source.matchAll(/export const (\w+) = sqliteTable\(\s*'(\w+)'/g)) {
      if (name !== undefined && table !== undefined) tables.set(name, table)
    }
  }
  return tables
}

function readWrites(file: string, source: string, tables: ReadonlyMap<string, string>): Write[] {
  const writes: Write[] = []
  const known = new Set(tables.values())
  const addText = (text: string, offset: number): void => {
    for (const match of text.matchAll(writeOfName)) {
      const table = match[1]?.toLowerCase()
      if (table !== undefined && known.has(table)) writes.push({ table, offset })
    }
  }
  const tableOf = (node: Expression | Argument | undefined): string | undefined =>
    node?.type === 'Identifier'
      ? tables.get(node.name)
      : node?.type === 'MemberExpression' && !node.computed
        ? tables.get(node.property.type === 'Identifier' ? node.property.name : '')
        : undefined
  new Visitor({
    CallExpression(node) {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return
      if (!['insert', 'update', 'delete'].includes(callee.property.name)) return
      const table = tableOf(node.arguments[0])
      if (table !== undefined) writes.push({ table, offset: callee.property.start })
    },
    Literal(node) {
      if (typeof node.value === 'string') addText(node.value, node.start)
    },
    TemplateLiteral(node) {
      for (const [index, quasi] of node.quasis.entries()) {
        addText(quasi.value.raw, quasi.start)
        const table = tableOf(node.expressions[index])
        if (table !== undefined && writeOfNext.test(quasi.value.raw)) writes.push({ table, offset: quasi.start })
      }
    },
  }).visit(parseSource(file, source).program)
  return writes
}
