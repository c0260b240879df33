import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { appendAuditTx, type AuditHead, readAuditHead } from './audit-log.ts'
import type { Db } from './open-database.ts'
import { type AuditVerdict, verifyChain } from './verify-audit-log.ts'
import { writeTx } from './write-tx.ts'

function append(db: Db, number: number): AuditHead {
  return writeTx(db, (tx) =>
    appendAuditTx(tx, {
      at: number,
      actor: 'person',
      subjectType: 'delivery',
      subjectId: `d${number}`,
      event: 'accepted',
      detail: { number },
    }),
  )
}

function verify(db: Db, kept: readonly AuditHead[] = [], batch = 3): AuditVerdict {
  const run = verifyChain(db, kept, batch)
  for (let step = run.next(); ; step = run.next()) if (step.done === true) return step.value
}

/** Changes rows as somebody with the file and a SQLite shell could. */
function tamper(db: Db, sql: string): void {
  db.sqlite.exec(`DROP TRIGGER audit_log_no_update; DROP TRIGGER audit_log_no_delete; ${sql}`)
}

it('chains rows over restarts and rolled back transactions', async () => {
  await using test = await openTestDatabase()
  append(test.db, 1)
  expect(() =>
    writeTx(test.db, (tx) => {
      appendAuditTx(tx, { at: 9, actor: 'person', subjectType: 'x', subjectId: 'x', event: 'x', detail: {} })
      throw new Error('rolled back')
    }),
  ).toThrow('rolled back')
  append(test.db, 2)
  const db = await test.reopen()
  for (let number = 3; number <= 10; number += 1) append(db, number)
  expect(verify(db)).toEqual({ ok: true, head: readAuditHead(db) })
  expect(readAuditHead(db).count).toBe(10)
})

it('refuses to change or remove a row', async () => {
  await using test = await openTestDatabase()
  append(test.db, 1)
  expect(() => test.db.sqlite.exec(`UPDATE audit_log SET event = 'denied'`)).toThrow('append-only')
  expect(() => test.db.sqlite.exec('DELETE FROM audit_log')).toThrow('append-only')
  expect(() =>
    test.db.sqlite.exec(
      `REPLACE INTO audit_log SELECT seq, at, 'x', subject_type, subject_id, event, detail, previous_hash, hash FROM audit_log`,
    ),
  ).toThrow()
})

it.each([
  [`UPDATE audit_log SET detail = '{"number":7}' WHERE seq = 4`, { problem: 'row-changed', seq: 4 }],
  [`UPDATE audit_log SET at = 99 WHERE seq = 1`, { problem: 'row-changed', seq: 1 }],
  [`DELETE FROM audit_log WHERE seq = 5`, { problem: 'row-missing', seq: 5 }],
  [`DELETE FROM audit_log WHERE seq > 6`, { problem: 'ends-early', seq: 6 }],
])('names what was done to the chain: %s', async (sql, problem) => {
  await using test = await openTestDatabase()
  let head: AuditHead = { count: 0, hash: '' }
  for (let number = 1; number <= 8; number += 1) head = append(test.db, number)
  expect(verify(test.db, [head])).toMatchObject({ ok: true })
  tamper(test.db, sql)
  expect(verify(test.db, [head])).toEqual({ ok: false, ...problem })
})

it('accepts a chain that goes on from a kept head, and names one that differs at it', async () => {
  await using test = await openTestDatabase()
  const kept = append(test.db, 1)
  append(test.db, 2)
  expect(verify(test.db, [kept])).toMatchObject({ ok: true, head: { count: 2 } })
  expect(verify(test.db, [{ count: 1, hash: 'another' }])).toEqual({ ok: false, problem: 'head-differs', seq: 1 })
})

it('copies the head at most once a minute, and when it closes', async () => {
  const clock = createManualClock()
  await using test = await openTestDatabase({ clock })
  const kept = (): unknown => JSON.parse(readFileSync(join(test.dir, 'audit-head.json'), 'utf8'))
  append(test.db, 1)
  const second = append(test.db, 2)
  expect(kept).toThrow()
  clock.advance(60_000)
  expect(kept()).toMatchObject(second)
  const third = append(test.db, 3)
  clock.advance(59_999)
  expect(kept()).toMatchObject(second)
  test.db.close()
  expect(kept()).toMatchObject(third)
  expect(clock.pending()).toBe(0)
})
