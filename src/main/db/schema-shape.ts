import Database from 'better-sqlite3'
import type { MigrationFile } from './migration-files.ts'

/** The runner's own tables: there before the first migration. */
export const bootstrapSql = `
CREATE TABLE store (
  id TEXT PRIMARY KEY NOT NULL,
  generation TEXT NOT NULL
);
CREATE TABLE migrations (
  number INTEGER PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  applied_at INTEGER NOT NULL
);
`

/** Every table, index, trigger and view by name, with its SQL. */
export type SchemaShape = ReadonlyMap<string, string>

export function readSchemaShape(sqlite: Database.Database): SchemaShape {
  const rows = sqlite
    .prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name`,
    )
    .all()
  return new Map(rows.map((row) => [`${row.type} ${row.name}`, row.sql.replaceAll('\r\n', '\n')]))
}

/** What the database looks like after these migrations, found by applying them to an empty one in memory. */
export function expectedSchemaShape(migrations: readonly MigrationFile[]): SchemaShape {
  const sqlite = new Database(':memory:')
  try {
    sqlite.exec(bootstrapSql)
    for (const migration of migrations) sqlite.exec(migration.sql)
    return readSchemaShape(sqlite)
  } finally {
    sqlite.close()
  }
}

/** A sentence for each difference; empty when they are the same. */
export function compareShapes(expected: SchemaShape, found: SchemaShape): string[] {
  const findings: string[] = []
  for (const [name, sql] of expected) {
    const foundSql = found.get(name)
    if (foundSql === undefined) findings.push(`The ${name} is missing.`)
    else if (foundSql !== sql) findings.push(`The ${name} differs from what this version made.`)
  }
  for (const name of found.keys()) if (!expected.has(name)) findings.push(`The ${name} is not one of ours.`)
  return findings
}
