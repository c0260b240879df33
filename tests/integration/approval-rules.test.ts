import { expect, test } from 'vitest'
import type { ApprovalDecision } from '#shared/approval.ts'
import type { Presence } from '#main/ports/presence.ts'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { hanging, openBed } from '#tests/support/delegation-bed.ts'
import { decide, makeAgent, makeSession, scriptedRuntime, send } from '#tests/support/test-core.ts'
import { codeOf } from '#tests/support/turn-tools.ts'

const DAY = 86_400_000

test('[APPR-01] [A09] the first answer wins, and the second is told who won; the tool sends once', async () => {
  const bed = await openBed()
  await using it = bed.it
  const { core } = it
  bed.ask('work')
  const open = await it.until(() => core.approvalStore.open()[0])
  const { agentId, agentName, sessionName } = open.shownTarget
  const yes: ApprovalDecision = { answer: 'approve', shown: { agentId, agentName, sessionName } }
  const first = core.approvals.decide(open.id, yes, 'desktop 1')
  const second = core.approvals.decide(open.id, { answer: 'deny', reason: 'no' }, 'browser 2')
  expect(first).toMatchObject({ ok: true, value: { result: 'settled' } })
  expect(second).toMatchObject({
    ok: true,
    value: { result: 'already', record: { state: 'approved', decidedBy: 'desktop 1' } },
  })
  expect(core.deliveryList.requests('sent', bed.caller.id, 10)).toHaveLength(1)
})

test('[A03] [A25] several questions of one Turn are each answered by their own id, in any order', async () => {
  const bed = await openBed()
  await using it = bed.it
  const { core } = it
  const other = makeSession(core, bed.coder, 'Other')
  send(core, bed.caller, JSON.stringify([['session_send', { target_session_id: bed.target.id, message: 'a' }]]))
  const second = makeSession(core, makeAgent(core, 'Second', scriptedRuntime), 'Second')
  send(core, second, JSON.stringify([['session_send', { target_session_id: other.id, message: 'b' }]]))
  await it.until(() => core.approvalStore.open().length === 2)
  const [a, b] = core.approvalStore.open()
  if (a === undefined || b === undefined) throw new Error('two were asked')
  decide(core, b.id)
  core.approvals.decide(a.id, { answer: 'deny', reason: '' }, 'test')
  await it.until(() => bed.answers.length === 2)
  expect(bed.answers.map(codeOf).toSorted()).toEqual(['APPROVAL_DENIED', undefined])
})

test('[APPR-02] an edited text is what is sent, and the tool is told; an empty or too large one is refused and stays open', async () => {
  const bed = await openBed()
  await using it = bed.it
  const { core } = it
  bed.ask('original')
  const open = await it.until(() => core.approvalStore.open()[0])
  const { agentId, agentName, sessionName } = open.shownTarget
  const edit = (editedText: string) =>
    core.approvals.decide(
      open.id,
      { answer: 'approve', editedText, shown: { agentId, agentName, sessionName } },
      'test',
    )
  expect(edit('  ')).toMatchObject({ ok: false, error: { code: 'REFUSED', detail: 'INVALID_ARGUMENT' } })
  expect(edit('x'.repeat(256 * 1024 + 1))).toMatchObject({ ok: false, error: { detail: 'MESSAGE_TOO_LARGE' } })
  expect(core.approvals.get(open.id)?.state).toBe('pending')
  expect(edit('better')).toMatchObject({ ok: true, value: { record: { state: 'approved', editedText: 'better' } } })
  await it.until(() => bed.answers.length === 1)
  expect(bed.answers[0]?.value).toMatchObject({ ok: true, sentMessage: 'better' })
  expect(core.deliveryList.requests('sent', bed.caller.id, 1)[0]?.excerpt).toBe('better')
})

test('[APPR-02] when the target is gone by the time of the yes, the approval is cancelled with the code and nothing is sent', async () => {
  const bed = await openBed()
  await using it = bed.it
  const { core } = it
  bed.ask('work')
  const open = await it.until(() => core.approvalStore.open()[0])
  core.sessions.setReach(bed.target.id, 'listed')
  const answered = decide(core, open.id)
  expect(answered).toMatchObject({
    ok: true,
    value: { result: 'settled', record: { state: 'cancelled', error: { code: 'TARGET_REFUSED' } } },
  })
  await it.until(() => bed.answers.length === 1)
  expect(bed.answers.map(codeOf)).toEqual(['TARGET_REFUSED'])
  expect(core.deliveryList.requests('sent', bed.caller.id, 1)).toEqual([])
})

