import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { StorageError } from '#main/db/storage-error.ts'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { answering, openBed, resultOf } from '#tests/support/delegation-bed.ts'
import {
  decide,
  makeAgent,
  makeSession,
  openTestCore,
  type Script,
  scriptedRuntime,
  send,
  type TestCore,
} from '#tests/support/test-core.ts'

/** No page more fits into the file until the answer is called. */
function fillDisk({ core }: TestCore): () => void {
  const { sqlite } = core.db
  // Free pages are used up first: whatever was freed must not hide that the disk is full.
  const most = sqlite.pragma('page_count', { simple: true }) as number
  const before = sqlite.pragma('max_page_count', { simple: true }) as number
  sqlite.pragma(`max_page_count = ${most}`)
  return () => void sqlite.pragma(`max_page_count = ${before}`)
}

test('[STOR-01] on a full disk a yes changes nothing: the question stays open, and can be answered once there is room', async () => {
  const bed = await openBed()
  await using it = bed.it
  const { core } = it
  bed.ask('x'.repeat(64 * 1024))
  const open = await it.until(() => core.approvalStore.open()[0])
  const freeDisk = fillDisk(it)
  expect(() => decide(core, open.id)).toThrow(StorageError)
  expect(core.approvals.get(open.id)?.state).toBe('pending')
  expect(core.deliveryList.requests('sent', bed.caller.id, 1)).toEqual([])
  freeDisk()
  expect(decide(core, open.id)).toMatchObject({ ok: true, value: { record: { state: 'approved' } } })
  await resultOf(it, core.approvals.get(open.id)?.requestId ?? '')
})

test('[STOR-01] a Turn whose end cannot be written yet is ended once there is room, with its whole text', async () => {
  const clock = createManualClock()
  const text = 'y'.repeat(256 * 1024)
  const gate = Promise.withResolvers<void>()
  const script: Script = async (run) => {
    await gate.promise
    return answering(text)(run)
  }
  await using it = await openTestCore({ clock, script })
  const { core } = it
  const session = makeSession(core, makeAgent(core, 'Coder', scriptedRuntime), 'Work')
  const turn = send(core, session, 'go')
  await it.until(() => core.turns.running(session.id))
  const freeDisk = fillDisk(it)
  const written = it.event((event) => event.type === 'turn-delta')
  gate.resolve()
  await written
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect(core.turns.get(turn.id)?.state).toBe('running')
  freeDisk()
  clock.advance(2000)
  expect(core.turns.get(turn.id)?.state).toBe('succeeded')
  const page = core.timeline.page(session.id, { kind: 'newest' }, 1)
  expect(page).toMatchObject({ ok: true, value: { items: [{ message: { text, status: 'complete' } }] } })
})

test('[STOR-01] [Q03] while another program holds the database nothing is lost: each answer says so, and works afterwards', async () => {
  const bed = await openBed()
  await using it = bed.it
  const { core } = it
  bed.ask('work')
  const open = await it.until(() => core.approvalStore.open()[0])
  const other = new Database(core.db.path)
  other.exec('BEGIN IMMEDIATE')
  expect(() => decide(core, open.id)).toThrow(StorageError)
  expect(() => core.turns.send(bed.target.id, '[]', 'queue')).toThrow(StorageError)
  expect(core.approvals.get(open.id)?.state).toBe('pending')
  other.exec('ROLLBACK')
  other.close()
  expect(decide(core, open.id)).toMatchObject({ ok: true, value: { result: 'settled' } })
  await resultOf(it, core.approvals.get(open.id)?.requestId ?? '')
})

test('[STOR-01] stopping on a full disk leaves the question open until the Turn’s end can be written', async () => {
  const clock = createManualClock()
  const bed = await openBed(undefined, { clock })
  await using it = bed.it
  const { core } = it
  bed.ask('z'.repeat(64 * 1024))
  const open = await it.until(() => core.approvalStore.open()[0])
  const freeDisk = fillDisk(it)
  core.turns.stop(bed.caller.id)
  await new Promise<void>((resolve) => setImmediate(resolve))
  freeDisk()
  clock.advance(2000)
  await it.until(() => core.turns.running(bed.caller.id) === null)
  expect(core.approvals.get(open.id)?.state).toBe('cancelled')
  expect(core.deliveryList.requests('sent', bed.caller.id, 1)).toEqual([])
})
