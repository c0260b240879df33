import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { getTableName } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, it } from 'vitest'
import { migrationHash, readMigrations } from '#main/db/migration-files.ts'
import * as schema from '#main/db/schema/index.ts'
import { migrationsDir, openTestDatabase } from '#tests/support/database.ts'

const tables: SQLiteTable[] = Object.values(schema)

it('gives the tables that the program knows, column by column', async () => {
  await using test = await openTestDatabase()
  const { sqlite } = test.db
  const names = sqlite
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .pluck()
    .all()
  expect(names).toEqual(tables.map((table) => getTableName(table)).toSorted())
  for (const table of tables) {
    const found = sqlite.prepare('SELECT name, type, "notnull", pk FROM pragma_table_info(?)').all(getTableName(table))
    const known = getTableConfig(table).columns.map((column) => ({
      name: column.name,
      type: column.getSQLType().toUpperCase(),
      notnull: Number(column.notNull),
      pk: Number(column.primary),
    }))
    expect({ table: getTableName(table), columns: found }).toEqual({ table: getTableName(table), columns: known })
  }
})

it('gives the indexes and the references that the program knows', async () => {
  await using test = await openTestDatabase()
  const { sqlite } = test.db
  for (const table of tables) {
    const { indexes, foreignKeys, name } = getTableConfig(table)
    const found = sqlite
      .prepare<[string], { name: string; unique: number; partial: number }>(
        `SELECT name, "unique", partial FROM pragma_index_list(?) WHERE origin = 'c' ORDER BY name`,
      )
      .all(name)
      .map((index) => ({
        ...index,
        columns: sqlite.prepare('SELECT name FROM pragma_index_info(?)').pluck().all(index.name),
      }))
    const known = indexes
      .map(({ config }) => ({
        name: config.name,
        unique: Number(config.unique),
        partial: Number(config.where !== undefined),
        columns: config.columns.map((column) => ('name' in column ? column.name : null)),
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect({ name, indexes: found }).toEqual({ name, indexes: known })

    const references = sqlite
      .prepare('SELECT "table", "from", "to", on_delete FROM pragma_foreign_key_list(?) ORDER BY "from"')
      .all(name)
    const knownReferences = foreignKeys
      .map((key) => ({ reference: key.reference(), onDelete: key.onDelete }))
      .map(({ reference, onDelete }) => ({
        table: getTableName(reference.foreignTable),
        from: reference.columns[0]?.name,
        to: reference.foreignColumns[0]?.name,
        on_delete: (onDelete ?? 'no action').toUpperCase(),
      }))
      .toSorted((a, b) => (String(a.from) < String(b.from) ? -1 : 1))
    expect({ name, references }).toEqual({ name, references: knownReferences })
  }
})

it('ships only migrations whose text is pinned; a landed one never changes', async () => {
  const names = readdirSync(migrationsDir)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  const hashes = names.map((name) => [name, migrationHash(readFileSync(join(migrationsDir, name), 'utf8'))])
  // `vitest run -u` on this file pins a new one, in the commit that lands it.
  const pins = `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`
  await expect(pins).toMatchFileSnapshot(join(migrationsDir, 'hashes.json'))
  expect(readMigrations(migrationsDir)).toMatchObject({ ok: true })
})

it('leaves transactions and pragmas to the runner', () => {
  for (const name of readdirSync(migrationsDir).filter((file) => file.endsWith('.sql'))) {
    expect({
      name,
      found:
        /^\s*(commit|rollback|savepoint|release|pragma|begin\s*(;|immediate|exclusive|deferred|transaction))/im.exec(
          readFileSync(join(migrationsDir, name), 'utf8'),
        )?.[0],
    }).toEqual({ name, found: undefined })
  }
})

it('refuses rows that break a promise of the schema', async () => {
  await using test = await openTestDatabase()
  const { sqlite } = test.db
  const session = `INSERT INTO sessions (id, name, name_set_by_person, description, workspace, origin, reach, created_at, last_activity_at) VALUES ('s', 's', 0, '', '', 'user', 'open', 1, 1)`
  sqlite.exec(session)
  const turn = (id: string, state: string) =>
    `INSERT INTO turns (id, session_id, interaction, origin, state, input_message_id, trace_id, hop, created_at, started_at, steps, needs_consent) VALUES ('${id}', 's', 'headless', 'request', '${state}', 'm', 't', 1, 1, 1, 0, 0)`
  sqlite.exec(turn('t1', 'running'))
  const broken = [
    turn('t2', 'running'),
    turn('t3', 'done'),
    `INSERT INTO settings VALUES ('k', 'not json')`,
    `UPDATE sessions SET reach = 'secret'`,
    `INSERT INTO messages VALUES ('m', 'nowhere', NULL, 1, 'user', '[]', '', 'complete', 0, 0, 1)`,
    `INSERT INTO search_pending (kind, ref_id) VALUES ('agent', 'x')`,
  ]
  const refusals = broken.map((sql) => {
    try {
      sqlite.exec(sql)
      return 'accepted'
    } catch (error) {
      return error instanceof Database.SqliteError ? error.code.split('_', 2).join('_') : 'another error'
    }
  })
  expect(refusals).toEqual(broken.map(() => 'SQLITE_CONSTRAINT'))
})
