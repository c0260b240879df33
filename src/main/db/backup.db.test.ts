import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'
import { deliveryRow, fillStore } from '#tests/support/filled-store.ts'
import { backupPath, listBackups, makeBackup } from './backup.ts'
import { checkFile } from './check-file.ts'
import { preparedInsert } from './prepared-insert.ts'
import { deliveries } from './schema/index.ts'
import { writeTx } from './write-tx.ts'

it('[R12] makes a whole copy while rows are written all the time', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { sessions: 3, messages: 20_000, deliveries: 0 })
  const insert = preparedInsert(test.db, deliveries)
  let written = 0
  const backup = await makeBackup({
    ...{
      sqlite: test.db.sqlite,
      dir: test.dir,
      now: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
      label: 'relay',
      check: checkFile,
    },
    // Between any two steps of the copy.
    onProgress() {
      for (let rows = 0; rows < 20; rows += 1) writeTx(test.db, () => insert(deliveryRow((written += 1))))
    },
  })
  expect(backup).toMatchObject({
    ok: true,
    value: { name: 'relay-20260102T030405006Z.db', createdAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6) },
  })
  expect(written).toBeGreaterThan(40)
  const copy = new Database(backupPath(test.dir, 'relay-20260102T030405006Z.db') ?? '', { readonly: true })
  const [count, last] = copy.prepare<[], [number, number]>('SELECT count(*), max(seq) FROM deliveries').raw().get() ?? [
    0, 0,
  ]
  // What is in it is one moment of the store: no row without all the rows before it.
  expect(count).toBe(last)
  expect(copy.prepare('SELECT count(*) FROM messages').pluck().get()).toBe(20_000)
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
  copy.close()
})

it('lists the newest first, never gives one name twice, and leaves nothing half made', async () => {
  await using test = await openTestDatabase()
  const make = (now: number) =>
    makeBackup({ sqlite: test.db.sqlite, dir: test.dir, now, label: 'relay', check: checkFile })
  for (const now of [1_000, 2_000, 2_000]) expect((await make(now)).ok).toBe(true)
  expect(listBackups(test.dir).map(({ name, createdAt }) => [name, createdAt])).toEqual(
    [
      ['relay-19700101T000002000Z-2.db', 2_000],
      ['relay-19700101T000002000Z.db', 2_000],
      ['relay-19700101T000001000Z.db', 1_000],
    ].toSorted((a, b) => Number(b[1]) - Number(a[1]) || String(b[0]).localeCompare(String(a[0]))),
  )
  expect(readdirSync(join(test.dir, 'backups')).filter((name) => name.startsWith('.'))).toEqual([])
})

it('keeps no copy that does not pass its check', async () => {
  await using test = await openTestDatabase()
  const made = await makeBackup({
    ...{ sqlite: test.db.sqlite, dir: test.dir, now: 1, label: 'relay' },
    check: () => ({ kind: 'damaged', findings: ['row 1 missing from index'] }),
  })
  expect(made).toEqual({ ok: false, error: { code: 'damaged', findings: ['row 1 missing from index'] } })
  expect(readdirSync(join(test.dir, 'backups'))).toEqual([])
})

it('gives no path for a name that it did not list', async () => {
  await using test = await openTestDatabase()
  expect(
    ['../relay.db', 'relay.db', '', '.relay-19700101T000001000Z.part'].map((name) => backupPath(test.dir, name)),
  ).toEqual([null, null, null, null])
})
