import fc from 'fast-check'
import { expect } from 'vitest'
import type { RuntimeEnd } from '#main/ports/agent-runtime.ts'
import { decide } from '#tests/support/test-core.ts'
import { QUIT_WAIT_MS } from './model-bed.ts'
import {
  type Model,
  type ModelApproval,
  type ModelDelivery,
  type ModelSession,
  type ModelTurn,
  viewOf,
} from './model-state.ts'
import type { RealSystem } from './real-system.ts'

type Command = fc.AsyncCommand<Model, RealSystem>
type Act<T> = (model: Model, real: RealSystem, chosen: T) => Promise<void> | void

/**
 * A step that is possible where the model has something to do it to; which of these is `nat`'s to say. It is done to
 * both, and then both must look alike.
 */
function step<T>(name: string, of: (model: Model) => readonly T[], act: Act<T>): fc.Arbitrary<Command> {
  return fc.nat(1000).map((nat) => ({
    check: (model) => of(model).length > 0,
    async run(model, real) {
      pass(model, real, 1)
      const choices = of(model)
      const chosen = choices[nat % choices.length]
      // The millisecond that passed may have ended the last of them.
      if (chosen !== undefined) await act(model, real, chosen)
      expect(real.view()).toEqual(viewOf(model))
      await real.checkAnswers(model)
      real.checkAlways()
    },
    toString: () => `${name}(${nat})`,
  }))
}

function pass(model: Model, real: RealSystem, ms: number): void {
  real.bed.clock.advance(ms)
  model.now = real.bed.clock.now()
  model.expire()
}

const turnsThat = (fits: (turn: ModelTurn) => boolean) => (model: Model) =>
  model.sessions.flatMap(({ turns }) => turns.filter(fits))
const running = turnsThat((turn) => turn.state === 'running')
const live = ({ sessions }: Model): ModelSession[] => sessions.filter((session) => !session.isTrashed)
const always = (): readonly null[] => [null]
const idOf = (real: RealSystem, turn: ModelTurn): string => {
  const row = real.turns(turn.session.name)[turn.session.turns.indexOf(turn)]
  if (row === undefined) throw new Error('the turn is missing')
  return row.id
}
const deliveryIdOf = (real: RealSystem, { to, seq }: ModelDelivery): string =>
  real.deliveries(to.name)[seq - 1]?.id ?? ''

const failure: RuntimeEnd = { end: 'failed', error: { code: 'TURN_LENGTH', message: 'too long' } }

export const turnCommands = {
  send: step('send', live, (model, real, session) => {
    const label = `text ${session.turns.length}`
    expect(real.core.turns.send(real.id(session.name), label, 'queue').ok).toBe(true)
    model.send(session, label)
  }),
  succeed: step('succeed', running, async (model, real, turn) => {
    await real.bed.finish(idOf(real, turn), { end: 'stop' })
    model.endTurn(turn, 'succeeded', null)
  }),
  fail: step('fail', running, async (model, real, turn) => {
    await real.bed.finish(idOf(real, turn), failure)
    model.endTurn(turn, 'failed', 'TURN_LENGTH')
  }),
  stop: step('stop', running, async (model, real, turn) => {
    const id = idOf(real, turn)
    real.core.turns.stop(real.id(turn.session.name))
    await real.bed.ended([id])
    model.endTurn(turn, 'interrupted', 'CANCELLED')
  }),
  stopAndSend: step('stop and send', running, async (model, real, turn) => {
    const { session } = turn
    const label = `instead ${session.turns.length}`
    const id = idOf(real, turn)
    expect(real.core.turns.send(real.id(session.name), label, 'stop-and-send').ok).toBe(true)
    await real.bed.ended([id])
    model.send(session, label)
    model.endTurn(turn, 'interrupted', 'CANCELLED')
  }),
  withdraw: step(
    'withdraw',
    turnsThat((turn) => turn.state === 'queued'),
    (model, real, turn) => {
      expect(real.core.turns.withdraw(idOf(real, turn)).ok).toBe(true)
      model.withdraw(turn)
    },
  ),
  withdrawLate: step(
    'withdraw late',
    turnsThat((turn) => turn.state !== 'queued'),
    (_model, real, turn) => {
      expect(real.core.turns.withdraw(idOf(real, turn)).ok).toBe(false)
    },
  ),
  /** Any Turn at all: only a failed or interrupted one of a live Session is run again, and once. */
  retry: step(
    'retry',
    turnsThat(() => true),
    (model, real, turn) => {
      const isFit =
        (turn.state === 'failed' || turn.state === 'interrupted') && !turn.isRepeated && !turn.session.isTrashed
      expect(real.core.turns.retry(idOf(real, turn)).ok).toBe(isFit)
      if (isFit) model.repeat(turn)
    },
  ),
}

