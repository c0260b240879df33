import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TurnRun } from '#main/ports/agent-runtime.ts'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { hanging, openBed } from '#tests/support/delegation-bed.ts'
import {
  makeAgent,
  makeSession,
  openTestCore,
  says,
  type Script,
  scriptedRuntime,
  send,
} from '#tests/support/test-core.ts'

const HOUR = 3_600_000

/** One Session whose Turns are let go one by one. */
async function openGate(options: Parameters<typeof openTestCore>[0] = {}) {
  const started: TurnRun[] = []
  const gates: (() => void)[] = []
  const script: Script = (run) => {
    started.push(run)
    run.emit({ type: 'text', text: `answer to ${run.inputText}` })
    return new Promise((resolve) => {
      gates.push(() => resolve({ end: 'stop' }))
      run.signal.addEventListener('abort', () => resolve({ end: 'stopped' }), { once: true })
    })
  }
  const it = await openTestCore({ ...options, script })
  const session = makeSession(it.core, makeAgent(it.core, 'Coder', scriptedRuntime), 'Work')
  const begun = (count: number) => it.until(() => started.length >= count)
  return { it, session, started, gates, begun }
}

test('[TURN-01] two messages of a person, then the waiting Delivery, then the person again', async () => {
  const bed = await openBed()
  await using it = bed.it
  const { core } = it
  const target = makeSession(core, makeAgent(core, 'Slow', { version: 1, kind: 'rehearsal' }), 'Slow')
  // The target is busy with a person's wait, so that all that follows has to queue.
  send(core, target, 'wait 600')
  await it.until(() => core.turns.running(target.id))
  send(core, bed.caller, JSON.stringify([['session_send', { target_session_id: target.id, message: 'the delivery' }]]))
  await bed.approveNext()
  for (const text of ['say one', 'say two', 'say three']) send(core, target, text)
  core.turns.stop(target.id)
  await it.until(
    () =>
      core.turns.running(target.id) === null &&
      core.turns.queue(target.id).length === 0 &&
      core.deliveryList.waiting(target.id).length === 0,
  )
  const page = core.timeline.page(target.id, { kind: 'newest' }, 50)
  if (!page.ok) throw new Error('no page')
  const inputs = page.value.items.filter((item) => item.message.role === 'user').map((item) => item.message.text)
  expect(inputs).toEqual(['wait 600', 'say one', 'say two', 'the delivery', 'say three'])
})

