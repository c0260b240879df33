import { chmodSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { openOptions, openTestDatabase } from '#tests/support/database.ts'
import { countRows, fillStore } from '#tests/support/filled-store.ts'
import { openDatabase } from './open-database.ts'
import { StorageError } from './storage-error.ts'
import { writeTx } from './write-tx.ts'

it('opens a new store with the pragmas of the design, and finds the same store again', async () => {
  await using test = await openTestDatabase()
  const { storeId, generation, sqlite } = test.db
  const pragma = (name: string) => sqlite.pragma(name, { simple: true })
  expect(['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'].map(pragma)).toEqual(['wal', 2, 1, 250])
  const again = await test.reopen()
  expect({ storeId: again.storeId, generation: again.generation }).toEqual({ storeId, generation })
})

it('rolls everything back when the work throws, and tells nothing after it', async () => {
  await using test = await openTestDatabase()
  const told = vi.fn<() => void>()
  const before = countRows(test.db)
  const boom = new Error('boom')
  expect(() =>
    writeTx(test.db, (tx) => {
      tx.afterCommit(told)
      test.db.sqlite.exec(`INSERT INTO settings VALUES ('theme', '"dark"')`)
      throw boom
    }),
  ).toThrow(boom)
  expect(told).not.toHaveBeenCalled()
  expect(countRows(test.db)).toEqual(before)
})

it('refuses a transaction inside another one, and one that does not end at once', async () => {
  await using test = await openTestDatabase()
  expect(() => test.db.transact(() => test.db.transact(() => 1))).toThrow('open already')
  expect(() => test.db.transact(() => Promise.resolve(1))).toThrow('synchronous')
  expect(test.db.sqlite.inTransaction).toBe(false)
})

it('answers a full disk with a StorageError, keeps all that was, and goes on when there is room', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { sessions: 2, messages: 20, deliveries: 2 })
  const before = countRows(test.db)
  const pages = Number(test.db.sqlite.pragma('page_count', { simple: true }))
  test.db.sqlite.pragma(`max_page_count = ${pages}`)
  const grow = () =>
    writeTx(test.db, () => {
      test.db.sqlite.prepare('INSERT INTO settings VALUES (?, ?)').run('big', JSON.stringify('x'.repeat(1_000_000)))
    })
  expect(grow).toThrow(expect.objectContaining({ name: 'StorageError', code: 'full', kept: 'Nothing was changed.' }))
  expect(countRows(test.db)).toEqual(before)
  test.db.sqlite.pragma('max_page_count = 1000000')
  grow()
  expect(test.db.sqlite.prepare('SELECT count(*) FROM settings').pluck().get()).toBe(1)
})

it('does not commit what is left when a storage failure was swallowed and SQLite had rolled back', async () => {
  await using test = await openTestDatabase()
  const work = () =>
    test.db.transact(() => {
      test.db.sqlite.prepare(`INSERT INTO settings VALUES ('a', '1')`).run()
      test.db.sqlite.exec('ROLLBACK')
    })
  expect(work).toThrow('ended before its work did')
  expect(test.db.sqlite.prepare('SELECT count(*) FROM settings').pluck().get()).toBe(0)
})

it('tells damage once, whichever statement reads it first', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { sessions: 2, messages: 500, deliveries: 2 })
  test.db.close()
  const path = test.db.path
  breakMessages(path)
  const opened = await openDatabase(openOptions(test.dir))
  if (!opened.ok) throw new Error(opened.error.reason)
  const db = opened.value
  const told = vi.fn<(findings: readonly string[]) => void>()
  db.onDamage(told)
  const read = () => db.sqlite.prepare('SELECT sum(length(text)) FROM messages').get()
  expect(read).toThrow(StorageError)
  expect(read).toThrow(expect.objectContaining({ code: 'damaged' }))
  expect(() => [...db.sqlite.prepare('SELECT * FROM messages').iterate()]).toThrow(StorageError)
  expect(told).toHaveBeenCalledTimes(1)
  db.close()
})

it('does not take a store whose file is gone or empty for a new one', async () => {
  await using test = await openTestDatabase()
  test.db.close()
  truncateSync(test.db.path, 0)
  const empty = await openDatabase(openOptions(test.dir))
  expect(empty).toMatchObject({ ok: false, error: { reason: 'damaged' } })
  rmSync(test.db.path)
  const gone = await openDatabase(openOptions(test.dir))
  expect(gone).toMatchObject({ ok: false, error: { reason: 'damaged' } })
  expect(readdirSync(test.dir)).not.toContain('relay.db')
})

it('names a file that is no database, and leaves it as it was', async () => {
  await using test = await openTestDatabase()
  test.db.close()
  writeFileSync(test.db.path, 'this is a text file\n'.repeat(500))
  const before = readFileSync(test.db.path)
  expect(await openDatabase(openOptions(test.dir))).toMatchObject({ ok: false, error: { reason: 'damaged' } })
  expect(readFileSync(test.db.path)).toEqual(before)
})

it('[R14] names what is missing from a schema that drifted, and changes nothing', async () => {
  await using test = await openTestDatabase()
  test.db.close()
  const sqlite = new Database(test.db.path)
  sqlite.exec('DROP INDEX turns_open; ALTER TABLE agents DROP COLUMN emoji; DROP TABLE settings')
  sqlite.close()
  const before = readFileSync(test.db.path)
  const opened = await openDatabase(openOptions(test.dir))
  expect(opened).toMatchObject({
    ok: false,
    error: {
      reason: 'schema-differs',
      findings: [
        'The index turns_open is missing.',
        'The table agents differs from what this version made.',
        'The table settings is missing.',
      ],
    },
  })
  expect(readFileSync(test.db.path)).toEqual(before)
})

it('refuses a file that a later version has migrated, unchanged, its log included', async () => {
  await using test = await openTestDatabase()
  test.db.sqlite.exec(`INSERT INTO migrations VALUES (99, '0099_of_a_later_version.sql', 'hash', 1)`)
  // The writer stays open, so that the row is in the log only, as after a crash.
  const files = [test.db.path, `${test.db.path}-wal`]
  const before = files.map((file) => readFileSync(file))
  const opened = await openDatabase(openOptions(test.dir))
  expect(opened).toMatchObject({ ok: false, error: { reason: 'unknown-migration' } })
  expect(files.map((file) => readFileSync(file))).toEqual(before)
})

it.skipIf(process.getuid?.() === 0)('says that a file it may not read is unreadable', async () => {
  await using test = await openTestDatabase()
  test.db.close()
  chmodSync(test.db.path, 0)
  expect(await openDatabase(openOptions(test.dir))).toMatchObject({ ok: false, error: { reason: 'unreadable' } })
})

it('says that a folder it cannot make is unreadable', async () => {
  await using test = await openTestDatabase()
  writeFileSync(join(test.dir, 'a-file'), '')
  const opened = await openDatabase(openOptions(join(test.dir, 'a-file', 'folder')))
  expect(opened).toMatchObject({ ok: false, error: { reason: 'unreadable' } })
})

/** Breaks the page at which the messages table begins. */
function breakMessages(path: string): void {
  const bytes = readFileSync(path)
  const sqlite = new Database(path, { readonly: true })
  const root = Number(sqlite.prepare(`SELECT rootpage FROM sqlite_master WHERE name = 'messages'`).pluck().get())
  sqlite.close()
  bytes.fill(0xa5, (root - 1) * 4096, root * 4096)
  writeFileSync(path, bytes)
}