export const sessionCommands = {
  trash: step('trash', live, async (model, real, session) => {
    const isCancelling = model.now % 2 === 0
    const outgoing = model.deliveries.filter(
      (one) => one.from === session && one.kind === 'request' && one.status === 'delivering',
    )
    const stopped = running(model).filter((turn) => turn.delivery !== null && outgoing.includes(turn.delivery))
    const ids = stopped.map((turn) => idOf(real, turn))
    real.core.sessions.trash(real.id(session.name), isCancelling)
    if (isCancelling) await real.bed.ended(ids)
    model.trash(session, isCancelling)
  }),
  restore: step(
    'restore',
    ({ sessions }) => sessions.filter((session) => session.isTrashed),
    (model, real, session) => {
      real.core.sessions.restore(real.id(session.name))
      session.isTrashed = false
      model.pump(session)
    },
  ),
  crash: step('crash', always, async (model, real) => {
    await real.bed.crash()
    model.restart()
  }),
  quit: step('quit', always, async (model, real) => {
    await real.bed.quit()
    model.now += QUIT_WAIT_MS
    model.expire()
    model.restart()
  }),
}

/** A person's running Turn whose Session may ask another. */
const asking = (model: Model): { turn: ModelTurn; to: ModelSession }[] =>
  running(model)
    .filter((turn) => turn.origin === 'person')
    .flatMap((turn) =>
      live(model)
        .filter((to) => to !== turn.session)
        .map((to) => ({ turn, to })),
    )

function ask(name: string, { reply, key }: { reply: boolean; key: string | null }): fc.Arbitrary<Command> {
  return step(name, asking, (model, real, { turn, to }) => {
    const from = turn.session
    const row = real.turns(from.name)[from.turns.indexOf(turn)]
    if (row === undefined) throw new Error('the turn is missing')
    real.ask(row, from.name, to.name, reply, key)
    const holder =
      key === null
        ? undefined
        : model.approvals.find(
            (one) => one.from === from && one.key === key && ['pending', 'approved', 'denied'].includes(one.state),
          )
    if (holder === undefined)
      model.approvals.push({ turn: { now: turn }, from, to, reply, key, state: 'pending', lostAt: null, waiters: 1 })
    else if (holder.to === to && holder.state === 'pending') {
      holder.waiters = holder.lostAt === null ? holder.waiters + 1 : 1
      holder.turn.now = turn
      holder.lostAt = null
    }
  })
}

function approve(name: string, onResult: 'wake' | 'keep', expiresInMs: number | null): fc.Arbitrary<Command> {
  return step(name, pending, (model, real, approval) => {
    const answered = decide(real.core, real.asked[model.approvals.indexOf(approval)]?.id ?? '', {
      options: { expiresInMs, onResult },
    })
    expect(answered).toMatchObject({ ok: true, value: { result: 'settled' } })
    approval.state = 'approved'
    const { from, to, reply } = approval
    const expiresAt = expiresInMs === null ? null : model.now + expiresInMs
    model.accept({ kind: 'request', from, to, reply, onResult, request: null, retryOf: null, expiresAt })
  })
}

const pending = (model: Model): ModelApproval[] => model.open(() => true)
const WEEK_MS = 7 * 86_400_000
const EXPIRY_MS = 60_000

