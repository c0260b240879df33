import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { approvalView } from '#main/approvals/approval-view.ts'
import { answering, hanging, openBed, resultOf } from '#tests/support/delegation-bed.ts'
import { createManualClock } from '#tests/support/manual-clock.ts'
import {
  decide,
  makeAgent,
  makeSession,
  openTestCore,
  type Script,
  scriptedRuntime,
  send,
} from '#tests/support/test-core.ts'
import { codeOf } from '#tests/support/turn-tools.ts'

const DAY = 86_400_000

test('[D04] a busy target loses nothing: what was sent is accepted or refused, and the sender is told which', async () => {
  const bed = await openBed(hanging('busy'))
  await using it = bed.it
  const { core } = it
  core.settings.update({ openRequestsPerSender: 100, openRequestsPerTarget: 30 })
  const calls = Array.from({ length: 50 }, (_, index) => [
    'session_send',
    { target_session_id: bed.target.id, message: `message ${index}` },
  ])
  const stop = core.events.subscribe((event) => {
    if (event.type === 'approval-changed' && event.open) queueMicrotask(() => decide(core, event.approvalId))
  })
  send(core, bed.caller, JSON.stringify(calls))
  await it.until(() => bed.answers.length === calls.length)
  stop()
  const accepted = bed.answers.filter((answer) => !answer.isError)
  expect(accepted).toHaveLength(30)
  expect(bed.answers.filter((answer) => answer.isError).map(codeOf)).toEqual(
    Array.from({ length: 20 }, () => 'QUOTA_EXCEEDED'),
  )
  expect(core.deliveryList.requests('received', bed.target.id, 100)).toHaveLength(accepted.length)
})

test('[D09] [A14] before a dormant Session is woken the card says so, beside the exact text', async () => {
  const clock = createManualClock()
  const bed = await openBed(undefined, { clock })
  await using it = bed.it
  const { core } = it
  clock.jumpWallTo(clock.now() + 8 * DAY)
  bed.ask('deploy')
  const open = await it.until(() => core.approvalStore.open()[0])
  const view = approvalView(open, { facts: core.facts, agents: core.agentStore, clock })
  expect(view).toMatchObject({ text: 'deploy', target: { sessionName: 'Auth fix', agentName: 'Coder' } })
  expect(view.warnings.map(({ kind }) => kind)).toContain('dormant')
})

test('[D13] [D14] results for a busy caller wait for it, and come once each, in order', async () => {
  const bed = await openBed(answering('done'))
  await using it = bed.it
  const { core } = it
  const targets = ['one', 'two'].map((name) => makeSession(core, bed.coder, name))
  const caller = makeSession(core, makeAgent(core, 'Slow', { version: 1, kind: 'rehearsal' }), 'Slow')
  await core.search.drained()
  for (const { name } of targets) {
    send(core, caller, `ask ${name} to work`)
    const open = await it.until(() => core.approvalStore.open()[0])
    // The caller is busy again before the result can come.
    send(core, caller, 'wait 600')
    decide(core, open.id)
    await resultOf(it, core.approvals.get(open.id)?.requestId ?? '')
    await it.until(() => core.turns.running(caller.id)?.origin === 'person' && core.turns.queue(caller.id).length === 0)
    expect(core.deliveryList.waiting(caller.id)).toHaveLength(1)
    core.turns.stop(caller.id)
    await it.until(() => core.turns.running(caller.id) === null && core.deliveryList.waiting(caller.id).length === 0)
  }
  const page = core.timeline.page(caller.id, { kind: 'newest' }, 50)
  if (!page.ok) throw new Error('no page')
  const results = page.value.items.filter(({ delivery }) => delivery?.kind === 'result')
  expect(results.map(({ delivery }) => delivery?.sender.sessionName)).toEqual(['one', 'two'])
})

test('[D25] twenty rounds of asking the same peer all come back', async () => {
  const bed = await openBed(answering('done'))
  await using it = bed.it
  for (let round = 0; round < 20; round += 1) {
    bed.ask(`round ${round}`)
    const requestId = await bed.approveNext()
    await it.until(() => it.core.deliveryList.detail(requestId)?.linked?.status === 'consumed')
  }
  expect(bed.answers.every((answer) => !answer.isError)).toBe(true)
})

test('[D29] trashing the asking Session can end what it asked of others, running and waiting', async () => {
  const bed = await openBed(hanging('busy'))
  await using it = bed.it
  const { core } = it
  const ids: string[] = []
  for (const message of ['runs', 'waits']) {
    bed.ask(message)
    ids.push(await bed.approveNext())
    await it.until(() => core.turns.running(bed.caller.id) === null)
  }
  expect(core.deliveryControl.openOutgoing(bed.caller.id)).toBe(2)
  core.sessions.trash(bed.caller.id, true)
  for (const id of ids) {
    const { delivery, linked } = await resultOf(it, id)
    expect({ outcome: delivery.outcome, linked }).toEqual({ outcome: 'interrupted', linked: null })
  }
  expect(core.turns.running(bed.target.id)).toBeNull()
})

