import { existsSync, readdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { RecoveryState } from '#shared/ipc/recovery.ts'
import { openOptions, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { countRows, fillStore } from '#tests/support/filled-store.ts'
import { makeBackup } from './backup.ts'
import { checkFile } from './check-file.ts'
import { type Db, openDatabase } from './open-database.ts'
import { createRecovery, type Recovery } from './recovery.ts'

const PAGE = 4096
const size = { sessions: 3, messages: 2_000, deliveries: 20 }
const damage = { reason: 'damaged' as const, findings: ['A statement failed.'] }

async function filled(): Promise<TestDatabase> {
  const test = await openTestDatabase()
  fillStore(test.db, size)
  return test
}

function recoveryOf(test: TestDatabase): { recovery: Recovery; states: RecoveryState[] } {
  const states: RecoveryState[] = []
  const failure = { ...damage, path: test.db.path }
  return {
    recovery: createRecovery({ ...openOptions(test.dir), failure, onState: (state) => states.push(state) }),
    states,
  }
}

async function chosen(recovery: Recovery, choice: Parameters<Recovery['choose']>[0]): Promise<Db> {
  const opened = await recovery.choose(choice)
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  return opened.value
}

/** Numbers of the pages that a table's rows lie on, leaves last. */
function pagesOf(path: string, name: string): number[] {
  const sqlite = new Database(path, { readonly: true })
  try {
    const leaves = sqlite.prepare<[string], number>('SELECT pageno FROM dbstat WHERE name = ? ORDER BY path').pluck()
    return leaves.all(name)
  } finally {
    sqlite.close()
  }
}

function breakPages(path: string, pages: readonly number[]): void {
  const bytes = readFileSync(path)
  for (const page of pages) bytes.fill(0xa5, (page - 1) * PAGE, page * PAGE)
  writeFileSync(path, bytes)
}

function auditEvents(db: Db): unknown {
  return db.sqlite.prepare(`SELECT event FROM audit_log WHERE subject_type = 'store'`).pluck().all()
}

function keptFile(test: TestDatabase): Buffer {
  const [name, ...more] = readdirSync(test.dir).filter((file) => /^relay\.damaged-.*\.db$/.test(file))
  expect(more).toEqual([])
  return readFileSync(join(test.dir, name ?? 'no damaged file was kept'))
}

it('rescues every row but those on the broken pages, counts them, and keeps the damaged file as it was', async () => {
  await using test = await filled()
  const { generation, storeId } = test.db
  test.db.close()
  const leaves = pagesOf(test.db.path, 'messages')
  breakPages(test.db.path, leaves.slice(40, 43))
  const broken = readFileSync(test.db.path)
  expect(checkFile(test.db.path)).toMatchObject({ kind: 'damaged' })

  const { recovery, states } = recoveryOf(test)
  const db = await chosen(recovery, { choice: 'rescue' })
  const unreadable = Number(
    db.sqlite.prepare(`SELECT detail ->> 'unreadable' FROM audit_log WHERE event = 'rescued'`).pluck().get(),
  )
  const rows = countRows(db)
  expect(unreadable).toBeGreaterThan(0)
  expect(unreadable).toBeLessThan(100)
  expect(rows).toEqual({ agents: 1, sessions: 3, messages: 2_000 - unreadable, deliveries: 20, audit_log: 21 })
  expect(db.generation).not.toBe(generation)
  expect(db.storeId).not.toBe(storeId)
  expect(keptFile(test)).toEqual(broken)
  expect(checkFile(db.path)).toEqual({ kind: 'sound' })
  expect(states.some(({ progress }) => progress?.table === 'messages' && progress.total > 0)).toBe(true)
  expect(states.at(-1)?.progress).toBeNull()
  db.close()
})

it('brings a Session back as a shell when only its messages can be read', async () => {
  await using test = await filled()
  test.db.close()
  breakPages(test.db.path, pagesOf(test.db.path, 'sessions'))
  const db = await chosen(recoveryOf(test).recovery, { choice: 'rescue' })
  expect(countRows(db)).toMatchObject({ sessions: 3, messages: 2_000, deliveries: 20 })
  expect(db.sqlite.prepare('SELECT DISTINCT name FROM sessions').pluck().all()).toEqual(['Rescued Session'])
  expect(db.sqlite.pragma('foreign_key_check')).toEqual([])
  db.close()
})

it('rescues what is left of a file that was cut off', async () => {
  await using test = await filled()
  test.db.close()
  truncateSync(test.db.path, Math.floor(readFileSync(test.db.path).length / PAGE / 2) * PAGE)
  const db = await chosen(recoveryOf(test).recovery, { choice: 'rescue' })
  expect(countRows(db)['messages']).toBeGreaterThan(100)
  expect(checkFile(db.path)).toEqual({ kind: 'sound' })
  db.close()
})

it('rescues rows that a crash left in the log only', async () => {
  await using test = await filled()
  const { path } = test.db
  const log = readFileSync(`${path}-wal`)
  const main = readFileSync(path)
  test.db.close()
  writeFileSync(path, main)
  writeFileSync(`${path}-wal`, log)
  const db = await chosen(recoveryOf(test).recovery, { choice: 'rescue' })
  expect(countRows(db)).toMatchObject({ messages: 2_000, deliveries: 20 })
  expect(readdirSync(test.dir).some((name) => /^relay\.damaged-.*\.db-wal$/.test(name))).toBe(true)
  db.close()
})

it('does not put an empty store in the place of a file that is no database', async () => {
  await using test = await filled()
  test.db.close()
  const text = Buffer.from('not a database\n'.repeat(2_000))
  writeFileSync(test.db.path, text)
  const { recovery } = recoveryOf(test)
  expect(await recovery.choose({ choice: 'rescue' })).toMatchObject({
    ok: false,
    error: { reason: 'nothing-readable' },
  })
  expect(readFileSync(test.db.path)).toEqual(text)
  const db = await chosen(recovery, { choice: 'fresh' })
  expect(countRows(db)).toMatchObject({ agents: 0, messages: 0 })
  expect(auditEvents(db)).toEqual(['started-fresh'])
  expect(keptFile(test)).toEqual(text)
  db.close()
})

it('restores a backup with a new generation and a row that says so', async () => {
  await using test = await filled()
  const { storeId, generation } = test.db
  const backup = await makeBackup({ sqlite: test.db.sqlite, dir: test.dir, now: 5, label: 'relay', check: checkFile })
  if (!backup.ok) throw new Error(backup.error.code)
  test.db.sqlite.prepare('DELETE FROM messages').run()
  test.db.close()
  breakPages(test.db.path, [1])

  const { recovery } = recoveryOf(test)
  expect(recovery.state().backups.map(({ name }) => name)).toEqual([backup.value.name])
  const db = await chosen(recovery, { choice: 'backup', name: backup.value.name })
  expect(countRows(db)).toMatchObject({ messages: 2_000, audit_log: 21 })
  expect(auditEvents(db)).toEqual(['restored'])
  expect(db.storeId).toBe(storeId)
  expect(db.generation).not.toBe(generation)
  db.close()
})

it('refuses a damaged backup, and a name that is none of its backups, and changes nothing', async () => {
  await using test = await filled()
  const backup = await makeBackup({ sqlite: test.db.sqlite, dir: test.dir, now: 5, label: 'relay', check: checkFile })
  if (!backup.ok) throw new Error(backup.error.code)
  test.db.close()
  const path = join(test.dir, 'backups', backup.value.name)
  breakPages(path, pagesOf(path, 'messages').slice(10, 12))
  const before = readFileSync(test.db.path)
  const { recovery } = recoveryOf(test)
  const damaged = await recovery.choose({ choice: 'backup', name: backup.value.name })
  const outside = await recovery.choose({ choice: 'backup', name: '../relay.db' })
  expect([damaged, outside]).toMatchObject([
    { ok: false, error: { reason: 'backup-damaged' } },
    { ok: false, error: { reason: 'no-such-backup' } },
  ])
  expect(readFileSync(test.db.path)).toEqual(before)
  expect(readdirSync(test.dir).filter((name) => /building|work|next|damaged/.test(name))).toEqual([])
})

it('opens the file again as it is on retry', async () => {
  await using test = await filled()
  test.db.close()
  const db = await chosen(recoveryOf(test).recovery, { choice: 'retry' })
  expect(countRows(db)['messages']).toBe(2_000)
  db.close()
})

it('finishes a swap that a crash cut off, and never plays the old log into the new file', async () => {
  await using test = await filled()
  const { path } = test.db
  const log = readFileSync(`${path}-wal`)
  test.db.close()
  await using other = await openTestDatabase()
  other.db.close()
  renameSync(other.db.path, join(test.dir, 'relay.next.db'))
  writeFileSync(`${path}-wal`, log)
  const opened = await openDatabase(openOptions(test.dir))
  if (!opened.ok) throw new Error(opened.error.reason)
  expect(opened.value.storeId).toBe(other.db.storeId)
  expect(countRows(opened.value)['messages']).toBe(0)
  expect(existsSync(join(test.dir, 'relay.next.db'))).toBe(false)
  opened.value.close()
})
