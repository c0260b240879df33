import type Database from 'better-sqlite3'
import { err, ok, type Result } from '#shared/result.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { MigrationFile } from './migration-files.ts'
import { bootstrapSql, compareShapes, expectedSchemaShape, readSchemaShape } from './schema-shape.ts'

export type MigrationFailure = {
  readonly reason: 'unknown-migration' | 'migration-failed' | 'schema-differs'
  readonly findings: readonly string[]
}

export type MigrationPlan = {
  /** No store in the file yet. */
  readonly empty: boolean
  readonly pending: readonly MigrationFile[]
}

type AppliedRow = { readonly number: number; readonly name: string; readonly hash: string }

/**
 * Looks only. Refuses a file with a migration that this version does not know, and one whose schema is not what its
 * migrations give: a migration written for another schema must not run on it.
 */
export function planMigrations(
  sqlite: Database.Database,
  files: readonly MigrationFile[],
): Result<MigrationPlan, MigrationFailure> {
  const found = readSchemaShape(sqlite)
  if (found.size === 0) return ok({ empty: true, pending: files })
  if (!found.has('table migrations')) {
    return err({ reason: 'schema-differs', findings: ['The file holds another program’s database.'] })
  }
  const applied = sqlite.prepare<[], AppliedRow>('SELECT number, name, hash FROM migrations ORDER BY number').all()
  const unknown = applied.filter((row, index) => files[index]?.number !== row.number || files[index]?.hash !== row.hash)
  if (unknown.length > 0) {
    const findings = unknown.map((row) => `This version does not know ${row.name}, which the file has seen.`)
    return err({ reason: 'unknown-migration', findings })
  }
  const differences = compareShapes(expectedSchemaShape(files.slice(0, applied.length)), found)
  if (differences.length > 0) return err({ reason: 'schema-differs', findings: differences })
  return ok({ empty: false, pending: files.slice(applied.length) })
}

export type MigrateDeps = {
  readonly clock: Pick<Clock, 'now'>
  readonly ids: Ids
  readonly onStep?: (step: { done: number; total: number; name: string }) => void
}

/**
 * Applies all pending migrations in one transaction: either the file has every one of them or it is as before. Foreign
 * keys are off meanwhile, because a table rebuild would otherwise delete every child row, and are set outside, because
 * inside a transaction SQLite ignores the switch.
 */
export function applyMigrations(
  sqlite: Database.Database,
  plan: MigrationPlan,
  files: readonly MigrationFile[],
  deps: MigrateDeps,
): Result<void, MigrationFailure> {
  sqlite.pragma('foreign_keys = OFF')
  try {
    sqlite.exec('BEGIN IMMEDIATE')
    if (plan.empty) {
      sqlite.exec(bootstrapSql)
      sqlite.prepare('INSERT INTO store (id, generation) VALUES (?, ?)').run(deps.ids.next(), deps.ids.next())
    }
    for (const [done, file] of plan.pending.entries()) {
      deps.onStep?.({ done, total: plan.pending.length, name: file.name })
      const findings = applyOne(sqlite, file, deps.clock.now())
      if (findings.length > 0) {
        if (sqlite.inTransaction) sqlite.exec('ROLLBACK')
        return err({ reason: 'migration-failed', findings })
      }
    }
    const findings = compareShapes(expectedSchemaShape(files), readSchemaShape(sqlite))
    if (findings.length > 0) {
      sqlite.exec('ROLLBACK')
      return err({ reason: 'migration-failed', findings })
    }
    sqlite.exec('COMMIT')
    return ok(undefined)
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK')
    throw error
  } finally {
    sqlite.pragma('foreign_keys = ON')
  }
}

/** Sentences about what went wrong; empty when the migration did what it should and nothing else. */
function applyOne(sqlite: Database.Database, file: MigrationFile, now: number): string[] {
  const before = countRows(sqlite)
  try {
    sqlite.exec(file.sql)
  } catch (error) {
    return [`${file.name} failed: ${error instanceof Error ? error.message : 'unknown error'}.`]
  }
  if (!sqlite.inTransaction) return [`${file.name} ended the transaction of the runner.`]
  const findings: string[] = []
  const after = countRows(sqlite)
  for (const [table, rows] of before) {
    const left = after.get(table)
    if (left === rows || file.changesRows.includes(table)) continue
    findings.push(`${file.name} would leave ${left ?? 'no'} of ${rows} rows of ${table}.`)
  }
  const broken = sqlite.pragma('foreign_key_check')
  if (Array.isArray(broken) && broken.length > 0) {
    findings.push(`${file.name} would leave ${broken.length} rows that point to nothing.`)
  }
  sqlite
    .prepare('INSERT INTO migrations (number, name, hash, applied_at) VALUES (?, ?, ?, ?)')
    .run(file.number, file.name, file.hash, now)
  return findings
}

function countRows(sqlite: Database.Database): Map<string, number> {
  const tables = sqlite
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'migrations'`,
    )
    .pluck()
    .all()
  return new Map(
    tables.map((name) => [name, sqlite.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0]),
  )
}
