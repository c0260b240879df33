import type { Agent, Reach } from '#shared/agent.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Session, SessionOrigin } from '#shared/session.ts'
import type { WorkspaceRules } from '../agents/workspace-rules.ts'
import type { AgentParticipant } from '../agents/agent-service.ts'
import type { AgentStore } from '../agents/agent-store.ts'
import { appendAuditTx } from '../db/audit-log.ts'
import type { Db } from '../db/open-database.ts'
import { type Tx, writeTx } from '../db/write-tx.ts'
import type { Clock } from '../kernel/clock.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { FaultPoint } from '../kernel/fault-point.ts'
import type { Ids } from '../kernel/ids.ts'
import type { MessageStore } from './message-store.ts'
import type { SearchPendingStore } from './search/search-pending-store.ts'
import type { Leaving, SessionParticipant } from './session-participant.ts'
import type { SessionStore } from './session-store.ts'

export type SessionFailure = { readonly code: 'NOT_FOUND' | 'REFUSED'; readonly message: string }

/** What a new Session is made of; the caller has checked that its Agent is live. */
export type NewSession = {
  readonly agent: Agent
  readonly name: string
  readonly nameSetByPerson: boolean
  readonly origin: SessionOrigin
  /** Absolute path, already checked; without it the Agent's policy decides. */
  readonly workspace?: string
}

type Deps = {
  readonly db: Db
  readonly store: SessionStore
  readonly messages: MessageStore
  readonly agents: AgentStore
  readonly searchPending: SearchPendingStore
  readonly workspaces: WorkspaceRules
  readonly clock: Clock
  readonly ids: Ids
  readonly events: EventBus<AppEvent>
  readonly participants: readonly SessionParticipant[]
  readonly faultPoint: FaultPoint
}

/** Messages removed in one turn of the loop by Delete for ever (design §4). */
const REMOVE_SLICE = 200

/**
 * Owns Sessions and what a person does to them. What their Turns, approvals and Deliveries become when a Session goes
 * is settled by their owners, as participants in the same transaction.
 */
export class SessionService implements AgentParticipant {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get(id: string): Session | null {
    return this.#deps.store.get(id)
  }

  create(agentId: string, name: string, workspace?: string): Result<Session, SessionFailure> {
    const agent = this.#deps.agents.get(agentId)
    if (agent === null || agent.deletedAt !== null)
      return err({ code: 'NOT_FOUND', message: 'There is no such agent.' })
    if (workspace !== undefined) {
      const checked = this.#deps.workspaces.check(workspace)
      if (!checked.ok) return err({ code: 'REFUSED', message: checked.error })
    }
    return writeTx(this.#deps.db, (tx) =>
      this.createTx(tx, {
        agent,
        name,
        nameSetByPerson: name !== '',
        origin: 'user',
        ...(workspace === undefined ? {} : { workspace }),
      }),
    )
  }

  createTx(tx: Tx, { agent, name, nameSetByPerson, origin, workspace }: NewSession): Result<Session, SessionFailure> {
    const id = this.#deps.ids.next()
    const folder = workspace === undefined ? this.#deps.workspaces.folderFor(agent.workspace, id) : ok(workspace)
    if (!folder.ok) return err({ code: 'REFUSED', message: folder.error })
    const now = this.#deps.clock.now()
    const session: Session = {
      id,
      agentId: agent.id,
      name,
      nameSetByPerson,
      description: '',
      workspace: folder.value,
      origin,
      reach: 'open',
      createdAt: now,
      lastActivityAt: now,
      seenAt: null,
      pinnedAt: null,
      trashedAt: null,
    }
    this.#deps.store.insertTx(tx, session)
    this.#changedTx(tx, id)
    return ok(session)
  }

  rename(id: string, name: string): Result<Session, SessionFailure> {
    return this.#change(id, (tx) => this.#deps.store.renameTx(tx, id, name, true))
  }

  /** Names an unnamed Session after its first message; a person's name stays. */
  nameAfterTx(tx: Tx, session: Session, text: string): void {
    if (session.name !== '' || session.nameSetByPerson) return
    this.#deps.store.renameTx(tx, session.id, firstLine(text), false)
    this.#changedTx(tx, session.id)
  }

  describe(id: string, description: string): Result<Session, SessionFailure> {
    return this.#change(id, (tx) => this.#deps.store.describeTx(tx, id, description))
  }

  setReach(id: string, reach: Reach): Result<Session, SessionFailure> {
    return this.#change(id, (tx) => this.#deps.store.setReachTx(tx, id, reach))
  }

  setPinned(id: string, pinned: boolean): Result<Session, SessionFailure> {
    return this.#change(id, (tx) => this.#deps.store.setPinnedTx(tx, id, pinned ? this.#deps.clock.now() : null))
  }

  markSeen(id: string): void {
    const session = this.#deps.store.get(id)
    if (session === null || (session.seenAt !== null && session.seenAt >= session.lastActivityAt)) return
    writeTx(this.#deps.db, (tx) => {
      this.#deps.store.setSeenTx(tx, id, Math.max(this.#deps.clock.now(), session.lastActivityAt))
      tx.afterCommit(() => this.#deps.events.publish({ type: 'session-changed', sessionId: id }))
    })
  }