export const approvalCommands = {
  ask: ask('ask', { reply: true, key: null }),
  tell: ask('tell', { reply: false, key: null }),
  askWithKey: ask('ask with a key', { reply: true, key: 'k' }),
  approve: approve('approve', 'wake', null),
  deny: step('deny', pending, (model, real, approval) => {
    const id = real.asked[model.approvals.indexOf(approval)]?.id ?? ''
    expect(real.core.approvals.decide(id, { answer: 'deny', reason: 'no' }, 'test')).toMatchObject({
      ok: true,
      value: { result: 'settled' },
    })
    approval.state = 'denied'
  }),
  answerAgain: step(
    'answer again',
    ({ approvals }) => approvals.filter((one) => one.state !== 'pending'),
    (model, real, approval) => {
      const id = real.asked[model.approvals.indexOf(approval)]?.id ?? ''
      expect(decide(real.core, id)).toMatchObject({
        ok: true,
        value: { result: 'already', record: { state: approval.state } },
      })
      expect(real.core.approvals.decide(id, { answer: 'deny', reason: '' }, 'test')).toMatchObject({
        ok: true,
        value: { result: 'already' },
      })
    },
  ),
  /** The client took its newest call back; another that waits for the same answer goes on. */
  abort: step(
    'abort the call',
    (model) => model.open((one) => one.lostAt === null),
    (model, real, approval) => {
      real.asked[model.approvals.indexOf(approval)]?.waiters.pop()?.abort.abort()
      approval.waiters -= 1
      if (approval.waiters === 0) approval.state = 'cancelled'
    },
  ),
  /** Longer than a left-over question is kept; nothing may run meanwhile, or it would stall. */
  week: step(
    'a week',
    (model) => (running(model).length === 0 ? [null] : []),
    (model, real) => {
      pass(model, real, WEEK_MS + 2 * 3_600_000)
      for (const approval of model.open((one) => one.lostAt !== null)) approval.state = 'expired'
    },
  ),
}

const requests = ({ deliveries }: Model): ModelDelivery[] => deliveries.filter((one) => one.kind === 'request')
const results = ({ deliveries }: Model): ModelDelivery[] => deliveries.filter((one) => one.kind === 'result')

export const deliveryCommands = {
  approveToKeep: approve('approve to keep', 'keep', null),
  approveToExpire: approve('approve with an end', 'wake', EXPIRY_MS),
  minute: step('a minute', always, (model, real) => pass(model, real, EXPIRY_MS)),
  /** Any request: one that has ended says so. */
  cancel: step('cancel', requests, async (model, real, request) => {
    const isOpen = request.status === 'accepted' || request.status === 'delivering'
    const turn = running(model).find((one) => one.delivery === request)
    const turnId = turn === undefined ? null : idOf(real, turn)
    expect(real.core.deliveryControl.cancel(deliveryIdOf(real, request)).ok).toBe(isOpen)
    if (turnId !== null) await real.bed.ended([turnId])
    if (isOpen) model.cancel(request)
  }),
  /** Any request: only one that ended badly, whose parties are there and which is not open again, is sent again. */
  sendAgain: step('send again', requests, (model, real, request) => {
    const { from, to, reply, status, outcome } = request
    const hasOpen = model.deliveries.some(
      (one) => one.retryOf === request && (one.status === 'accepted' || one.status === 'delivering'),
    )
    const isEnded = status === 'failed' || (status === 'consumed' && outcome !== 'success')
    const isFit = isEnded && !hasOpen && !from.isTrashed && !to.isTrashed
    expect(real.core.acceptance.retry(deliveryIdOf(real, request), { expiresInMs: null, onResult: 'wake' }).ok).toBe(
      isFit,
    )
    if (isFit)
      model.accept({
        kind: 'request',
        from,
        to,
        reply,
        onResult: 'wake',
        request: null,
        retryOf: request,
        expiresAt: null,
      })
  }),
  wake: step('wake', results, (model, real, result) => {
    const isKept = result.isHeld && result.status === 'accepted'
    expect(real.core.deliveryControl.wake(deliveryIdOf(real, result)).ok).toBe(isKept)
    if (!isKept) return
    result.isHeld = false
    model.pump(result.to)
  }),
  markRead: step('mark read', results, (_model, real, result) => {
    const isKept = result.isHeld && result.status === 'accepted'
    expect(real.core.deliveryControl.markRead(deliveryIdOf(real, result)).ok).toBe(isKept)
    if (isKept) Object.assign(result, { status: 'consumed', isHeld: false })
  }),
  pause: step('pause', always, (model, real) => {
    real.core.settings.update({ dispatchPaused: true })
    model.isPaused = true
  }),
  resume: step(
    'resume',
    ({ isPaused }) => (isPaused ? [null] : []),
    (model, real) => {
      real.core.settings.update({ dispatchPaused: false })
      model.isPaused = false
      model.pumpAll()
    },
  ),
}