test('a target that was renamed or given away since the card was drawn is shown and asked again', async () => {
  const bed = await openBed()
  await using it = bed.it
  const { core } = it
  bed.ask('work')
  const open = await it.until(() => core.approvalStore.open()[0])
  core.sessions.rename(bed.target.id, 'Production deploy')
  expect(decide(core, open.id)).toMatchObject({ ok: true, value: { result: 'changed', record: { state: 'pending' } } })
  const now = core.facts.ofSession(bed.target.id)
  if (now === null) throw new Error('the target is there')
  const again = decide(core, open.id, {
    shown: { agentId: now.agentId, agentName: now.agentName, sessionName: now.sessionName },
  })
  expect(again).toMatchObject({ ok: true, value: { result: 'settled', record: { state: 'approved' } } })
})

test('[APPR-03] [A07] [A19] stopping the Turn cancels its open question at once; a later yes sends nothing', async () => {
  const bed = await openBed()
  await using it = bed.it
  const { core } = it
  bed.ask('work')
  const open = await it.until(() => core.approvalStore.open()[0])
  core.turns.stop(bed.caller.id)
  expect(core.approvals.get(open.id)).toMatchObject({ state: 'cancelled', error: { code: 'CANCELLED' } })
  expect(decide(core, open.id)).toMatchObject({
    ok: true,
    value: { result: 'already', record: { state: 'cancelled' } },
  })
  await it.until(() => core.turns.running(bed.caller.id) === null)
  expect(core.deliveryList.requests('sent', bed.caller.id, 1)).toEqual([])
  send(core, bed.caller, '[]')
  await it.until(() => core.turns.running(bed.caller.id) === null)
})

test('[APPR-03] trashing the caller or the target, and deleting either Agent, cancels what is asked between them', async () => {
  const ways: ((bed: Awaited<ReturnType<typeof openBed>>) => void)[] = [
    ({ core, caller }) => core.sessions.trash(caller.id, false),
    ({ core, target }) => core.sessions.trash(target.id, false),
    ({ core, coder }) => core.agents.delete(coder.id),
    ({ core, caller }) => core.agents.delete(caller.agentId ?? ''),
  ]
  for (const way of ways) {
    const bed = await openBed()
    await using it = bed.it
    bed.ask('work')
    const open = await it.until(() => it.core.approvalStore.open()[0])
    way(bed)
    expect(it.core.approvals.get(open.id)?.state).toBe('cancelled')
    expect(it.core.deliveryList.requests('sent', bed.caller.id, 1)).toEqual([])
  }
})

test('[APPR-04] [R06] what a crash leaves over nobody waits for; the person may send it once', async () => {
  const bed = await openBed(hanging('busy'))
  await using it = bed.it
  bed.ask('work')
  const open = await it.until(() => it.core.approvalStore.open()[0])
  const core = await it.crash()
  expect(core.approvals.get(open.id)).toMatchObject({ state: 'pending', waiterLostAt: expect.any(Number) })
  expect(core.turns.get(open.turnId)).toMatchObject({ state: 'interrupted' })
  const page = core.timeline.page(bed.caller.id, { kind: 'newest' }, 10)
  expect(page).toMatchObject({
    ok: true,
    value: { items: [{}, { message: { status: 'interrupted', parts: [{ type: 'tool', state: 'failed' }] } }] },
  })
  expect(core.approvals.leftOverAnswer(open.turnId, open.toolCallId)).toContain('may still send it once')
  expect(decide(core, open.id)).toMatchObject({ ok: true, value: { result: 'settled', record: { state: 'approved' } } })
  expect(decide(core, open.id)).toMatchObject({ ok: true, value: { result: 'already' } })
  const [request] = core.deliveryList.requests('sent', bed.caller.id, 10)
  expect(core.approvals.leftOverAnswer(open.turnId, open.toolCallId)).toContain(request?.id)
})

test('[APPR-04] a quit leaves the question over too; after seven days it expires, and one that is waited for never does', async () => {
  const clock = createManualClock()
  const bed = await openBed(undefined, { clock })
  await using it = bed.it
  bed.ask('work')
  const open = await it.until(() => it.core.approvalStore.open()[0])
  clock.jumpWallTo(clock.now() + 8 * DAY)
  clock.advance(3_600_000)
  expect(it.core.approvals.get(open.id)?.state).toBe('pending')
  const quitting = it.restart()
  await Promise.resolve()
  clock.advance(5_000)
  const core = await quitting
  expect(core.approvals.get(open.id)).toMatchObject({ state: 'pending', waiterLostAt: expect.any(Number) })
  clock.jumpWallTo(clock.now() + 7 * DAY + 1)
  clock.advance(3_600_000)
  expect(core.approvals.get(open.id)).toMatchObject({ state: 'expired', error: { code: 'APPROVAL_EXPIRED' } })
})

