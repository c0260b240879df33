import type { CodedError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import type { Message } from '#shared/message.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Turn } from '#shared/turn.ts'
import type { AgentStore } from '../agents/agent-store.ts'
import type { Db } from '../db/open-database.ts'
import { type Tx, writeTx } from '../db/write-tx.ts'
import type { Clock } from '../kernel/clock.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { Ids } from '../kernel/ids.ts'
import type { MessageStore } from '../sessions/message-store.ts'
import type { SearchPendingStore } from '../sessions/search/search-pending-store.ts'
import type { Leaving, SessionParticipant } from '../sessions/session-participant.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { LiveTurn, LiveTurns } from './live-turn.ts'
import { appGone, type TurnEnding } from './turn-ending.ts'
import type { DeliveryQueue, TurnParticipant } from './turn-ports.ts'
import type { TurnRunner } from './turn-runner.ts'
import type { TurnScheduler } from './turn-scheduler.ts'
import type { TurnStore } from './turn-store.ts'

export type TurnFailure = { readonly code: 'NOT_FOUND' | 'REFUSED' | 'CONFLICT'; readonly message: string }

type Deps = {
  readonly db: Db
  readonly store: TurnStore
  readonly messages: MessageStore
  readonly sessions: SessionStore
  readonly sessionService: Pick<SessionService, 'nameAfterTx'>
  readonly agents: AgentStore
  readonly searchPending: SearchPendingStore
  readonly deliveries: DeliveryQueue
  readonly scheduler: TurnScheduler
  readonly runner: TurnRunner
  readonly ending: TurnEnding
  readonly live: LiveTurns
  readonly participants: readonly TurnParticipant[]
  readonly clock: Clock
  readonly ids: Ids
  readonly events: EventBus<AppEvent>
}

/** A queued Turn older than this at start-up asks before it runs, ms (design §6). */
const CONSENT_AFTER_MS = 24 * 3_600_000
/** Turns settled in one transaction at start-up. */
const RECOVERY_SLICE = 100
/** Sessions asked in one turn of the loop after a start. */
const RESUME_SLICE = 20
/** How long a quit waits for running Turns, ms (design §10). */
const QUIT_WAIT_MS = 5000

/** Owns Turns: what a person asks of them, and what start-up and the end of the app do to them. */
export class TurnService implements SessionParticipant {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get(id: string): Turn | null {
    return this.#deps.store.get(id)
  }

  running(sessionId: string): Turn | null {
    return this.#deps.store.running(sessionId)
  }

  /** A person's waiting messages, in the order in which they will run. */
  queue(sessionId: string): { turn: Turn; text: string }[] {
    const queued = this.#deps.store.queued(sessionId)
    const texts = this.#deps.messages.getMany(queued.map((turn) => turn.inputMessageId))
    return queued.map((turn) => ({ turn, text: texts.get(turn.inputMessageId)?.text ?? '' }))
  }

  send(sessionId: string, text: string, mode: 'queue' | 'stop-and-send'): Result<Turn, TurnFailure> {
    const { db, messages, sessions, searchPending, store, clock, ids, scheduler } = this.#deps
    const refusal = this.#refusalOf(sessionId)
    if (refusal !== null) return err(refusal)
    if (text.trim() === '') return err({ code: 'REFUSED', message: 'There is nothing to send.' })
    const now = clock.now()
    const message: Omit<Message, 'text'> = {
      id: ids.next(),
      sessionId,
      turnId: null,
      position: null,
      role: 'user',
      parts: [{ type: 'text', text }],
      status: 'complete',
      inChat: false,
      leftOut: false,
      createdAt: now,
    }
    const turn = this.#newTurn(sessionId, message.id, { interaction: 'interactive', origin: 'person', hop: 0 })
    writeTx(db, (tx) => {
      const session = sessions.get(sessionId)
      messages.insertTx(tx, message)
      store.insertTx(tx, turn)
      sessions.touchTx(tx, sessionId, now)
      searchPending.queueMessageTx(tx, message.id)
      if (session !== null) this.#deps.sessionService.nameAfterTx(tx, session, text)
      this.#tellTx(tx, turn)
    })
    if (mode === 'stop-and-send') this.#stopLive(sessionId)
    scheduler.pump(sessionId)
    return ok(store.get(turn.id) ?? turn)
  }

  /** Stops what runs. Answers once the stop is under way; its end arrives as an event. */
  stop(sessionId: string): Result<null, TurnFailure> {
    if (this.#deps.sessions.get(sessionId) === null) return err(noSession)
    this.#stopLive(sessionId)
    return ok(null)
  }

  /** Stops one Turn, if it runs. */
  stopTurn(turnId: string): void {
    const live = this.#deps.live.get(turnId)
    if (live !== null) this.#deps.runner.stop(live, false)
  }

  withdraw(turnId: string): Result<Turn, TurnFailure> {
    return this.#onQueued(turnId, (tx, turn) => {
      this.#deps.ending.endTx(tx, turn, {
        state: 'interrupted',
        error: { code: 'CANCELLED', message: 'Taken back before it started.' },
      })
    })
  }

  consent(turnId: string): Result<Turn, TurnFailure> {
    return this.#onQueued(turnId, (tx, turn) => {
      this.#deps.store.giveConsentTx(tx, turnId)
      this.#tellTx(tx, { ...turn, needsConsent: false })
    })
  }

  /** A new Turn over the same input; it keeps the old one's origin and interaction. */
  retry(turnId: string): Result<Turn, TurnFailure> {
    const { db, store, scheduler } = this.#deps
    const old = store.get(turnId)
    if (old === null) return err(noTurn)
    if (old.state !== 'failed' && old.state !== 'interrupted') {
      return err({ code: 'CONFLICT', message: 'Only a failed or interrupted turn can be run again.' })
    }
    const refusal = this.#refusalOf(old.sessionId)
    if (refusal !== null) return err(refusal)
    const turn = {
      ...this.#newTurn(old.sessionId, old.inputMessageId, old),
      traceId: old.traceId,
      repeatOf: old.startedAt === null ? null : old.id,
    }
    const created = writeTx(db, (tx) => {
      if (store.repeats(turnId)) return false
      store.insertTx(tx, turn)
      for (const participant of this.#deps.participants) participant.turnRepeatedTx(tx, old)
      this.#tellTx(tx, turn)
      return true
    })
    if (!created) return err({ code: 'CONFLICT', message: 'This turn has been run again already.' })
    scheduler.pump(old.sessionId)
    return ok(store.get(turn.id) ?? turn)
  }

  setLeftOut(messageId: string, leftOut: boolean): Result<null, TurnFailure> {
    const { db, messages, searchPending, live, events } = this.#deps
    const message = messages.get(messageId)
    if (message === null) return err({ code: 'NOT_FOUND', message: 'There is no such message.' })
    if (message.turnId !== null && live.get(message.turnId) !== null) {
      return err({ code: 'CONFLICT', message: 'A message can be left out once its turn has ended.' })
    }
    writeTx(db, (tx) => {
      messages.setLeftOutTx(tx, messageId, leftOut)
      searchPending.queueMessageTx(tx, messageId)
      tx.afterCommit(() => events.publish({ type: 'messages-changed', sessionId: message.sessionId }))
    })
    return ok(null)
  }

  /** Settles what a crash left running, as interrupted. Before anything starts. */
  recover(): void {
    const { db, store, ending, clock } = this.#deps
    const running = store.allRunning()
    for (let from = 0; from < running.length; from += RECOVERY_SLICE) {
      writeTx(db, (tx) => {
        for (const turn of running.slice(from, from + RECOVERY_SLICE)) {
          ending.endTx(tx, turn, { state: 'interrupted', error: appGone, leftOver: true })
        }
      })
    }
    writeTx(db, (tx) => store.askConsentTx(tx, clock.now() - CONSENT_AFTER_MS))
  }

  /** Drives everything that waits, in slices: the first Turns start, and windows are answered, before all were asked. */
  async resume(): Promise<void> {
    const { store, deliveries, scheduler } = this.#deps
    const sessions = [...new Set([...store.sessionsWithQueued(), ...deliveries.sessionsWaiting()])]
    for (let from = 0; from < sessions.length; from += RESUME_SLICE) {
      for (const sessionId of sessions.slice(from, from + RESUME_SLICE)) scheduler.pump(sessionId)
      await new Promise<void>((resolve) => setImmediate(resolve))
      if (scheduler.isStopped()) return
    }
  }

  /** No new Turn; those that wait for a person end at once, the others get 5 s to end by themselves, then are interrupted with their approvals left over. */
  async quit(): Promise<void> {
    const { scheduler, live, runner, clock, events } = this.#deps
    scheduler.stop()
    // Nothing that these could still do would come before the person's answer.
    for (const turn of live.all()) if (turn.watch?.isWaitingForPerson() === true) runner.cutOff(turn)
    if (live.all().length > 0) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          stopTimer()
          unsubscribe()
          resolve()
        }
        const stopTimer = clock.after(QUIT_WAIT_MS, done)
        const unsubscribe = events.subscribe(() => {
          if (live.all().length === 0) done()
        })
      })
    }
    for (const turn of live.all()) runner.cutOff(turn)
  }

  leavingTx(tx: Tx, sessionId: string, leaving: Leaving): void {
    const { store, ending, live } = this.#deps
    const error = leavingErrors[leaving]
    const running = store.running(sessionId)
    if (running !== null) {
      const runs = live.get(running.id)
      ending.endTx(tx, running, { state: 'interrupted', error })
      if (runs !== null) tx.afterCommit(() => this.#deps.scheduler.ended(runs))
    }
    // A moved Session's waiting messages stay: they are the person's, and the new Agent answers them.
    if (leaving === 'moved') return
    for (const turn of store.queued(sessionId)) ending.endTx(tx, turn, { state: 'interrupted', error })
  }

  returned(sessionId: string): void {
    this.#deps.scheduler.pump(sessionId)
  }

  #stopLive(sessionId: string): void {
    const live: LiveTurn | null = this.#deps.live.ofSession(sessionId)
    if (live !== null) this.#deps.runner.stop(live, false)
  }

  #onQueued(turnId: string, work: (tx: Tx, turn: Turn) => void): Result<Turn, TurnFailure> {
    const { db, store, scheduler } = this.#deps
    const before = store.get(turnId)
    if (before === null) return err(noTurn)
    const done = writeTx(db, (tx) => {
      const turn = store.get(turnId)
      if (turn?.state !== 'queued') return false
      work(tx, turn)
      return true
    })
    if (!done) return err({ code: 'CONFLICT', message: 'It has started already.' })
    scheduler.pump(before.sessionId)
    return ok(store.get(turnId) ?? before)
  }

  #refusalOf(sessionId: string): TurnFailure | null {
    const session = this.#deps.sessions.get(sessionId)
    if (session === null) return noSession
    if (session.trashedAt !== null)
      return { code: 'REFUSED', message: 'The session is in the trash. Restore it first.' }
    const agent = session.agentId === null ? null : this.#deps.agents.get(session.agentId)
    if (agent === null) return { code: 'REFUSED', message: 'The session belongs to no agent. Give it to one first.' }
    if (agent.deletedAt !== null)
      return { code: 'REFUSED', message: 'The session’s agent is deleted. Restore it first.' }
    return null
  }

  #newTurn(sessionId: string, inputMessageId: string, like: Pick<Turn, 'interaction' | 'origin' | 'hop'>): Turn {
    return {
      id: this.#deps.ids.next(),
      sessionId,
      interaction: like.interaction,
      origin: like.origin,
      state: 'queued',
      inputMessageId,
      repeatOf: null,
      traceId: this.#deps.ids.next(),
      hop: like.hop,
      createdAt: this.#deps.clock.now(),
      startedAt: null,
      endedAt: null,
      error: null,
      usage: null,
      steps: 0,
      needsConsent: false,
    }
  }

  #tellTx(tx: Tx, turn: Turn): void {
    tx.afterCommit(() => {
      this.#deps.events.publish({ type: 'turn-changed', turn })
      this.#deps.events.publish({ type: 'session-changed', sessionId: turn.sessionId })
    })
  }
}

const noSession: TurnFailure = { code: 'NOT_FOUND', message: 'There is no such session.' }
const noTurn: TurnFailure = { code: 'NOT_FOUND', message: 'There is no such turn.' }

const leavingErrors: { readonly [L in Leaving]: CodedError } = {
  trashed: { code: 'TARGET_SESSION_DELETED', message: 'The session was moved to the trash.' },
  deleted: { code: 'TARGET_SESSION_DELETED', message: 'The session was deleted.' },
  moved: { code: 'TARGET_UNAVAILABLE', message: 'The session was given to another agent.' },
  'agent-deleted': { code: 'TARGET_AGENT_DELETED', message: 'The agent was deleted.' },
}
