import { createHash } from 'node:crypto'
import type { Outcome } from '#shared/delivery.ts'
import type { CodedError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import type { Message, Part } from '#shared/message.ts'
import { textOf } from '#shared/message.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Session } from '#shared/session.ts'
import type { Turn } from '#shared/turn.ts'
import type { AgentStore } from '../agents/agent-store.ts'
import { appendAuditTx } from '../db/audit-log.ts'
import type { Db } from '../db/open-database.ts'
import { afterWithRetry } from '../db/timer-with-retry.ts'
import { type Tx, writeTx } from '../db/write-tx.ts'
import type { Clock, Disposer } from '../kernel/clock.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { FaultPoint } from '../kernel/fault-point.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Logger } from '../kernel/logger.ts'
import type { MessageStore } from '../sessions/message-store.ts'
import type { SearchPendingStore } from '../sessions/search/search-pending-store.ts'
import type { Leaving, SessionParticipant } from '../sessions/session-participant.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { DeliveryQueue, TurnParticipant, WaitingDelivery } from '../turns/turn-ports.ts'
import type { TurnStore } from '../turns/turn-store.ts'
import type { DeliveryRecord } from './delivery-record.ts'
import type { DeliveryEnd, DeliveryStore } from './delivery-store.ts'
import { deliveryText, frozenParts, outcomeSentence } from './delivery-text.ts'

type Deps = {
  readonly db: Db
  readonly store: DeliveryStore
  readonly turns: TurnStore
  readonly messages: MessageStore
  readonly sessions: SessionStore
  readonly agents: AgentStore
  readonly searchPending: SearchPendingStore
  readonly clock: Clock
  readonly ids: Ids
  readonly events: EventBus<AppEvent>
  readonly pump: (sessionId: string) => void
  readonly stopTurn: (turnId: string) => void
  /** The person has paused all dispatch. */
  readonly isPaused: () => boolean
  readonly logger: Logger
  readonly faultPoint: FaultPoint
}

export type CancelFailure = { readonly code: 'NOT_FOUND' | 'CONFLICT'; readonly message: string }

/** First and longest wait after a target outage, ms (design §7). */
const FIRST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 300_000
/** 5 s doubling to 5 min reaches 24 h at this attempt: then the target counts as gone (design §7). */
const LAST_ATTEMPT = 294
/** Deliveries settled in one transaction at start-up. */
const RECOVERY_SLICE = 100

/**
 * Owns Deliveries after Accept: claimed with their Turn, finalised with its end, returned, recovered, failed. Every
 * completion request ends with exactly one result, written in the transaction that ends it.
 */
export class DeliveryService implements DeliveryQueue, TurnParticipant, SessionParticipant {
  readonly #deps: Deps
  readonly #retries = new Map<string, Disposer>()
  #stopExpiry: Disposer = () => {}

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get(id: string): DeliveryRecord | null {
    return this.#deps.store.get(id)
  }

