import type Database from 'better-sqlite3'
import { storageErrorCode } from './storage-error.ts'

export type RawRow = readonly unknown[]

/** `row` null: it is known to be there and can't be read. */
export type FoundRow = { readonly rowid: number; readonly row: RawRow | null }

/** Without a whole index, how many row numbers beyond what was seen are tried one by one. */
const MOST_PROBES = 1_000_000

/**
 * Every row of a table that can be read from a damaged file, and the numbers of those that can't. Goes through the
 * table as it lies; where that breaks off, it goes on from the other end, and then asks for each row that an index names.
 */
export function* readableRows(
  sqlite: Database.Database,
  table: string,
  columns: readonly string[],
): Generator<FoundRow, void> {
  const list = columns.map(quote).join(', ')
  const from = `SELECT rowid, ${list} FROM ${quote(table)} NOT INDEXED`
  const seen = new Set<number>()
  let whole = true
  for (const order of ['ASC', 'DESC']) {
    whole = true
    const scan = tolerantRows(sqlite, `${from} ORDER BY rowid ${order}`)
    for (let next = scan.next(); ; next = scan.next()) {
      if (next.done === true) {
        whole = next.value
        break
      }
      const [rowid, ...row] = next.value
      if (typeof rowid !== 'number') continue
      // From the other end, the first row that is known already closes the gap only if nothing broke in between.
      if (seen.has(rowid)) continue
      seen.add(rowid)
      yield { rowid, row }
    }
    if (whole) return
  }
  const one = sqlite.prepare<[number], unknown[]>(`${from} WHERE rowid = ?`).raw()
  for (const rowid of missingRowids(sqlite, table, seen)) {
    const found = tolerantGet(one, rowid)
    if (found === 'unreadable') yield { rowid, row: null }
    else if (found !== undefined) yield { rowid, row: found.slice(1) }
  }
}

/** The row numbers that indexes name and the scans did not reach; without a whole index, also all numbers between. */
function missingRowids(sqlite: Database.Database, table: string, seen: ReadonlySet<number>): number[] {
  const missing = new Set<number>()
  let anyWhole = false
  for (const index of wholeTableIndexes(sqlite, table)) {
    const scan = tolerantRows(sqlite, `SELECT rowid FROM ${quote(table)} INDEXED BY ${quote(index)}`)
    for (let next = scan.next(); ; next = scan.next()) {
      if (next.done === true) {
        anyWhole ||= next.value
        break
      }
      const [rowid] = next.value
      if (typeof rowid === 'number' && !seen.has(rowid)) missing.add(rowid)
    }
  }
  if (!anyWhole) {
    let last = 0
    for (const rowid of seen) last = Math.max(last, rowid)
    for (const rowid of missing) last = Math.max(last, rowid)
    for (let rowid = 1; rowid <= Math.min(last, MOST_PROBES); rowid += 1) if (!seen.has(rowid)) missing.add(rowid)
  }
  return [...missing].sort((a, b) => a - b)
}

function wholeTableIndexes(sqlite: Database.Database, table: string): string[] {
  const scan = tolerantRows(
    sqlite,
    `SELECT name FROM pragma_index_list('${table.replaceAll("'", "''")}') WHERE partial = 0`,
  )
  return [...scan].flatMap(([name]) => (typeof name === 'string' ? [name] : []))
}

/** Yields rows until damage; returns whether it came to the end. */
function* tolerantRows(sqlite: Database.Database, source: string): Generator<unknown[], boolean> {
  try {
    yield* sqlite.prepare<[], unknown[]>(source).raw().iterate()
    return true
  } catch (error) {
    if (storageErrorCode(error) === 'damaged') return false
    throw error
  }
}

function tolerantGet(
  statement: Database.Statement<[number], unknown[]>,
  rowid: number,
): unknown[] | undefined | 'unreadable' {
  try {
    return statement.get(rowid)
  } catch (error) {
    if (storageErrorCode(error) === 'damaged') return 'unreadable'
    throw error
  }
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
