import type { Session } from '#shared/session.ts'
import type { Approval } from '#shared/approval.ts'
import type { RuntimeEnd } from '#main/ports/agent-runtime.ts'
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts'
import { makeAgent, makeSession, openTestCore, scriptedRuntime, type TestCore } from '#tests/support/test-core.ts'

/** The whole domain over a real database; what its agents do in a Turn is said by `finish`. */
export interface ModelBed extends AsyncDisposable {
  readonly it: TestCore
  readonly clock: ManualClock
  /** How a running Turn ends; settles when its end is in the database. */
  finish(turnId: string, end: RuntimeEnd): Promise<void>
  /** Settles when none of these Turns runs any more. */
  ended(turnIds: readonly string[]): Promise<void>
  /** The process is killed and starts again. */
  crash(): Promise<void>
  /** The app quits, without waiting any longer than it does by itself, and starts again. */
  quit(): Promise<void>
  /** Three Sessions of one Agent, for one run of a model. */
  openSessions(): Session[]
}

/** Long enough that no Turn of a model is ever taken for stalled. */
const NEVER_STALL_MS = 86_400_000
/** So long a quit waits for running Turns (design §10). */
export const QUIT_WAIT_MS = 5000

export async function openModelBed(): Promise<ModelBed> {
  const clock = createManualClock()
  const orders = new Map<string, PromiseWithResolvers<RuntimeEnd>>()
  const orderFor = (turnId: string): PromiseWithResolvers<RuntimeEnd> => {
    const order = orders.get(turnId) ?? Promise.withResolvers<RuntimeEnd>()
    orders.set(turnId, order)
    return order
  }
  const it = await openTestCore({
    clock,
    script: (run) => {
      const order = orderFor(run.turnId)
      const stop = (): void => order.resolve({ end: 'stopped' })
      if (run.signal.aborted) stop()
      run.signal.addEventListener('abort', stop, { once: true })
      return order.promise
    },
  })
  it.core.settings.update({ stallMs: NEVER_STALL_MS, toolStallMs: NEVER_STALL_MS, headlessLimit: 64 })
  const warm = makeAgent(it.core, 'Warm', scriptedRuntime)
  // Once the runtime is loaded, a Turn starts in the very step that makes it possible.
  const loadRuntime = async (): Promise<void> => {
    await it.core.agents.test(warm.id)
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  await loadRuntime()
  const ended = async (turnIds: readonly string[]): Promise<void> => {
    await it.until(() => turnIds.every((id) => it.core.turns.get(id)?.state !== 'running'))
  }
  let runs = 0
  return {
    it,
    clock,
    ended,
    async finish(turnId, end) {
      orderFor(turnId).resolve(end)
      await ended([turnId])
    },
    async crash() {
      await it.crash()
      await loadRuntime()
    },
    async quit() {
      const restarted = it.restart()
      clock.advance(QUIT_WAIT_MS)
      await restarted
      await loadRuntime()
    },
    openSessions() {
      runs += 1
      it.core.settings.update({ dispatchPaused: false })
      const agent = makeAgent(it.core, `Agent ${runs}`, scriptedRuntime)
      return ['A', 'B', 'C'].map((name) => makeSession(it.core, agent, name))
    },
    [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
  }
}

/** One tool call that waits for the answer to a question; `answer` is what it is told, once it is. */
type Waiter = { readonly abort: AbortController; readonly answer: Promise<Approval['state']> }
/** A question and the calls that wait for its answer: more than one when its key was used again. */
export type Asked = { readonly id: string; readonly waiters: Waiter[]; isTold: boolean }