  next(sessionId: string): WaitingDelivery | null {
    const { store, clock, isPaused } = this.#deps
    if (isPaused()) return null
    const oldest = store.oldestWaiting(sessionId)
    // The timer decides, not the wall: a clock that was set back must not keep it waiting.
    if (oldest === null || (oldest.nextTryAt !== null && this.#retries.has(sessionId))) return null
    if (oldest.expiresAt !== null && oldest.expiresAt <= clock.now()) {
      this.#expire()
      return this.next(sessionId)
    }
    return oldest
  }

  sessionsWaiting(): string[] {
    return this.#deps.store.sessionsWaiting()
  }

  claimTx(tx: Tx, deliveryId: string, turnId: string): boolean {
    const { store, clock } = this.#deps
    const claimed = store.claimTx(tx, deliveryId, turnId, clock.now())
    if (claimed === null) return false
    this.#auditTx(tx, claimed, 'delivering', { turn: turnId })
    this.#tellTx(tx, claimed)
    return true
  }

  putOff(deliveryId: string, reason: string): void {
    const { db, store, clock } = this.#deps
    const waiting = store.get(deliveryId)
    if (waiting === null) return
    const error: CodedError = { code: 'TARGET_UNAVAILABLE', message: reason }
    if (waiting.attempts + 1 >= LAST_ATTEMPT) {
      writeTx(db, (tx) => {
        this.#failTx(tx, waiting, 'failed', error)
        tx.afterCommit(() => this.#deps.pump(waiting.receiverSessionId))
      })
      return
    }
    const wait = Math.min(FIRST_WAIT_MS * 2 ** waiting.attempts, LONGEST_WAIT_MS)
    writeTx(db, (tx) => {
      store.putOffTx(tx, deliveryId, clock.now() + wait, error)
      this.#tellTx(tx, waiting)
    })
    this.#retries.get(waiting.receiverSessionId)?.()
    const again = (): void => {
      this.#retries.delete(waiting.receiverSessionId)
      this.#deps.pump(waiting.receiverSessionId)
    }
    this.#retries.set(waiting.receiverSessionId, clock.after(wait, again))
  }

  /** A new request may expire before the one that the timer waits for. */
  accepted(record: DeliveryRecord): void {
    if (record.expiresAt !== null) this.#armExpiry()
  }

  turnEndedTx(tx: Tx, turn: Turn, answer: Message): void {
    const { faultPoint } = this.#deps
    const delivery = this.#deps.store.deliveringIn(turn.id)
    if (delivery === null) return
    this.#finaliseTx(tx, delivery, turn, answer)
    if (delivery.kind === 'result') {
      faultPoint('result-end:before-commit')
      tx.afterCommit(() => {
        faultPoint('result-end:after-commit')
      })
    } else {
      faultPoint('finalise:before-commit')
      tx.afterCommit(() => {
        faultPoint('finalise:after-commit')
      })
    }
  }

  turnRepeatedTx(): void {}

  leavingTx(tx: Tx, sessionId: string, leaving: Leaving, { cancelOutgoing }: { cancelOutgoing: boolean }): void {
    const { store } = this.#deps
    const error = leavingErrors[leaving]
    for (const delivery of store.openReceived(sessionId)) {
      // A moved Session's running request ends with its Turn, which is interrupted in this same transaction.
      if (leaving === 'moved' && delivery.status === 'delivering') continue
      if (delivery.kind === 'request') this.#failTx(tx, delivery, leaving === 'moved' ? 'failed' : 'interrupted', error)
      else if (leaving === 'agent-deleted' || leaving === 'deleted') this.#endTx(tx, delivery, { status: 'failed', outcome: null, error })
    }
    if (!cancelOutgoing) return
    for (const request of store.openSent(sessionId)) this.#cancelTx(tx, request)
  }

  returned(): void {}

  /** Ends an open request on a person's word. The first commit wins; a request that has ended says so. */
  cancel(requestId: string): Result<null, CancelFailure> {
    const { db, store } = this.#deps
    if (store.get(requestId)?.kind !== 'request') return err({ code: 'NOT_FOUND', message: 'There is no such request.' })
    const cancelled = writeTx(db, (tx) => {
      const request = store.get(requestId)
      return request !== null && this.#cancelTx(tx, request)
    })
    return cancelled ? ok(null) : err({ code: 'CONFLICT', message: 'The request has ended already.' })
  }

  /** A kept result runs its Turn after all; it keeps its place in the order. */
  wake(resultId: string): Result<null, CancelFailure> {
    return this.#onHeld(resultId, (tx, result) => {
      this.#deps.store.releaseTx(tx, resultId)
      this.#auditTx(tx, result, 'woken', {})
      this.#tellTx(tx, result)
      tx.afterCommit(() => this.#deps.pump(result.receiverSessionId))
    })
  }

  /** A kept result is taken as read: it stands in the conversation from now on, and no Turn runs. */
  markRead(resultId: string): Result<null, CancelFailure> {
    const { store, messages, events } = this.#deps
    return this.#onHeld(resultId, (tx, result) => {
      const { receiverSessionId, messageId } = result
      store.releaseTx(tx, resultId)
      messages.placeTx(tx, messageId, null, messages.nextPosition(receiverSessionId))
      this.#endTx(tx, result, { status: 'consumed', outcome: null, error: null })
      tx.afterCommit(() => events.publish({ type: 'messages-changed', sessionId: receiverSessionId }))
    })
  }

  /** The person's switch was turned: what waits is driven. */
  resumed(): void {
    for (const sessionId of this.sessionsWaiting()) this.#deps.pump(sessionId)
  }

  cancelOutgoing(sessionId: string): void {
    const { db, store } = this.#deps
    writeTx(db, (tx) => {
      for (const request of store.openSent(sessionId)) this.#cancelTx(tx, request)
    })
  }

  openOutgoing(sessionId: string): number {
    return this.#deps.store.openRequestsSent(sessionId)
  }

  waiting(sessionId: string): DeliveryRecord[] {
    return this.#deps.store.openReceived(sessionId).filter((delivery) => delivery.status === 'accepted' && !delivery.held)
  }

  /** The text of a request or a result as a model is shown it, by message id. */
  textsFor(messages: readonly Message[]): Map<string, string> {
    const asked = messages.filter((message) => message.role === 'user')
    const deliveries = this.#deps.store.ofMessages(asked.map((message) => message.id))
    return new Map(
      asked.flatMap((message) => {
        const delivery = deliveries.get(message.id)
        return delivery === undefined ? [] : [[message.id, deliveryText(delivery, message.text)] as const]
      }),
    )
  }

