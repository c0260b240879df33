import { expect, it } from 'vitest'
import { startChild } from '#tests/support/child-script.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { countRows, deliveryRow, fillStore } from '#tests/support/filled-store.ts'
import { preparedInsert } from './prepared-insert.ts'
import { deliveries } from './schema/index.ts'
import { writeTx } from './write-tx.ts'

it('[Q03] while another process holds the write lock for 8 s: reads go on, writes are refused in time, nothing is lost', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { sessions: 2, messages: 10, deliveries: 1 })
  const child = startChild(`
    import Database from 'better-sqlite3'
    const sqlite = new Database(${JSON.stringify(test.db.path)})
    sqlite.exec('BEGIN IMMEDIATE')
    process.stdout.write('locked')
    setTimeout(() => { sqlite.exec('COMMIT'); sqlite.close() }, 8000)`)
  expect(await child.line()).toBe('locked')

  const insert = preparedInsert(test.db, deliveries)
  const before = countRows(test.db)
  const waits: number[] = []
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const startedAt = performance.now()
    expect(() => writeTx(test.db, () => insert(deliveryRow(2)))).toThrow(
      expect.objectContaining({
        name: 'StorageError',
        code: 'busy',
        message: 'Another program is holding the database. Nothing was changed.',
      }),
    )
    waits.push(performance.now() - startedAt)
  }
  expect(countRows(test.db)).toEqual(before)
  // The first waits its second; a queue of others behind it must not add up to a freeze.
  expect(Math.max(...waits)).toBeLessThan(2_500)
  expect(waits.slice(1).reduce((sum, wait) => sum + wait, 0)).toBeLessThan(4_500)

  await child.ended()
  writeTx(test.db, () => insert(deliveryRow(2)))
  expect(countRows(test.db)).toEqual({ ...before, deliveries: 2 })
}, 40_000)
