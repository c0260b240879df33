import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AppEvent } from '#shared/ipc/events.ts'
import { fillStore } from '#tests/support/filled-store.ts'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { readAuditHead } from '../db/audit-log.ts'
import type { Db } from '../db/open-database.ts'
import { createEventBus } from '../kernel/event-bus.ts'
import { DeliveryExport } from './delivery-export.ts'
import { exportColumns } from './export-row.ts'

it('writes what a filter shows as JSONL and CSV, with a manifest that proves both', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { sessions: 2, messages: 450, deliveries: 450 })
  writeText(test.db, 450, '=HYPERLINK("http://example.com")\n第二行')
  const { service } = open(test.db)
  const done = await service.write({ kind: 'request', since: 11 }, '1.2.3')
  if (!done.ok) throw new Error(done.error.message)
  const { folder, files, rows } = done.value
  const read = (name: string) => readFileSync(join(folder, name))
  expect(rows).toBe(440)
  expect(files.map(({ name }) => name)).toEqual(['deliveries.jsonl', 'deliveries.csv', 'manifest.json'])
  for (const { name, bytes, sha256 } of files) {
    expect({ name, bytes, sha256 }).toEqual({
      name,
      bytes: read(name).length,
      sha256: createHash('sha256').update(read(name)).digest('hex'),
    })
  }
  const lines = read('deliveries.jsonl')
    .toString()
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(lines).toHaveLength(440)
  expect(lines[0]).toMatchObject({
    id: 'delivery-450',
    content: '=HYPERLINK("http://example.com")\n第二行',
    acceptedAt: '1970-01-01T00:00:00.450Z',
  })
  expect(lines.at(-1)).toMatchObject({ id: 'delivery-11' })
  const csv = read('deliveries.csv').toString()
  expect(csv.startsWith(`\uFEFF${exportColumns.join(',')}\r\ndelivery-450,request,`)).toBe(true)
  expect(csv).toContain(`,"'=HYPERLINK(""http://example.com"")\n第二行"\r\n`)
  expect(JSON.parse(read('manifest.json').toString())).toMatchObject({
    version: 1,
    app: { version: '1.2.3' },
    storeId: test.db.storeId,
    filter: { kind: 'request', since: 11 },
    counts: { rows: 440, requests: 440, results: 0 },
    auditHead: readAuditHead(test.db),
    files: files.slice(0, 2),
  })
})

it('exports the rows of one instant, while the app goes on writing', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { sessions: 2, messages: 1, deliveries: 450 })
  const { service, events } = open(test.db)
  let touched = false
  events.subscribe(() => {
    if (touched) return
    touched = true
    test.db.sqlite.exec(
      `UPDATE deliveries SET status = 'failed', outcome = 'failed', finished_at = 9 WHERE id = 'delivery-1'`,
    )
  })
  const done = await service.write({}, '1')
  if (!done.ok) throw new Error(done.error.message)
  expect(touched).toBe(true)
  const jsonl = readFileSync(join(done.value.folder, 'deliveries.jsonl'), 'utf8').trimEnd().split('\n')
  expect(JSON.parse(jsonl.at(-1) ?? '')).toMatchObject({ id: 'delivery-1', status: 'accepted' })
})

it('keeps nothing when it is stopped, and writes one at a time', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { sessions: 2, messages: 1, deliveries: 450 })
  const { service, events } = open(test.db)
  const progress: AppEvent[] = []
  events.subscribe((event) => {
    progress.push(event)
    service.stop()
  })
  const first = service.write({}, '1')
  expect(await service.write({}, '1')).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  expect(await first).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  expect(progress).toEqual([{ type: 'job-progress', job: 'deliveries-export', done: 200, total: 450 }])
  expect(readdirSync(join(test.dir, 'exports'))).toEqual([])
})

it('an empty view is a header and no rows', async () => {
  await using test = await openTestDatabase()
  const done = await open(test.db).service.write({ text: '=none' }, '1')
  if (!done.ok) throw new Error(done.error.message)
  expect(done.value.rows).toBe(0)
  expect(readFileSync(join(done.value.folder, 'deliveries.csv'), 'utf8')).toBe(`\uFEFF${exportColumns.join(',')}\r\n`)
  expect(readFileSync(join(done.value.folder, 'deliveries.jsonl'), 'utf8')).toBe('')
})

function open(db: Db) {
  const events = createEventBus<AppEvent>((error) => {
    throw error
  })
  return { events, service: new DeliveryExport({ db, clock: createManualClock(), events }) }
}

function writeText(db: Db, delivery: number, text: string): void {
  db.sqlite
    .prepare(
      `INSERT INTO messages (id, session_id, role, parts, text, status, in_chat, left_out, created_at)
       VALUES (?, 'session-2', 'user', '[]', ?, 'complete', 0, 0, 1)`,
    )
    .run(`message-of-${delivery}`, text)
}