  /** Settles what a crash left delivering, after Turns have been settled. Nothing is run again. */
  recover(): void {
    const { db, store, turns, messages } = this.#deps
    const open = store.delivering()
    for (let from = 0; from < open.length; from += RECOVERY_SLICE) {
      writeTx(db, (tx) => {
        for (const delivery of open.slice(from, from + RECOVERY_SLICE)) {
          const turn = delivery.turnId === null ? null : turns.get(delivery.turnId)
          const answer = turn === null ? null : messages.assistantOf(turn.id)
          if (turn === null || answer === null) {
            this.#failTx(tx, delivery, 'failed', { code: 'DELIVERY_TURN_DELETED', message: 'The turn that ran it is gone.' })
          } else {
            this.#finaliseTx(tx, delivery, turn, answer)
          }
        }
      })
    }
    writeTx(db, (tx) => store.clearPutOffTx(tx))
    this.#expire()
  }

  stop(): void {
    this.#stopExpiry()
    for (const stop of this.#retries.values()) stop()
    this.#retries.clear()
  }

  #finaliseTx(tx: Tx, delivery: DeliveryRecord, turn: Turn, answer: Message): void {
    const outcome: Outcome = turn.state === 'succeeded' ? 'success' : turn.state === 'failed' ? 'failed' : 'interrupted'
    if (delivery.kind === 'result') {
      this.#endTx(tx, delivery, { status: 'consumed', outcome: null, error: null })
      return
    }
    const caller = this.#callerOf(delivery)
    if (delivery.replyPolicy === 'completion' && caller === null) {
      this.#endTx(tx, delivery, { status: 'failed', outcome: 'interrupted', error: callerGone })
      return
    }
    if (!this.#endTx(tx, delivery, { status: 'consumed', outcome, error: turn.error }) || caller === null) return
    const parts = frozenParts(answer.parts, outcome, turn.error)
    this.#returnTx(tx, { ...delivery, outcome, error: turn.error }, caller, parts, answer.id)
  }

  /** Ends a request without a Turn's answer; a completion request still returns its one result. */
  #failTx(tx: Tx, delivery: DeliveryRecord, outcome: Outcome, error: CodedError): void {
    if (delivery.kind === 'result') {
      this.#endTx(tx, delivery, { status: 'failed', outcome: null, error })
      return
    }
    if (!this.#endTx(tx, delivery, { status: 'failed', outcome, error })) return
    const caller = this.#callerOf(delivery)
    if (caller === null) return
    this.#returnTx(tx, { ...delivery, outcome, error }, caller, [{ type: 'text', text: outcomeSentence(outcome, error) }], null)
  }

  /** Writes the frozen result into the caller's Session. A caller without an Agent keeps it, but nothing runs. */
  #returnTx(tx: Tx, request: DeliveryRecord, caller: Session, parts: Part[], sourceMessageId: string | null): void {
    const { store, messages, sessions, agents, searchPending, clock, ids, pump } = this.#deps
    if (store.resultOf(request.id) !== null) return
    const now = clock.now()
    const agent = caller.agentId === null ? null : agents.get(caller.agentId)
    const isAgentGone = agent === null || agent.deletedAt !== null
    const held = request.onResult === 'keep' && !isAgentGone
    const result: DeliveryRecord = {
      ...request,
      id: ids.next(),
      kind: 'result',
      senderAgentId: request.receiverAgentId,
      senderSessionId: request.receiverSessionId,
      sender: request.receiver,
      receiverAgentId: request.senderAgentId,
      receiverSessionId: request.senderSessionId,
      receiver: request.sender,
      replyPolicy: 'none',
      status: 'accepted',
      messageId: ids.next(),
      sourceMessageId,
      inReplyTo: request.id,
      turnId: null,
      seq: store.nextSeq(request.senderSessionId),
      approvalId: null,
      idempotencyKey: null,
      argumentHash: null,
      retryOf: null,
      expiresAt: null,
      onResult: 'wake',
      held,
      attempts: 0,
      nextTryAt: null,
      lastError: null,
      acceptedAt: now,
      startedAt: null,
      finishedAt: null,
      seenAt: null,
      statusAt: now,
    }
    messages.insertTx(tx, {
      id: result.messageId,
      sessionId: result.receiverSessionId,
      turnId: null,
      position: null,
      role: 'user',
      parts,
      status: 'complete',
      inChat: false,
      leftOut: false,
      createdAt: now,
    })
    store.insertTx(tx, result)
    sessions.touchTx(tx, result.receiverSessionId, now)
    searchPending.queueMessageTx(tx, result.messageId)
    this.#auditTx(tx, result, 'accepted', {
      inReplyTo: request.id,
      outcome: result.outcome,
      content: createHash('sha256').update(textOf(parts)).digest('hex'),
    })
    this.#tellTx(tx, result)
    if (isAgentGone) {
      this.#endTx(tx, result, { status: 'failed', outcome: null, error: { code: 'TARGET_AGENT_DELETED', message: 'The agent that asked is gone.' } })
    } else {
      tx.afterCommit(() => pump(result.receiverSessionId))
    }
  }

  #onHeld(resultId: string, work: (tx: Tx, result: DeliveryRecord) => void): Result<null, CancelFailure> {
    const { db, store } = this.#deps
    if (store.get(resultId)?.kind !== 'result') return err({ code: 'NOT_FOUND', message: 'There is no such result.' })
    const isDone = writeTx(db, (tx) => {
      const result = store.get(resultId)
      if (result?.status !== 'accepted' || !result.held) return false
      work(tx, result)
      return true
    })
    return isDone ? ok(null) : err({ code: 'CONFLICT', message: 'The result is not kept any more.' })
  }

  #cancelTx(tx: Tx, request: DeliveryRecord): boolean {
    if (request.status === 'accepted') {
      this.#failTx(tx, request, 'interrupted', { code: 'CANCELLED', message: 'A person cancelled it before it started.' })
      return true
    }
    const { turnId } = request
    if (request.status !== 'delivering' || turnId === null) return false
    tx.afterCommit(() => this.#deps.stopTurn(turnId))
    return true
  }

  /** Who is to get the result: nobody where none was asked for, or where the Session is trashed or gone. */
  #callerOf(request: DeliveryRecord): Session | null {
    if (request.replyPolicy !== 'completion') return null
    const caller = this.#deps.sessions.get(request.senderSessionId)
    return caller === null || caller.trashedAt !== null ? null : caller
  }

  #endTx(tx: Tx, delivery: DeliveryRecord, end: Omit<DeliveryEnd, 'at'>): boolean {
    const { store, clock } = this.#deps
    if (!store.endTx(tx, delivery.id, { ...end, at: clock.now() })) return false
    this.#auditTx(tx, delivery, end.status, { outcome: end.outcome ?? delivery.outcome, code: end.error?.code ?? null })
    this.#tellTx(tx, delivery)
    return true
  }

  #expire(): void {
    const { db, store, clock, pump } = this.#deps
    const expired = store.expired(clock.now())
    if (expired.length > 0) {
      writeTx(db, (tx) => {
        for (const request of expired) {
          this.#failTx(tx, request, 'failed', { code: 'DELIVERY_EXPIRED', message: 'It had not started by the time that was set.' })
          tx.afterCommit(() => pump(request.receiverSessionId))
        }
      })
    }
    this.#armExpiry()
  }

  #armExpiry(): void {
    const { store, clock } = this.#deps
    this.#stopExpiry()
    const at = store.nextExpiry()
    if (at === null) return
    this.#stopExpiry = afterWithRetry(this.#deps, Math.max(0, at - clock.now()), 'expiry', () => this.#expire())
  }

  #tellTx(tx: Tx, delivery: DeliveryRecord): void {
    const { events } = this.#deps
    const { id, senderSessionId, receiverSessionId } = delivery
    tx.afterCommit(() => {
      events.publish({ type: 'delivery-changed', deliveryId: id, senderSessionId, receiverSessionId })
      events.publish({ type: 'session-changed', sessionId: receiverSessionId })
    })
  }

  #auditTx(tx: Tx, delivery: DeliveryRecord, event: string, detail: { [key: string]: string | null }): void {
    appendAuditTx(tx, {
      at: this.#deps.clock.now(),
      actor: delivery.senderSessionId,
      subjectType: 'delivery',
      subjectId: delivery.id,
      event,
      detail: { ...detail, kind: delivery.kind },
    })
  }
}

const callerGone: CodedError = { code: 'CALLER_SESSION_DELETED', message: 'The session that asked is in the trash or gone.' }

const leavingErrors: { readonly [L in Leaving]: CodedError } = {
  trashed: { code: 'TARGET_SESSION_DELETED', message: 'The target session was moved to the trash.' },
  deleted: { code: 'TARGET_SESSION_DELETED', message: 'The target session was deleted.' },
  moved: { code: 'TARGET_UNAVAILABLE', message: 'The target session was given to another agent.' },
  'agent-deleted': { code: 'TARGET_AGENT_DELETED', message: 'The target session’s agent was deleted.' },
}
