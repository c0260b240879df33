import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RuntimeEnd } from '#main/ports/agent-runtime.ts'
import { StorageError } from '#main/db/storage-error.ts'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { decide, makeAgent, makeSession, openTestCore, scriptedRuntime, send } from '#tests/support/test-core.ts'
import { openModelBed } from './model-bed.ts'
import { RealSystem } from './real-system.ts'

/* Cases that the models and the crash harness led to, each by itself. */

/** Sessions whose Turns end when the test says so; requests between them are approved at once. */
async function openBed({
  headlessLimit = 8,
  failClaims = () => false,
}: { headlessLimit?: number; failClaims?: () => boolean } = {}) {
  const clock = createManualClock()
  const orders = new Map<string, PromiseWithResolvers<RuntimeEnd>>()
  const orderFor = (turnId: string): PromiseWithResolvers<RuntimeEnd> => {
    const order = orders.get(turnId) ?? Promise.withResolvers<RuntimeEnd>()
    orders.set(turnId, order)
    return order
  }
  const it = await openTestCore({
    clock,
    faultPoint: (name) => {
      if (name === 'claim:before-commit' && failClaims())
        throw new StorageError('full', 'SQLITE_FULL', 'Nothing was changed.', null)
    },
    script: (run) => {
      const order = orderFor(run.turnId)
      run.signal.addEventListener('abort', () => order.resolve({ end: 'stopped' }), { once: true })
      return order.promise
    },
  })
  const { core } = it
  core.settings.update({ headlessLimit })
  const agent = makeAgent(core, 'Planner', scriptedRuntime)
  await core.agents.test(agent.id)
  const caller = makeSession(core, agent, 'Plan')
  const asking = send(core, caller, 'go')
  const request = (to: string, expiresInMs: number | null = null): string => {
    const shownTarget = core.facts.ofSession(to)
    if (shownTarget === null) throw new Error('the target is not there')
    void core.approvals.ask(
      {
        caller: { agentId: agent.id, sessionId: caller.id, turnId: asking.id },
        toolCallId: 'call',
        tool: 'session_send',
        arguments: { message: 'do it', title: null, targetSessionId: to, reply: 'completion' },
        idempotencyKey: null,
        senderAgentName: agent.name,
        senderSessionName: caller.name,
        shownTarget,
      },
      new AbortController().signal,
    )
    const [open] = core.approvalStore.open(caller.id)
    if (open === undefined) throw new Error('the question was not written')
    decide(core, open.id, { options: { expiresInMs, onResult: 'keep' } })
    return core.approvals.get(open.id)?.requestId ?? ''
  }
  const statusOf = (id: string): string => core.deliveryList.row(id)?.status ?? 'gone'
  return {
    it,
    core,
    clock,
    request,
    statusOf,
    session: (name: string) => makeSession(core, agent, name),
    /** A Session in a folder of the person's own, which may come and go. */
    sessionIn(folder: string) {
      mkdirSync(folder)
      const made = core.sessions.create(agent.id, 'Auth fix', folder)
      if (!made.ok) throw new Error(made.error.message)
      return made.value
    },
    /** Ends the Turn that runs in a Session, well. */
    async end(sessionId: string) {
      const turnId = core.turns.running(sessionId)?.id ?? ''
      orderFor(turnId).resolve({ end: 'stop' })
      await it.until(() => core.turns.get(turnId)?.state !== 'running')
    },
    [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
  }
}

test('a message that was taken back is run again once, not twice', async () => {
  await using bed = await openBed()
  const { core } = bed
  const session = bed.session('Notes')
  send(core, session, 'first')
  const taken = send(core, session, 'second')
  core.turns.withdraw(taken.id)
  expect([core.turns.retry(taken.id).ok, core.turns.retry(taken.id).ok]).toEqual([true, false])
})

test('[DELV-02] after a sleep in which the oldest request expired, the next one starts, and only that one', async () => {
  await using bed = await openBed()
  const { clock } = bed
  const session = bed.session('Auth fix')
  const running = bed.request(session.id)
  const expired = bed.request(session.id, 60_000)
  const next = bed.request(session.id)
  const last = bed.request(session.id)
  // The machine slept: the wall has gone on, and no timer has fired yet.
  clock.jumpWallTo(clock.now() + 3_600_000)
  await bed.end(session.id)
  expect([running, expired, next, last].map(bed.statusOf)).toEqual(['consumed', 'failed', 'delivering', 'accepted'])
})

test('a Session that goes while it waits for a place lets the others go on', async () => {
  await using bed = await openBed({ headlessLimit: 1 })
  const [first, second, third] = [bed.session('1'), bed.session('2'), bed.session('3')]
  const requests = [first, second, third].map((session) => bed.request(session.id))
  expect(requests.map(bed.statusOf)).toEqual(['delivering', 'accepted', 'accepted'])
  bed.core.sessions.trash(second.id, false)
  await bed.end(first.id)
  expect(requests.map(bed.statusOf)).toEqual(['consumed', 'failed', 'delivering'])
})

test('a Session that waits for a place and is busy with a person lets the others go on', async () => {
  await using bed = await openBed({ headlessLimit: 1 })
  const [first, second, third] = [bed.session('1'), bed.session('2'), bed.session('3')]
  const requests = [first, second, third].map((session) => bed.request(session.id))
  send(bed.core, second, 'a word')
  await bed.end(first.id)
  expect(requests.map(bed.statusOf)).toEqual(['consumed', 'accepted', 'delivering'])
  await bed.end(third.id)
  await bed.end(second.id)
  expect(requests.map(bed.statusOf)).toEqual(['consumed', 'delivering', 'consumed'])
})

test('a place that was taken for a start which the disk refused is given back', async () => {
  let isFull = false
  await using bed = await openBed({ headlessLimit: 1, failClaims: () => isFull })
  const session = bed.session('Auth fix')
  isFull = true
  const request = bed.request(session.id)
  expect(bed.statusOf(request)).toBe('accepted')
  isFull = false
  bed.clock.advance(2000)
  expect(bed.statusOf(request)).toBe('delivering')
})

test('a target that was out of order is tried again on time, although the wall clock was set back', async () => {
  await using bed = await openBed()
  const folder = join(bed.it.dir, 'project')
  const session = bed.sessionIn(folder)
  rmSync(folder, { recursive: true })
  const request = bed.request(session.id)
  mkdirSync(folder)
  bed.clock.jumpWallTo(bed.clock.now() - 3_600_000)
  bed.clock.advance(5000)
  expect(bed.statusOf(request)).toBe('delivering')
})

test('when a request is given up at the limit of its tries, the one behind it is tried', async () => {
  await using bed = await openBed()
  const folder = join(bed.it.dir, 'project')
  const session = bed.sessionIn(folder)
  rmSync(folder, { recursive: true })
  const [first, second] = [bed.request(session.id), bed.request(session.id)]
  bed.clock.advance(25 * 3_600_000)
  expect(bed.statusOf(first)).toBe('failed')
  expect(bed.core.deliveryList.row(second)).toMatchObject({
    status: 'accepted',
    lastError: { code: 'TARGET_UNAVAILABLE' },
  })
})

test('when its Turn is stopped, every call that waits for the same answer is told that it was cancelled', async () => {
  await using bed = await openModelBed()
  const real = new RealSystem(bed)
  expect(bed.it.core.turns.send(real.id('A'), 'go', 'queue').ok).toBe(true)
  const [turn] = real.turns('A')
  if (turn === undefined) throw new Error('there is no turn')
  for (const _call of ['first', 'second']) real.ask(turn, 'A', 'B', true, 'key')
  bed.it.core.turns.stop(real.id('A'))
  expect(await Promise.all(real.asked.flatMap(({ waiters }) => waiters.map(({ answer }) => answer)))).toEqual([
    'cancelled',
    'cancelled',
  ])
})
