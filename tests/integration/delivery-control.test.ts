import { expect, test } from 'vitest'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { answering, hanging, openBed, resultOf } from '#tests/support/delegation-bed.ts'
import { decide, makeSession, type Script, send } from '#tests/support/test-core.ts'

/** Fails the first time, and answers from then on. */
function failingOnce(): Script {
  let runs = 0
  return (run) => {
    runs += 1
    if (runs === 1) return Promise.resolve({ end: 'failed', error: { code: 'RUNTIME_ERROR', message: 'down' } })
    return answering('second time')(run)
  }
}

test('[CTRL-01] a failed request is sent again as a new one that names the old; a repeat of its key names the newest', async () => {
  const bed = await openBed(failingOnce())
  await using it = bed.it
  const { core } = it
  bed.ask('work', { idempotency_key: 'k' })
  const first = await bed.approveNext()
  await resultOf(it, first)
  await it.until(() => core.turns.running(bed.caller.id) === null)
  const again = core.acceptance.retry(first, { expiresInMs: null, onResult: 'wake' })
  if (!again.ok) throw new Error(again.error.message)
  const detail = await resultOf(it, again.value.requestId)
  expect(detail).toMatchObject({
    delivery: { retryOf: first, outcome: 'success', senderSessionId: bed.caller.id, receiverSessionId: bed.target.id },
    content: 'work',
    linkedContent: 'second time',
  })
  expect(core.acceptance.retry(again.value.requestId, { expiresInMs: null, onResult: 'wake' })).toMatchObject({
    ok: false,
    error: { code: 'CONFLICT' },
  })
  bed.answers.length = 0
  bed.ask('work', { idempotency_key: 'k' })
  await it.until(() => bed.answers.length === 1)
  expect(bed.answers[0]?.value).toMatchObject({
    requestId: again.value.requestId,
    repeated: true,
    delivery: { status: 'consumed' },
  })
})

test('[CTRL-01] only one retry of a request is open at a time, and only what ended badly can be retried', async () => {
  const bed = await openBed(hanging('busy'))
  await using it = bed.it
  const { core } = it
  bed.ask('work')
  const first = await bed.approveNext()
  await it.until(() => core.turns.running(bed.target.id))
  const options = { expiresInMs: null, onResult: 'wake' as const }
  expect(core.acceptance.retry(first, options)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  core.turns.stop(bed.target.id)
  await resultOf(it, first)
  expect(core.acceptance.retry(first, options).ok).toBe(true)
  expect(core.acceptance.retry(first, options)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  core.sessions.trash(bed.target.id, false)
  expect(core.acceptance.retry(first, options)).toMatchObject({
    ok: false,
    error: { code: 'REFUSED', detail: 'TARGET_SESSION_NOT_FOUND' },
  })
})

test('[CTRL-02] a request that has not started by its time expires, and never starts late', async () => {
  const clock = createManualClock()
  let runs = 0
  const bed = await openBed(
    (run) => {
      runs += 1
      return hanging('busy')(run)
    },
    { clock },
  )
  await using it = bed.it
  const { core } = it
  bed.ask('first')
  await bed.approveNext()
  await it.until(() => runs === 1)
  await it.until(() => core.turns.running(bed.caller.id) === null)
  bed.ask('second')
  const open = await it.until(() => core.approvalStore.open()[0])
  decide(core, open.id, { options: { expiresInMs: 60_000, onResult: 'wake' } })
  const second = core.approvals.get(open.id)?.requestId ?? ''
  clock.advance(59_999)
  expect(core.deliveryList.row(second)?.status).toBe('accepted')
  clock.advance(1)
  expect(core.deliveryList.detail(second)).toMatchObject({
    delivery: { status: 'failed', outcome: 'failed', error: { code: 'DELIVERY_EXPIRED' } },
    linked: { kind: 'result' },
  })
  core.turns.stop(bed.target.id)
  await it.until(() => core.turns.running(bed.target.id) === null)
  expect(runs).toBe(1)
})

test('[CTRL-03] a kept result waits for the person: Wake runs its Turn, Mark read takes it in without one', async () => {
  const bed = await openBed(answering('the result'))
  await using it = bed.it
  const { core } = it
  const askKept = async () => {
    bed.ask('work')
    const open = await it.until(() => core.approvalStore.open()[0])
    decide(core, open.id, { options: { expiresInMs: null, onResult: 'keep' } })
    const id = core.approvals.get(open.id)?.requestId ?? ''
    await resultOf(it, id)
    await it.until(() => core.turns.running(bed.caller.id) === null)
    return core.deliveryList.detail(id)?.linked?.id ?? ''
  }
  const first = await askKept()
  const second = await askKept()
  const queue = core.timeline.queue(bed.caller.id)
  expect(queue).toMatchObject({
    ok: true,
    value: { deliveries: [], held: [{ delivery: { id: first }, text: 'the result' }, { delivery: { id: second } }] },
  })
  expect(core.deliveryControl.markRead(second)).toEqual({ ok: true, value: null })
  expect(core.deliveryControl.markRead(second)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  expect(core.deliveryList.row(second)).toMatchObject({ status: 'consumed', turnId: null, seenAt: expect.any(Number) })
  const page = core.timeline.page(bed.caller.id, { kind: 'newest' }, 1)
  expect(page).toMatchObject({
    ok: true,
    value: { items: [{ message: { text: 'the result' }, delivery: { id: second } }] },
  })
  expect(core.deliveryControl.wake(first)).toEqual({ ok: true, value: null })
  await it.until(() => core.deliveryList.row(first)?.status === 'consumed')
  expect(core.deliveryList.row(first)).toMatchObject({
    turnId: expect.any(String),
    seenAt: expect.any(Number),
    held: false,
  })
})

test('[CTRL-04] while dispatch is paused requests are accepted and none starts; a restart keeps the pause', async () => {
  const bed = await openBed(answering('done'))
  await using it = bed.it
  it.core.settings.update({ dispatchPaused: true })
  bed.ask('work')
  const requestId = await bed.approveNext()
  await it.until(() => it.core.turns.running(bed.caller.id) === null)
  const core = await it.restart()
  expect(core.deliveryList.row(requestId)?.status).toBe('accepted')
  const turn = send(core, makeSession(core, bed.coder, 'Other'), '[]')
  await it.until(() => core.turns.get(turn.id)?.state === 'succeeded')
  expect(core.deliveryList.row(requestId)?.status).toBe('accepted')
  core.settings.update({ dispatchPaused: false })
  await resultOf(it, requestId)
})

test('[CTRL-05] receipts are claimed only once they are true', async () => {
  const bed = await openBed(hanging('busy'))
  await using it = bed.it
  const { core } = it
  bed.ask('work')
  const requestId = await bed.approveNext()
  await it.until(() => bed.answers.length === 1)
  expect(bed.answers[0]?.value).toMatchObject({
    status: 'accepted',
    delivery: { receipts: { resultAcceptedAt: null, resultSeenAt: null } },
  })
  await it.until(() => core.deliveryList.row(requestId)?.status === 'delivering')
  expect(core.deliveryList.row(requestId)).toMatchObject({ startedAt: expect.any(Number), finishedAt: null })
  await it.until(() => core.turns.running(bed.caller.id) === null)
  core.turns.stop(bed.target.id)
  const detail = await resultOf(it, requestId)
  expect(detail.linked?.acceptedAt).toBeGreaterThanOrEqual(detail.delivery.finishedAt ?? Number.POSITIVE_INFINITY)
  await it.until(() => core.deliveryList.detail(requestId)?.linked?.seenAt)
})
