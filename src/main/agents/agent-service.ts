import type { Agent, AgentDraft, AgentTest, AgentView, KeyState } from '#shared/agent.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Db } from '../db/open-database.ts'
import { appendAuditTx } from '../db/audit-log.ts'
import { type Tx, writeTx } from '../db/write-tx.ts'
import type { Clock } from '../kernel/clock.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { Ids } from '../kernel/ids.ts'
import type { AgentRuntime } from '../ports/agent-runtime.ts'
import type { SecretStore } from '../ports/secret-store.ts'
import type { AgentStore } from './agent-store.ts'
import type { WorkspaceRules } from './workspace-rules.ts'

/** What else must happen in the transaction that takes an Agent away. */
export interface AgentParticipant {
  /** Ends all work of the Agent's Sessions: soft deletion and deletion for ever alike. */
  agentDeletedTx(tx: Tx, agentId: string): void
  agentRestored(agentId: string): void
}

export type AgentFailure = { readonly code: 'NOT_FOUND' | 'REFUSED'; readonly message: string }

type Deps = {
  readonly db: Db
  readonly store: AgentStore
  readonly clock: Clock
  readonly ids: Ids
  readonly events: EventBus<AppEvent>
  readonly secrets: SecretStore
  readonly workspaces: WorkspaceRules
  readonly runtimeFor: (agent: Agent) => Promise<AgentRuntime>
  readonly participant: AgentParticipant
}

/** Longest that a test or a model list may take, ms: a person is watching it. */
const TEST_LIMIT_MS = 60_000

/**
 * Owns Agents and their keys. Deleting is soft; what it does to Sessions, Turns and Deliveries is their owners'
 * business, inside the same transaction.
 */
export class AgentService {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  list(deleted: boolean): AgentView[] {
    const counts = this.#deps.store.sessionCounts()
    return this.#deps.store.list(deleted).map((agent) => this.#view(agent, counts.get(agent.id) ?? 0))
  }

  get(id: string): Agent | null {
    return this.#deps.store.get(id)
  }

  create(draft: AgentDraft): Result<AgentView, AgentFailure> {
    const refusal = this.#refusalOf(draft)
    if (refusal !== null) return err(refusal)
    const now = this.#deps.clock.now()
    const agent: Agent = { ...draft, id: this.#deps.ids.next(), createdAt: now, updatedAt: now, deletedAt: null }
    this.#write((tx) => this.#deps.store.insertTx(tx, agent))
    return ok(this.#view(agent, 0))
  }

  update(id: string, draft: AgentDraft): Result<AgentView, AgentFailure> {
    const before = this.#deps.store.get(id)
    if (before === null) return err(notFound)
    const refusal = this.#refusalOf(draft)
    if (refusal !== null) return err(refusal)
    const agent: Agent = { ...before, ...draft, updatedAt: this.#deps.clock.now() }
    this.#write((tx) => this.#deps.store.updateTx(tx, agent))
    return ok(this.#view(agent, this.#deps.store.sessionCounts().get(id) ?? 0))
  }

  delete(id: string): Result<null, AgentFailure> {
    const agent = this.#deps.store.get(id)
    if (agent === null) return err(notFound)
    if (agent.deletedAt !== null) return ok(null)
    this.#write((tx) => {
      this.#deps.store.setDeletedTx(tx, id, this.#deps.clock.now())
      this.#deps.participant.agentDeletedTx(tx, id)
      this.#audit(tx, id, 'deleted')
    })
    return ok(null)
  }

  restore(id: string): Result<null, AgentFailure> {
    const agent = this.#deps.store.get(id)
    if (agent === null) return err(notFound)
    this.#write((tx) => {
      this.#deps.store.setDeletedTx(tx, id, null)
      this.#audit(tx, id, 'restored')
      tx.afterCommit(() => this.#deps.participant.agentRestored(id))
    })
    return ok(null)
  }

  /** Only a deleted Agent can be deleted for ever; its Sessions stay as orphans. */
  deleteForever(id: string): Result<null, AgentFailure> {
    const agent = this.#deps.store.get(id)
    if (agent === null) return err(notFound)
    if (agent.deletedAt === null)
      return err({ code: 'REFUSED', message: 'Delete the agent first, then delete it for ever.' })
    this.#write((tx) => {
      this.#deps.participant.agentDeletedTx(tx, id)
      this.#deps.store.removeTx(tx, id)
      this.#audit(tx, id, 'deleted-for-ever')
    })
    this.#deps.secrets.remove(secretId(id))
    return ok(null)
  }

  setKey(id: string, key: string): Result<{ kept: boolean }, AgentFailure> {
    if (this.#deps.store.get(id) === null) return err(notFound)
    const kept = this.#deps.secrets.set(secretId(id), key)
    this.#deps.events.publish({ type: 'agents-changed' })
    return ok({ kept })
  }

  removeKey(id: string): Result<null, AgentFailure> {
    if (this.#deps.store.get(id) === null) return err(notFound)
    this.#deps.secrets.remove(secretId(id))
    this.#deps.events.publish({ type: 'agents-changed' })
    return ok(null)
  }

  keyOf(id: string): string | null {
    return this.#deps.secrets.get(secretId(id))
  }

  async test(id: string): Promise<Result<AgentTest, AgentFailure>> {
    const agent = this.#deps.store.get(id)
    if (agent === null) return err(notFound)
    const started = this.#deps.clock.monotonic()
    const steps = await this.#bounded(async (signal) =>
      (await this.#deps.runtimeFor(agent)).test(agent.runtime, this.keyOf(id), signal),
    )
    return ok({ steps: [...steps], ms: Math.round(this.#deps.clock.monotonic() - started) })
  }

  async models(id: string): Promise<Result<string[], AgentFailure>> {
    const agent = this.#deps.store.get(id)
    if (agent === null) return err(notFound)
    const names = await this.#bounded(async (signal) =>
      (await this.#deps.runtimeFor(agent)).models(agent.runtime, this.keyOf(id), signal),
    )
    return ok([...names])
  }

  async #bounded<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    const stop = this.#deps.clock.after(TEST_LIMIT_MS, () => controller.abort())
    try {
      return await work(controller.signal)
    } finally {
      stop()
    }
  }

  #refusalOf(draft: AgentDraft): AgentFailure | null {
    if (draft.workspace.kind !== 'fixed') return null
    const checked = this.#deps.workspaces.check(draft.workspace.path)
    return checked.ok ? null : { code: 'REFUSED', message: checked.error }
  }

  #view(agent: Agent, sessionCount: number): AgentView {
    return { ...agent, sessionCount, key: this.#keyState(agent.id) }
  }

  #keyState(id: string): KeyState {
    if (this.keyOf(id) === null) return 'none'
    return this.#deps.secrets.kept ? 'kept' : 'this-run'
  }

  #audit(tx: Tx, id: string, event: string): void {
    appendAuditTx(tx, {
      at: this.#deps.clock.now(),
      actor: 'person',
      subjectType: 'agent',
      subjectId: id,
      event,
      detail: {},
    })
  }

  #write(work: (tx: Tx) => void): void {
    writeTx(this.#deps.db, (tx) => {
      work(tx)
      tx.afterCommit(() => this.#deps.events.publish({ type: 'agents-changed' }))
    })
  }
}

const notFound: AgentFailure = { code: 'NOT_FOUND', message: 'There is no such agent.' }

function secretId(agentId: string): string {
  return `agent:${agentId}`
}