  trash(id: string, cancelOutgoing: boolean): Result<null, SessionFailure> {
    const { faultPoint } = this.#deps
    const session = this.#deps.store.get(id)
    if (session === null) return err(notFound)
    if (session.trashedAt !== null) return ok(null)
    writeTx(this.#deps.db, (tx) => {
      this.#deps.store.setTrashedTx(tx, id, this.#deps.clock.now())
      this.#leaveTx(tx, id, 'trashed', cancelOutgoing)
      this.#auditTx(tx, id, 'trashed')
      faultPoint('trash:before-commit')
    })
    faultPoint('trash:after-commit')
    return ok(null)
  }

  restore(id: string): Result<null, SessionFailure> {
    const session = this.#deps.store.get(id)
    if (session === null) return err(notFound)
    if (session.trashedAt === null) return ok(null)
    writeTx(this.#deps.db, (tx) => {
      this.#deps.store.setTrashedTx(tx, id, null)
      this.#auditTx(tx, id, 'restored')
      this.#changedTx(tx, id)
      tx.afterCommit(() => this.#returned(id))
    })
    return ok(null)
  }

  /** Gives an orphan, or any Session, to a live Agent; a running Turn is interrupted and waiting requests fail. */
  giveTo(id: string, agentId: string): Result<Session, SessionFailure> {
    const agent = this.#deps.agents.get(agentId)
    if (agent === null || agent.deletedAt !== null)
      return err({ code: 'NOT_FOUND', message: 'There is no such agent.' })
    const session = this.#deps.store.get(id)
    if (session === null) return err(notFound)
    if (session.agentId === agentId) return ok(session)
    const changed = this.#change(id, (tx) => {
      this.#deps.store.setAgentTx(tx, id, agentId)
      this.#leaveTx(tx, id, 'moved', false)
      this.#auditTx(tx, id, 'moved')
    })
    this.#returned(id)
    return changed
  }

  /** Only a trashed Session can be deleted for ever. It is gone from every list at once; its messages go in slices. */
  async deleteForever(id: string): Promise<Result<null, SessionFailure>> {
    const session = this.#deps.store.get(id)
    if (session === null) return err(notFound)
    if (session.trashedAt === null) return err({ code: 'REFUSED', message: 'Move the session to the trash first.' })
    writeTx(this.#deps.db, (tx) => {
      this.#leaveTx(tx, id, 'deleted', false)
      this.#deps.store.markDeletingTx(tx, id, this.#deps.clock.now())
      this.#auditTx(tx, id, 'deleted-for-ever')
    })
    await this.#removeMarked(id)
    return ok(null)
  }

  /** Goes on with what a quit or a crash left half deleted. */
  async finishDeleting(): Promise<void> {
    for (const id of this.#deps.store.deleting()) await this.#removeMarked(id)
  }

  agentDeletedTx(tx: Tx, agentId: string): void {
    for (const id of this.#deps.store.idsOfAgent(agentId)) this.#leaveTx(tx, id, 'agent-deleted', false)
    tx.afterCommit(() => this.#deps.events.publish({ type: 'sessions-changed' }))
  }

  agentRestored(agentId: string): void {
    for (const id of this.#deps.store.idsOfAgent(agentId)) this.#returned(id)
    this.#deps.events.publish({ type: 'sessions-changed' })
  }

  async #removeMarked(id: string): Promise<void> {
    for (;;) {
      const removed = writeTx(this.#deps.db, (tx) => {
        const ids = this.#deps.messages.removeSliceTx(tx, id, REMOVE_SLICE)
        for (const messageId of ids) this.#deps.searchPending.queueMessageTx(tx, messageId)
        return ids.length
      })
      if (removed < REMOVE_SLICE) break
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
    writeTx(this.#deps.db, (tx) => {
      this.#deps.store.removeTx(tx, id)
      this.#deps.searchPending.queueSessionTx(tx, id)
      tx.afterCommit(() => this.#deps.events.publish({ type: 'sessions-changed' }))
    })
  }

  #returned(id: string): void {
    for (const participant of this.#deps.participants) participant.returned(id)
  }

  #leaveTx(tx: Tx, id: string, leaving: Leaving, cancelOutgoing: boolean): void {
    for (const participant of this.#deps.participants) participant.leavingTx(tx, id, leaving, { cancelOutgoing })
    this.#changedTx(tx, id)
  }

  #change(id: string, work: (tx: Tx) => void): Result<Session, SessionFailure> {
    const changed = writeTx(this.#deps.db, (tx) => {
      if (this.#deps.store.get(id) === null) return null
      work(tx)
      this.#changedTx(tx, id)
      return this.#deps.store.get(id)
    })
    return changed === null ? err(notFound) : ok(changed)
  }

  #changedTx(tx: Tx, id: string): void {
    this.#deps.searchPending.queueSessionTx(tx, id)
    tx.afterCommit(() => this.#deps.events.publish({ type: 'session-changed', sessionId: id }))
  }

  #auditTx(tx: Tx, id: string, event: string): void {
    appendAuditTx(tx, {
      at: this.#deps.clock.now(),
      actor: 'person',
      subjectType: 'session',
      subjectId: id,
      event,
      detail: {},
    })
  }
}

const notFound: SessionFailure = { code: 'NOT_FOUND', message: 'There is no such session.' }

/** Longest name that the first line of a message gives, in code points. */
const NAME_LENGTH = 60

/** The first non-blank line, cut to a name's length. */
export function firstLine(text: string): string {
  const line = text.trim().split(/\r?\n/, 1)[0]?.trim() ?? ''
  const points = [...line]
  return points.length <= NAME_LENGTH
    ? line
    : `${points
        .slice(0, NAME_LENGTH - 1)
        .join('')
        .trimEnd()}…`
}