test('[D34] a target that cannot run holds up nobody else, and shows why it waits', async () => {
  const clock = createManualClock()
  const bed = await openBed(answering('done'), { clock })
  await using it = bed.it
  const { core } = it
  const folder = join(it.dir, 'project')
  mkdirSync(folder)
  const broken = core.sessions.create(bed.coder.id, 'Broken', folder)
  if (!broken.ok) throw new Error(broken.error.message)
  rmSync(folder, { recursive: true })
  const ask = async (sessionId: string) => {
    send(core, bed.caller, JSON.stringify([['session_send', { target_session_id: sessionId, message: 'work' }]]))
    const id = await bed.approveNext()
    await it.until(() => core.turns.running(bed.caller.id) === null)
    return id
  }
  const stuck = await ask(broken.value.id)
  const good = await ask(bed.target.id)
  await it.until(() => core.deliveryList.row(good)?.status === 'consumed')
  expect(core.deliveryList.row(stuck)).toMatchObject({
    status: 'accepted',
    attempts: 1,
    lastError: { code: 'TARGET_UNAVAILABLE' },
  })
})

test('[A10] a yes is kept when the target cannot start: the request waits, and runs once it can', async () => {
  const clock = createManualClock()
  const bed = await openBed(answering('done'), { clock })
  await using it = bed.it
  const { core } = it
  const folder = join(it.dir, 'project')
  mkdirSync(folder)
  const made = core.sessions.create(bed.coder.id, 'Later', folder)
  if (!made.ok) throw new Error(made.error.message)
  rmSync(folder, { recursive: true })
  send(
    core,
    bed.caller,
    JSON.stringify([['session_send', { target_session_id: made.value.id, message: 'work', reply: 'completion' }]]),
  )
  const requestId = await bed.approveNext()
  expect(core.deliveryList.row(requestId)).toMatchObject({ status: 'accepted', attempts: 1 })
  mkdirSync(folder)
  clock.advance(5_000)
  expect(await resultOf(it, requestId)).toMatchObject({ delivery: { outcome: 'success' } })
})

test('[R07] a Turn with thousands of tool calls that was cut off costs the next start nothing that shows', async () => {
  const calls = 5_000
  const script: Script = (run) => {
    for (let index = 0; index < calls; index += 1) {
      run.emit({ type: 'tool-call', toolCallId: `${index}`, toolName: 'shell', input: { index } })
      if (index < calls - 1) run.emit({ type: 'tool-result', toolCallId: `${index}`, output: 'ok', isError: false })
    }
    return hanging('')(run)
  }
  await using it = await openTestCore({ script })
  const session = makeSession(it.core, makeAgent(it.core, 'Coder', scriptedRuntime), 'Work')
  const turn = send(it.core, session, 'go')
  await it.until(() => it.core.turns.running(session.id))
  const core = await it.crash()
  expect(core.turns.get(turn.id)?.state).toBe('interrupted')
  expect(core.turns.running(session.id)).toBeNull()
  const other = makeSession(core, makeAgent(core, 'Other', { version: 1, kind: 'rehearsal' }), 'Other')
  const next = send(core, other, 'say hello')
  await it.until(() => core.turns.get(next.id)?.endedAt)
  expect(core.turns.get(next.id)?.state).toBe('succeeded')
})

test('[L07] Sessions with one and the same time are paged without a gap or a double, also while one is touched', async () => {
  const clock = createManualClock()
  await using it = await openTestCore({ clock })
  const { core } = it
  const agent = makeAgent(core, 'Coder', scriptedRuntime)
  const made = Array.from({ length: 50 }, (_, index) => makeSession(core, agent, `s${index}`).id)
  const seen: string[] = []
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const page = core.sessionList.page({ trashed: false, order: 'created' }, cursor, 20)
    if (!page.ok) throw new Error(page.error)
    seen.push(...page.value.rows.map(({ id }) => id))
    cursor = page.value.nextCursor
    core.sessions.rename(made[0] ?? '', `renamed ${seen.length}`)
  }
  expect(seen.toSorted()).toEqual(made.toSorted())
})

test('[Q10] no Session may work inside the data folder, or above it', async () => {
  await using it = await openTestCore()
  const { core } = it
  const agent = makeAgent(core, 'Coder', scriptedRuntime)
  for (const folder of [join(it.dir, 'data'), join(it.dir, 'data', 'logs'), it.dir, '/']) {
    expect(core.sessions.create(agent.id, 'Inside', folder)).toMatchObject({ ok: false, error: { code: 'REFUSED' } })
  }
})
