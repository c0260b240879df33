import Database from 'better-sqlite3'
import type { Clock } from '../kernel/clock.ts'
import { quote, readableRows } from './readable-rows.ts'
import { storageErrorCode } from './storage-error.ts'

export type RescueCount = {
  readonly copied: number
  /** Rows that are known to have been there and could not be read. */
  readonly unreadable: number
  /** Rows that were read and broke a rule of the schema. */
  readonly refused: number
  /** Rows made up so that others keep what they belong to. */
  readonly madeUp: number
  /** Tables of which nothing is known. */
  readonly lostTables: readonly string[]
}

export type RescueDeps = {
  readonly clock: Clock
  readonly onProgress: (progress: { done: number; total: number; table: string }) => void
}

const ROWS_A_SLICE = 500
/** The runner's own, and what is only a note of work for the search index, which is built anew. */
const leftOut = new Set(['store', 'migrations', 'search_pending'])

/**
 * Copies every row that can be read from `damagedPath`, which it may change, so hand it a copy, into `target`: a new
 * store with the same migrations. In slices, so that the app goes on meanwhile.
 */
export async function rescueRows(
  damagedPath: string,
  target: Database.Database,
  deps: RescueDeps,
): Promise<RescueCount> {
  const damaged = openDamaged(damagedPath)
  target.pragma('foreign_keys = OFF')
  try {
    const tables = listTables(target).filter((table) => !leftOut.has(table))
    const sizes = tables.map((table) => guessRows(damaged, table))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    const count = { copied: 0, unreadable: 0, refused: 0, madeUp: 0, lostTables: new Array<string>() }
    for (const table of tables) {
      const columns = commonColumns(target, damaged, table)
      const insert = target.prepare(
        `INSERT INTO ${quote(table)} (rowid, ${columns.map(quote).join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`,
      )
      const rows = readableRows(damaged, table, columns)
      for (let open = true; open;) {
        deps.onProgress({ done: count.copied + count.unreadable + count.refused, total, table })
        open = tryTable(count, table, () => copySlice(target, rows, insert, count))
        await pause(deps.clock)
      }
    }
    count.madeUp = mendReferences(target, deps.clock.now())
    deps.onProgress({ done: total, total, table: '' })
    return count
  } finally {
    target.pragma('foreign_keys = ON')
    damaged.close()
  }
}

type Running = { copied: number; unreadable: number; refused: number; lostTables: string[] }

/** Answers whether there may be more rows. */
function copySlice(
  target: Database.Database,
  rows: ReturnType<typeof readableRows>,
  insert: Database.Statement,
  count: Running,
): boolean {
  target.exec('BEGIN')
  try {
    for (let left = ROWS_A_SLICE; left > 0; left -= 1) {
      const next = rows.next()
      if (next.done === true) {
        target.exec('COMMIT')
        return false
      }
      const { rowid, row } = next.value
      if (row === null) count.unreadable += 1
      else if (tryInsert(insert, [rowid, ...row])) count.copied += 1
      else count.refused += 1
    }
    target.exec('COMMIT')
    return true
  } catch (error) {
    if (target.inTransaction) target.exec('ROLLBACK')
    throw error
  }
}

function tryInsert(insert: Database.Statement, values: readonly unknown[]): boolean {
  try {
    insert.run(...values)
    return true
  } catch (error) {
    // Damage can turn a row into one that no rule of the schema allows.
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) return false
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_MISMATCH') return false
    throw error
  }
}

/** A table that the damaged file does not even name is lost as a whole; the others go on. */
function tryTable(count: Running, table: string, copy: () => boolean): boolean {
  try {
    return copy()
  } catch (error) {
    if (!isLost(error)) throw error
    count.lostTables.push(table)
    return false
  }
}

/**
 * A lost Agent leaves its Sessions orphans, as Delete for ever does. A lost Session with messages or Turns comes back
 * as an empty shell, so that what was said in it can be read.
 */
function mendReferences(target: Database.Database, now: number): number {
  target.exec(
    'UPDATE sessions SET agent_id = NULL WHERE agent_id IS NOT NULL AND agent_id NOT IN (SELECT id FROM agents)',
  )
  const shells = target
    .prepare(
      `INSERT INTO sessions (id, agent_id, name, name_set_by_person, description, workspace, origin, reach, created_at, last_activity_at)
       SELECT session_id, NULL, 'Rescued Session', 0, '', '', 'imported', 'listed', coalesce(min(at), @now), coalesce(max(at), @now)
       FROM (SELECT session_id, created_at AS at FROM messages UNION ALL SELECT session_id, created_at FROM turns)
       WHERE session_id NOT IN (SELECT id FROM sessions) GROUP BY session_id`,
    )
    .run({ now }).changes
  const broken = target.prepare<[], { table: string; rowid: number }>('PRAGMA foreign_key_check').all()
  for (const { table, rowid } of broken) target.prepare(`DELETE FROM ${quote(table)} WHERE rowid = ?`).run(rowid)
  return shells
}

function openDamaged(path: string): Database.Database {
  const sqlite = new Database(path, { fileMustExist: true })
  // Lets a schema with one broken entry be read for the sake of the others.
  sqlite.unsafeMode(true)
  try {
    tolerantly(null, () => sqlite.pragma('writable_schema = ON'))
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

function listTables(sqlite: Database.Database): string[] {
  return sqlite
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`,
    )
    .pluck()
    .all()
}

function commonColumns(target: Database.Database, damaged: Database.Database, table: string): string[] {
  const there = new Set(tolerantly([], () => listColumns(damaged, table)))
  return listColumns(target, table).filter((column) => there.size === 0 || there.has(column))
}

/** How many migrations a damaged file has seen; all that we know when it can't tell. */
export function appliedMigrations(path: string): number {
  const sqlite = openDamaged(path)
  try {
    return tolerantly(Number.POSITIVE_INFINITY, () => {
      const newest = sqlite.prepare<[], number>('SELECT max(number) FROM migrations').pluck().get()
      return newest ?? Number.POSITIVE_INFINITY
    })
  } finally {
    sqlite.close()
  }
}

/** What can't be read from a damaged file, for damage or because a table is not named any more, is `instead`. */
function tolerantly<T>(instead: T, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (isLost(error)) return instead
    throw error
  }
}

function isLost(error: unknown): boolean {
  return (
    storageErrorCode(error) === 'damaged' || (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR')
  )
}

function listColumns(sqlite: Database.Database, table: string): string[] {
  return sqlite.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
}

/** For the progress bar only. */
function guessRows(sqlite: Database.Database, table: string): number {
  return tolerantly(
    0,
    () =>
      sqlite
        .prepare<[], number>(`SELECT max(rowid) FROM ${quote(table)}`)
        .pluck()
        .get() ?? 0,
  )
}

function pause(clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.after(0, resolve))
}
