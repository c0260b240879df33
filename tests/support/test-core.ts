import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Agent, AgentDraft } from '#shared/agent.ts'
import type { ApprovalDecision } from '#shared/approval.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import type { Session } from '#shared/session.ts'
import type { Turn } from '#shared/turn.ts'
import { type Core, type CoreOptions, openCore } from '#main/create-core.ts'
import { type Clock, systemClock } from '#main/kernel/clock.ts'
import { type FaultPoint, noFault } from '#main/kernel/fault-point.ts'
import { systemIds } from '#main/kernel/ids.ts'
import { silentLogger } from '#main/kernel/logger.ts'
import type { AgentRuntime, RuntimeEnd, TurnRun } from '#main/ports/agent-runtime.ts'
import type { Presence } from '#main/ports/presence.ts'
import { createRehearsalRuntime } from '#main/runtimes/rehearsal/rehearsal-runtime.ts'
import { noPace } from '#main/runtimes/runtime-deps.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a scripted Agent does in one Turn. */
export type Script = (run: TurnRun) => Promise<RuntimeEnd>

export type TestCoreOptions = {
  readonly clock?: Clock
  readonly presence?: Presence
  readonly faultPoint?: FaultPoint
  readonly dir?: string
  /** Replaces the `ai-sdk` runtime: each of its Turns runs this. Rehearsal stays real. */
  readonly script?: Script
}

/** The whole domain over a real database, without a host. */
export interface TestCore extends AsyncDisposable {
  readonly core: Core
  readonly dir: string
  /** Stops and opens the same folder again, as a quit and a start do. */
  restart(): Promise<Core>
  /** Opens the folder again without having stopped: what a killed process leaves. */
  crash(): Promise<Core>
  /** The first event that fits, those of the past not counted. */
  event(fits: (event: AppEvent) => boolean): Promise<AppEvent>
  /** Resolves when `check` answers something; asked again after every event. */
  until<T>(check: () => T | null | undefined | false): Promise<T>
}

export const always: Presence = { lastSeen: () => 'connected' }

export async function openTestCore(options: TestCoreOptions = {}): Promise<TestCore> {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'relay-core-'))
  const clock = options.clock ?? systemClock
  let life = startLife(clock)
  const coreOptions: CoreOptions = {
    dir: join(dir, 'data'),
    resourcesDir: join(root, 'resources'),
    migrationsDir: join(root, 'resources/migrations'),
    workspacesDir: join(dir, 'workspaces'),
    workers: {
      search: new URL('../../src/main/sessions/search/search-worker.ts', import.meta.url),
      check: new URL('../../src/main/db/check-worker.ts', import.meta.url),
    },
    clock,
    ids: systemIds,
    logger: silentLogger,
    runtimes: {
      rehearsal: () =>
        Promise.resolve(mortal(createRehearsalRuntime({ clock, logger: silentLogger, pace: noPace }), life)),
      'ai-sdk': () =>
        Promise.resolve(mortal(scripted(options.script ?? (() => Promise.resolve({ end: 'stop' }))), life)),
    },
    secrets: { kept: false, get: () => null, set: () => false, remove: () => {} },
    presence: options.presence ?? always,
    notifier: { setWaiting: () => {}, approvalAsked: () => {} },
    faultPoint: options.faultPoint ?? noFault,
  }
  const open = async (): Promise<Core> => {
    life = startLife(clock)
    const opened = await openCore({ ...coreOptions, clock: life.clock })
    if (!opened.ok) throw new Error(`the core could not be opened: ${JSON.stringify(opened.error)}`)
    return opened.value
  }
  let core = await open()
  const abandoned: Core[] = []
  return {
    get core() {
      return core
    },
    dir,
    async restart() {
      await core.stop()
      core = await open()
      return core
    },
    async crash() {
      // The old process is gone for the database; its objects stay until the test ends, and reach nothing.
      life.end()
      // What a runtime had answered by now is still written: the process dies a moment later.
      await new Promise<void>((resolve) => setImmediate(resolve))
      core.db.close()
      abandoned.push(core)
      core = await open()
      return core
    },
    event: (fits) =>
      new Promise((resolve) => {
        const stop = core.events.subscribe((event) => {
          if (!fits(event)) return
          stop()
          resolve(event)
        })
      }),
    until(check) {
      return new Promise((resolve) => {
        const now = check()
        if (now) return resolve(now)
        const stop = core.events.subscribe(() => {
          const value = check()
          if (!value) return
          stop()
          resolve(value)
        })
      })
    },
    async [Symbol.asyncDispose]() {
      // Stopped Turns end at once; a quit would give them its five seconds.
      for (const turn of core.openTurns()) core.turns.stopTurn(turn)
      await core.stop()
      for (const old of abandoned) await old.search.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** One process: at its end its timers are gone and its runtimes never answer. */
type Life = { readonly clock: Clock; isOver(): boolean; end(): void }

function startLife(clock: Clock): Life {
  let over = false
  return {
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      after: (ms, run) =>
        clock.after(ms, () => {
          if (!over) run()
        }),
    },
    isOver: () => over,
    end: () => void (over = true),
  }
}

function mortal(runtime: AgentRuntime, life: Life): AgentRuntime {
  return {
    ...runtime,
    run: async (run) => {
      const end = await runtime.run({ ...run, emit: (event) => (life.isOver() ? undefined : run.emit(event)) })
      return life.isOver() ? new Promise(() => {}) : end
    },
  }
}

function scripted(script: Script): AgentRuntime {
  return {
    readiness: () => ({ ready: true }),
    run: script,
    test: () => Promise.resolve([]),
    models: () => Promise.resolve([]),
  }
}

/** Answers with a text and stops. */
export function says(text: string): Script {
  return (run) => {
    run.emit({ type: 'text', text })
    run.emit({ type: 'step' })
    return Promise.resolve({ end: 'stop' })
  }
}

export const rehearsal: AgentDraft['runtime'] = { version: 1, kind: 'rehearsal' }
export const scriptedRuntime: AgentDraft['runtime'] = {
  version: 1,
  kind: 'ai-sdk',
  provider: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:1/v1',
  model: 'scripted',
}

export function makeAgent(core: Core, name: string, runtime: AgentDraft['runtime'] = rehearsal): Agent {
  const made = core.agents.create({
    name,
    emoji: '',
    runtime,
    instructions: '',
    workspace: { version: 1, kind: 'own-folder' },
    reach: 'open',
  })
  if (!made.ok) throw new Error(made.error.message)
  return made.value
}

export function makeSession(core: Core, agent: Agent, name: string): Session {
  const made = core.sessions.create(agent.id, name)
  if (!made.ok) throw new Error(made.error.message)
  return made.value
}

export function send(core: Core, session: Session, text: string): Turn {
  const sent = core.turns.send(session.id, text, 'queue')
  if (!sent.ok) throw new Error(sent.error.message)
  return sent.value
}

/** Approves as the card shows it, unless told otherwise. */
export function decide(
  core: Core,
  approvalId: string,
  change: Partial<Extract<ApprovalDecision, { answer: 'approve' }>> = {},
) {
  const record = core.approvals.get(approvalId)
  if (record === null) throw new Error('there is no such approval')
  const { agentId, agentName, sessionName } = record.shownTarget
  return core.approvals.decide(
    approvalId,
    { answer: 'approve', shown: { agentId, agentName, sessionName }, ...change },
    'test',
  )
}