test('[APPR-05] with the last window gone for 9 s the tools work, at 11 s they are refused; an open question stays', async () => {
  const clock = createManualClock()
  let seen: ReturnType<Presence['lastSeen']> = 'connected'
  const bed = await openBed(undefined, { clock, presence: { lastSeen: () => seen } })
  await using it = bed.it
  bed.ask('asked before')
  await it.until(() => it.core.approvalStore.open()[0])
  seen = clock.monotonic()
  clock.advance(9_000)
  const second = makeSession(it.core, makeAgent(it.core, 'Second', scriptedRuntime), 'Second')
  send(it.core, second, JSON.stringify([['session_list', {}]]))
  await it.until(() => bed.answers.length === 1)
  clock.advance(2_000)
  send(
    it.core,
    second,
    JSON.stringify([
      ['session_list', {}],
      ['session_send', { target_session_id: bed.target.id, message: 'x' }],
    ]),
  )
  await it.until(() => bed.answers.length === 3)
  expect(bed.answers.map(codeOf)).toEqual([undefined, 'SESSION_TOOL_FORBIDDEN', 'SESSION_TOOL_FORBIDDEN'])
  expect(it.core.approvalStore.open()).toHaveLength(1)
})

test('[APPR-06] [D28] the same key never sends twice: joined while open, returned when sent, refused for other arguments', async () => {
  const bed = await openBed()
  await using it = bed.it
  const { core } = it
  const call = (message: string) => [
    'session_send',
    { target_session_id: bed.target.id, message, reply: 'completion', idempotency_key: 'k1' },
  ]
  send(core, bed.caller, JSON.stringify([call('work')]))
  const open = await it.until(() => core.approvalStore.open()[0])
  const after = await it.crash()
  // The repeat joins the question that the crash left over, and its call gets the answer.
  send(after, bed.caller, JSON.stringify([call('work'), call('work'), call('other')]))
  await it.until(() => after.approvals.get(open.id)?.waiterLostAt === null)
  decide(after, open.id)
  await it.until(() => bed.answers.length === 3)
  const [request] = after.deliveryList.requests('sent', bed.caller.id, 10)
  expect(bed.answers.map((answer) => answer.value['requestId'] ?? codeOf(answer))).toEqual([
    request?.id,
    request?.id,
    'IDEMPOTENCY_CONFLICT',
  ])
  expect(bed.answers.map((answer) => answer.value['repeated'])).toEqual([true, true, undefined])
  expect(after.deliveryList.requests('sent', bed.caller.id, 10)).toHaveLength(1)
})

test('[APPR-06] a denied key is denied again without asking; a cancelled one is free', async () => {
  const bed = await openBed()
  await using it = bed.it
  const { core } = it
  const call = (key: string) => [
    'session_send',
    { target_session_id: bed.target.id, message: 'work', idempotency_key: key },
  ]
  send(core, bed.caller, JSON.stringify([call('no')]))
  const first = await it.until(() => core.approvalStore.open()[0])
  core.approvals.decide(first.id, { answer: 'deny', reason: 'not now' }, 'test')
  await it.until(() => core.turns.running(bed.caller.id) === null)
  send(core, bed.caller, JSON.stringify([call('no'), call('free')]))
  const second = await it.until(() => core.approvalStore.open()[0])
  expect(bed.answers.map(codeOf)).toEqual(['APPROVAL_DENIED', 'APPROVAL_DENIED'])
  core.turns.stop(bed.caller.id)
  await it.until(() => core.turns.running(bed.caller.id) === null)
  send(core, bed.caller, JSON.stringify([call('free')]))
  const third = await it.until(() => core.approvalStore.open()[0])
  expect(third.id).not.toBe(second.id)
})

test('[SEED-11] a Session that was given to another Agent refuses its old Agent’s tools', async () => {
  const bed = await openBed()
  await using it = bed.it
  const { core } = it
  const guarded = core.toolsRefusal({ agentId: bed.coder.id, sessionId: bed.caller.id, turnId: 'none' })
  expect(guarded).toMatchObject({ code: 'SESSION_TOOL_FORBIDDEN' })
  bed.ask('work')
  const open = await it.until(() => core.approvalStore.open()[0])
  expect(core.toolsRefusal({ agentId: bed.coder.id, sessionId: bed.caller.id, turnId: open.turnId })).toMatchObject({
    code: 'SENDER_FORBIDDEN',
  })
  expect(
    core.toolsRefusal({ agentId: bed.caller.agentId ?? '', sessionId: bed.caller.id, turnId: open.turnId }),
  ).toBeNull()
})