test('[TURN-02] history holds ended Turns in order, without what was left out, and shows a repeat in place of what it repeats', async () => {
  let turns = 0
  const histories: unknown[] = []
  const script: Script = (run) => {
    turns += 1
    histories.push(
      run.history.map((message) => [
        message.role,
        message.parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(''),
      ]),
    )
    if (turns === 2) return Promise.resolve({ end: 'failed', error: { code: 'RUNTIME_ERROR', message: 'down' } })
    run.emit({ type: 'text', text: `answer ${turns}` })
    return Promise.resolve({ end: 'stop' })
  }
  await using it = await openTestCore({ script })
  const { core } = it
  const session = makeSession(core, makeAgent(core, 'Coder', scriptedRuntime), 'Work')
  const run = async (text: string) => {
    const turn = send(core, session, text)
    return it.until(() => {
      const now = core.turns.get(turn.id)
      return now?.endedAt != null ? now : null
    })
  }
  await run('first')
  const failed = await run('second')
  const repeated = core.turns.retry(failed.id)
  if (!repeated.ok) throw new Error(repeated.error.message)
  await it.until(() => core.turns.get(repeated.value.id)?.endedAt != null)
  expect(core.turns.retry(failed.id)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  const page = core.timeline.page(session.id, { kind: 'newest' }, 50)
  if (!page.ok) throw new Error('no page')
  const firstInput = page.value.items[0]?.message.id ?? ''
  expect(core.turns.setLeftOut(firstInput, true).ok).toBe(true)
  await run('third')
  expect(histories).toEqual([
    [],
    [
      ['user', 'first'],
      ['assistant', 'answer 1'],
    ],
    [
      ['user', 'first'],
      ['assistant', 'answer 1'],
    ],
    [
      ['assistant', 'answer 1'],
      ['user', 'second'],
      ['assistant', 'answer 3'],
    ],
  ])
})

test('[TURN-02] a tool call that was cut off has an answer that says why in every later history', async () => {
  let turns = 0
  const parts: unknown[] = []
  const script: Script = (run) => {
    turns += 1
    parts.push(...run.history.flatMap((message) => message.parts.filter((part) => part.type === 'tool')))
    if (turns === 1) {
      run.emit({ type: 'tool-call', toolCallId: 'one', toolName: 'shell', input: {} })
      return Promise.resolve({ end: 'failed', error: { code: 'TURN_CUT', message: 'cut' } })
    }
    return Promise.resolve({ end: 'stop' })
  }
  await using it = await openTestCore({ script })
  const session = makeSession(it.core, makeAgent(it.core, 'Coder', scriptedRuntime), 'Work')
  send(it.core, session, 'first')
  send(it.core, session, 'second')
  await it.until(() => turns === 2 && it.core.turns.running(session.id) === null)
  expect(parts).toMatchObject([{ toolCallId: 'one', state: 'failed', output: { isError: true } }])
})

test('[TURN-03] a runtime that ignores an abort is cut off, and what it says later is dropped', async () => {
  const clock = createManualClock()
  let late: TurnRun | null = null
  const script: Script = (run) => {
    late = run
    run.emit({ type: 'text', text: 'before' })
    return new Promise(() => {})
  }
  await using it = await openTestCore({ clock, script })
  const { core } = it
  const session = makeSession(core, makeAgent(core, 'Coder', scriptedRuntime), 'Work')
  const turn = send(core, session, 'go')
  await it.until(() => late)
  core.turns.stop(session.id)
  clock.advance(9_999)
  expect(core.turns.get(turn.id)?.state).toBe('running')
  clock.advance(1)
  expect(core.turns.get(turn.id)).toMatchObject({ state: 'interrupted', error: { code: 'CANCELLED' } })
  const { emit } = late as unknown as TurnRun
  emit({ type: 'text', text: 'after' })
  const page = core.timeline.page(session.id, { kind: 'newest' }, 10)
  expect(page).toMatchObject({
    ok: true,
    value: { items: [{}, { message: { text: 'before', status: 'interrupted' } }] },
  })
})

test('[TURN-04] ten silent minutes end a Turn; a tool call may take an hour; sleep does not count', async () => {
  const clock = createManualClock()
  await using gate = (await openGate({ clock })).it
  const { core } = gate
  const session = makeSession(core, makeAgent(core, 'Other', scriptedRuntime), 'Silent')
  const turn = send(core, session, 'go')
  await gate.until(() => core.turns.running(session.id))
  await gate.event((event) => event.type === 'turn-delta')
  clock.advance(599_999)
  expect(core.turns.get(turn.id)?.state).toBe('running')
  clock.advance(2)
  expect(core.turns.get(turn.id)).toMatchObject({ state: 'failed', error: { code: 'TURN_STALLED' } })
})

test('[TURN-05] headless Turns share their places; the longest waiting gets the next one', async () => {
  const bed = await openBed(hanging('busy'))
  await using it = bed.it
  const { core } = it
  core.settings.update({ headlessLimit: 1 })
  const agent = makeAgent(core, 'Many', scriptedRuntime)
  const targets = ['one', 'two', 'three'].map((name) => makeSession(core, agent, name))
  send(
    core,
    bed.caller,
    JSON.stringify(targets.map((target) => ['session_send', { target_session_id: target.id, message: 'work' }])),
  )
  for (const target of targets) {
    const open = await it.until(() => core.approvalStore.open().find((record) => record.targetSessionId === target.id))
    const { agentId, agentName, sessionName } = open.shownTarget
    core.approvals.decide(open.id, { answer: 'approve', shown: { agentId, agentName, sessionName } }, 'test')
  }
  const running = () => targets.filter((target) => core.turns.running(target.id) !== null).map((target) => target.name)
  for (const target of targets) {
    await it.until(() => core.turns.running(target.id))
    expect(running()).toEqual([target.name])
    core.turns.stop(target.id)
  }
})

test('[TURN-06] a window that attaches late gets the text so far, and the next change has the next number', async () => {
  const gate = await openGate()
  await using it = gate.it
  send(it.core, gate.session, 'go')
  await gate.begun(1)
  const page = it.core.timeline.page(gate.session.id, { kind: 'newest' }, 10)
  if (!page.ok) throw new Error('no page')
  expect(page.value.items[1]).toMatchObject({
    message: { status: 'streaming', parts: [{ text: 'answer to go' }] },
    streamSeq: 1,
  })
  const next = it.event((event) => event.type === 'turn-delta')
  gate.started[0]?.emit({ type: 'text', text: ' and more' })
  expect(await next).toMatchObject({ delta: { seq: 2, change: { kind: 'text', partIndex: 0, append: ' and more' } } })
  gate.gates[0]?.()
  await it.until(() => it.core.turns.running(gate.session.id) === null)
})

test('[TURN-07] what waited runs after a restart; after a day it asks first, and can be taken back', async () => {
  const clock = createManualClock()
  const gate = await openGate({ clock })
  await using it = gate.it
  send(it.core, gate.session, 'first')
  await gate.begun(1)
  send(it.core, gate.session, 'second')
  await it.crash()
  await gate.begun(2)
  expect(gate.started[1]?.inputText).toBe('second')
  send(it.core, gate.session, 'third')
  clock.jumpWallTo(clock.now() + 25 * HOUR)
  await it.crash()
  const waiting = it.core.turns.queue(gate.session.id)
  expect(waiting).toMatchObject([{ text: 'third', turn: { needsConsent: true } }])
  expect(it.core.turns.consent(waiting[0]?.turn.id ?? '').ok).toBe(true)
  await gate.begun(3)
  expect(gate.started[2]?.inputText).toBe('third')
  send(it.core, gate.session, 'fourth')
  const [fourth] = it.core.turns.queue(gate.session.id)
  expect(it.core.turns.withdraw(fourth?.turn.id ?? '')).toMatchObject({ ok: true, value: { state: 'interrupted' } })
  expect(it.core.turns.withdraw(fourth?.turn.id ?? '')).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
})

test('typing while a Turn runs waits, and Stop and send goes on with the new message', async () => {
  const gate = await openGate()
  await using it = gate.it
  send(it.core, gate.session, 'first')
  await gate.begun(1)
  it.core.turns.send(gate.session.id, 'second', 'stop-and-send')
  await gate.begun(2)
  expect(gate.started.map((run) => run.inputText)).toEqual(['first', 'second'])
  expect(gate.started[1]?.history.at(-1)?.parts).toEqual([{ type: 'text', text: 'answer to first' }])
})

test('a person’s Turn that cannot start keeps the input, says why, and can be run again', async () => {
  await using it = await openTestCore({ script: says('ok') })
  const { core } = it
  const folder = join(it.dir, 'project')
  mkdirSync(folder)
  const agent = makeAgent(core, 'Coder', scriptedRuntime)
  const made = core.sessions.create(agent.id, 'Work', folder)
  if (!made.ok) throw new Error(made.error.message)
  rmSync(folder, { recursive: true })
  const turn = send(core, made.value, 'hello')
  await it.until(() => core.turns.get(turn.id)?.endedAt != null)
  expect(core.turns.get(turn.id)).toMatchObject({ state: 'failed', error: { code: 'TARGET_UNAVAILABLE' } })
  mkdirSync(folder)
  const again = core.turns.retry(turn.id)
  if (!again.ok) throw new Error(again.error.message)
  await it.until(() => core.turns.get(again.value.id)?.endedAt != null)
  const page = core.timeline.page(made.value.id, { kind: 'newest' }, 10)
  if (!page.ok) throw new Error('no page')
  expect(page.value.items.map(({ message }) => [message.text, message.status])).toEqual([
    ['hello', 'complete'],
    ['', 'failed'],
    ['ok', 'complete'],
  ])
})

test('[DELV-03] a request for a Session whose folder is gone is tried again with backoff, and ends at a limit', async () => {
  const clock = createManualClock()
  const bed = await openBed(undefined, { clock })
  await using it = bed.it
  const { core } = it
  const folder = join(it.dir, 'project')
  mkdirSync(folder)
  const made = core.sessions.create(bed.coder.id, 'Far', folder)
  if (!made.ok) throw new Error(made.error.message)
  rmSync(folder, { recursive: true })
  const ask = async (message: string) => {
    send(
      core,
      bed.caller,
      JSON.stringify([['session_send', { target_session_id: made.value.id, message, reply: 'completion' }]]),
    )
    const id = await bed.approveNext()
    await it.until(() => core.turns.running(bed.caller.id) === null)
    return id
  }
  const first = await ask('one')
  const stateOf = (id: string) => core.deliveryList.row(id)
  expect(stateOf(first)).toMatchObject({ status: 'accepted', attempts: 1, lastError: { code: 'TARGET_UNAVAILABLE' } })
  clock.advance(5_000)
  expect(stateOf(first)).toMatchObject({ attempts: 2, nextTryAt: clock.now() + 10_000 })
  mkdirSync(folder)
  clock.advance(10_000)
  await it.until(() => stateOf(first)?.status === 'consumed')
  rmSync(folder, { recursive: true })
  const second = await ask('two')
  clock.advance(25 * HOUR)
  expect(stateOf(second)).toMatchObject({ status: 'failed', outcome: 'failed', error: { code: 'TARGET_UNAVAILABLE' } })
})

test('sessions that may not run refuse a message with the reason, and keep nothing of it', async () => {
  await using it = await openTestCore({ script: says('ok') })
  const { core } = it
  const agent = makeAgent(core, 'Coder', scriptedRuntime)
  const trashed = makeSession(core, agent, 'Trashed')
  core.sessions.trash(trashed.id, false)
  expect(core.turns.send(trashed.id, 'x', 'queue')).toMatchObject({ ok: false, error: { code: 'REFUSED' } })
  const orphan = makeSession(core, agent, 'Orphan')
  core.agents.delete(agent.id)
  expect(core.turns.send(orphan.id, 'x', 'queue')).toMatchObject({ ok: false, error: { code: 'REFUSED' } })
  core.agents.deleteForever(agent.id)
  expect(core.sessions.get(orphan.id)).toMatchObject({ agentId: null })
  expect(core.turns.send(orphan.id, 'x', 'queue')).toMatchObject({ ok: false, error: { code: 'REFUSED' } })
  const other = makeAgent(core, 'Other', scriptedRuntime)
  expect(core.sessions.giveTo(orphan.id, other.id).ok).toBe(true)
  expect(core.turns.send(orphan.id, 'x', 'queue').ok).toBe(true)
})
