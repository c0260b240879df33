import { expect, it } from 'vitest'
import type { AppEvent } from '#shared/ipc/events.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { fillStore } from '#tests/support/filled-store.ts'
import { makeBackup } from '../db/backup.ts'
import { checkFile } from '../db/check-file.ts'
import type { Db } from '../db/open-database.ts'
import { createEventBus } from '../kernel/event-bus.ts'
import { AuditService } from './audit-service.ts'

const rows = { sessions: 2, messages: 1 }

it('a whole log is whole; progress is told, and one check runs at a time', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { ...rows, deliveries: 1_200 })
  const { audit, told } = open(test.db)
  const first = audit.verify()
  expect(await audit.verify()).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  expect(await first).toEqual({ ok: true, value: { ok: true, rows: 1_200, firstBroken: null } })
  expect(told).toEqual([500, 1_000].map((done) => ({ type: 'job-progress', job: 'audit-verify', done, total: 1_200 })))
})

it('names the first row that was changed', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { ...rows, deliveries: 600 })
  tamper(test.db, `UPDATE audit_log SET actor = 'somebody else' WHERE seq IN (550, 560)`)
  expect(await open(test.db).audit.verify()).toMatchObject({
    ok: true,
    value: {
      ok: false,
      rows: 549,
      firstBroken: { seq: 550, what: expect.stringContaining('550 was changed') as unknown },
    },
  })
})

it('notices rows cut off the end, by the head that a backup holds', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { ...rows, deliveries: 5 })
  const made = await makeBackup({ sqlite: test.db.sqlite, dir: test.dir, now: 1, label: 'relay', check: checkFile })
  expect(made.ok).toBe(true)
  tamper(test.db, 'DELETE FROM audit_log WHERE seq > 3')
  expect(await open(test.db).audit.verify()).toMatchObject({
    value: {
      ok: false,
      rows: 3,
      firstBroken: { seq: 4, what: expect.stringContaining('ends after entry 3') as unknown },
    },
  })
})

it('a head from before a restore is no witness against what came after it', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { ...rows, deliveries: 5 })
  await makeBackup({ sqlite: test.db.sqlite, dir: test.dir, now: 1, label: 'relay', check: checkFile })
  // As a restore of an older backup does: fewer rows, another generation.
  tamper(test.db, 'DELETE FROM audit_log WHERE seq > 3')
  expect(await open({ ...test.db, generation: 'another' }).audit.verify()).toMatchObject({
    value: { ok: true, rows: 3 },
  })
})

it('stops when it is told to, and lists the entries of one Delivery', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { ...rows, deliveries: 600 })
  const { audit, events } = open(test.db)
  events.subscribe(() => audit.stop())
  expect(await audit.verify()).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  expect(audit.entriesOf('delivery-7')).toEqual([
    { seq: 7, at: 7, actor: 'person', event: 'accepted', detail: { d: 7 } },
  ])
  expect(audit.entriesOf('none')).toEqual([])
})

function open(db: Db) {
  const told: AppEvent[] = []
  const events = createEventBus<AppEvent>((error) => {
    throw error
  })
  events.subscribe((event) => void told.push(event))
  return { audit: new AuditService({ db, events }), events, told }
}

/** What only somebody with the file in hand can do: past the triggers. */
function tamper({ sqlite }: Db, sql: string): void {
  sqlite.exec(`DROP TRIGGER IF EXISTS audit_log_no_update; DROP TRIGGER IF EXISTS audit_log_no_delete; ${sql}`)
}
