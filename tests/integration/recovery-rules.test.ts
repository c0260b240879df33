import { expect, test } from 'vitest'
import { hanging, openBed, resultOf } from '#tests/support/delegation-bed.ts'
import { makeSession, send } from '#tests/support/test-core.ts'

test('[DELV-02] [SEED-16] a request cut off by a crash is settled, never run again, and its caller gets the saved part', async () => {
  let runs = 0
  const bed = await openBed((run) => {
    runs += 1
    return hanging('half')(run)
  })
  await using it = bed.it
  bed.ask('work')
  const requestId = await bed.approveNext()
  await it.until(() => runs === 1)
  await it.crash()
  const detail = await resultOf(it, requestId)
  expect(detail.delivery).toMatchObject({ status: 'consumed', outcome: 'interrupted' })
  await it.until(() => it.core.deliveryList.detail(requestId)?.linked?.status === 'consumed')
  expect(runs).toBe(1)
  const again = await it.crash()
  expect(again.deliveryList.detail(requestId)?.linked).toMatchObject({ status: 'consumed', outcome: 'interrupted' })
  expect(runs).toBe(1)
})

test('[SEED-16] [D01] [R10] what was accepted and never started runs after the restart, once', async () => {
  const seen: string[] = []
  const bed = await openBed((run) => {
    seen.push(run.inputText)
    if (run.inputText === 'first') return hanging('busy')(run)
    run.emit({ type: 'text', text: 'done' })
    return Promise.resolve({ end: 'stop' })
  })
  await using it = bed.it
  for (const message of ['first', 'second']) {
    bed.ask(message)
    await bed.approveNext()
    await it.until(() => it.core.turns.running(bed.caller.id) === null)
  }
  const core = await it.crash()
  const rows = core.deliveryList.requests('sent', bed.caller.id, 10)
  for (const row of rows) await resultOf(it, row.id)
  expect(seen).toEqual(['first', 'second'])
  expect(rows.map((row) => it.core.deliveryList.row(row.id)?.outcome).toSorted()).toEqual(['interrupted', 'success'])
})

test('[DELV-01] a delivering row whose Turn is gone fails with its own code and still returns its one result', async () => {
  const bed = await openBed(hanging('half'))
  await using it = bed.it
  bed.ask('work')
  const requestId = await bed.approveNext()
  await it.until(() => it.core.turns.running(bed.target.id))
  it.core.db.sqlite.prepare("DELETE FROM turns WHERE session_id = ? AND state = 'running'").run(bed.target.id)
  const core = await it.crash()
  expect(core.deliveryList.detail(requestId)).toMatchObject({
    delivery: { status: 'failed', outcome: 'failed', error: { code: 'DELIVERY_TURN_DELETED' } },
    linked: { kind: 'result', outcome: 'failed' },
  })
})

test('[R08] the first message of a Session after a restart runs', async () => {
  const bed = await openBed()
  await using it = bed.it
  const fresh = makeSession(it.core, bed.coder, 'Fresh')
  const core = await it.restart()
  for (const session of [bed.target, fresh]) {
    const turn = send(core, session, '[]')
    await it.until(() => core.turns.get(turn.id)?.endedAt)
    expect(core.turns.get(turn.id)?.state).toBe('succeeded')
  }
})

test('deleting a Session for ever takes its messages in slices, and a crash in between is finished at the next start', async () => {
  const bed = await openBed()
  await using it = bed.it
  const doomed = makeSession(it.core, bed.coder, 'Doomed')
  for (let index = 0; index < 5; index += 1) {
    const turn = send(it.core, doomed, '[]')
    await it.until(() => it.core.turns.get(turn.id)?.state === 'succeeded')
  }
  expect(await it.core.sessions.deleteForever(doomed.id)).toMatchObject({ ok: false, error: { code: 'REFUSED' } })
  it.core.sessions.trash(doomed.id, false)
  it.core.db.sqlite.prepare('UPDATE sessions SET deleting_at = 1 WHERE id = ?').run(doomed.id)
  const core = await it.crash()
  const left = () => core.db.sqlite.prepare('SELECT count(*) AS n FROM messages WHERE session_id = ?').get(doomed.id)
  await it.until(() =>
    core.db.sqlite.prepare('SELECT id FROM sessions WHERE id = ?').get(doomed.id) === undefined ? true : null,
  )
  expect(left()).toEqual({ n: 0 })
})
