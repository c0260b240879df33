import { createHash } from 'node:crypto'
import type { Outcome } from '#shared/delivery.ts'
import type { CodedError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import { type Message, type Part, textOf } from '#shared/message.ts'
import type { Session } from '#shared/session.ts'
import type { Turn } from '#shared/turn.ts'
import type { AgentStore } from '../agents/agent-store.ts'
import { appendAuditTx } from '../db/audit-log.ts'
import type { Tx } from '../db/write-tx.ts'
import type { Clock } from '../kernel/clock.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { Ids } from '../kernel/ids.ts'
import type { MessageStore } from '../sessions/message-store.ts'
import type { SearchPendingStore } from '../sessions/search/search-pending-store.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { DeliveryRecord } from './delivery-record.ts'
import type { DeliveryEnd, DeliveryStore } from './delivery-store.ts'
import { frozenParts, outcomeSentence } from './delivery-text.ts'

type Deps = {
  readonly store: DeliveryStore
  readonly messages: MessageStore
  readonly sessions: SessionStore
  readonly agents: AgentStore
  readonly searchPending: SearchPendingStore
  readonly clock: Clock
  readonly ids: Ids
  readonly events: EventBus<AppEvent>
  readonly pump: (sessionId: string) => void
  readonly stopTurn: (turnId: string) => void
}

/**
 * How a Delivery ends, and what goes back. Every completion request ends with exactly one result, written in the
 * transaction that ends it; the result is frozen and carries its request's outcome and error.
 */
export class DeliveryEnding {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The Turn that ran it has ended, well or badly. */
  finaliseTx(tx: Tx, delivery: DeliveryRecord, turn: Turn, answer: Message): void {
    const outcome: Outcome = turn.state === 'succeeded' ? 'success' : turn.state === 'failed' ? 'failed' : 'interrupted'
    if (delivery.kind === 'result') {
      this.endTx(tx, delivery, { status: 'consumed', outcome: null, error: null })
      return
    }
    const caller = this.#callerOf(delivery)
    if (delivery.replyPolicy === 'completion' && caller === null) {
      this.endTx(tx, delivery, { status: 'failed', outcome: 'interrupted', error: callerGone })
      return
    }
    if (!this.endTx(tx, delivery, { status: 'consumed', outcome, error: turn.error }) || caller === null) return
    const parts = frozenParts(answer.parts, outcome, turn.error)
    this.#returnTx(tx, { ...delivery, outcome, error: turn.error }, caller, parts, answer.id)
  }

  /** Ends a request without a Turn's answer; a completion request still returns its one result. */
  failTx(tx: Tx, delivery: DeliveryRecord, outcome: Outcome, error: CodedError): void {
    if (delivery.kind === 'result') {
      this.endTx(tx, delivery, { status: 'failed', outcome: null, error })
      return
    }
    if (!this.endTx(tx, delivery, { status: 'failed', outcome, error })) return
    const caller = this.#callerOf(delivery)
    if (caller === null) return
    this.#returnTx(
      tx,
      { ...delivery, outcome, error },
      caller,
      [{ type: 'text', text: outcomeSentence(outcome, error) }],
      null,
    )
  }

  /** On a person's word: at once while it waits, by way of its Turn while that runs. False when it had ended. */
  cancelTx(tx: Tx, request: DeliveryRecord): boolean {
    if (request.status === 'accepted' || request.status === 'delivering')
      this.auditTx(tx, request, 'cancelled', {}, 'person')
    if (request.status === 'accepted') {
      this.failTx(tx, request, 'interrupted', {
        code: 'CANCELLED',
        message: 'A person cancelled it before it started.',
      })
      return true
    }
    const { turnId } = request
    if (request.status !== 'delivering' || turnId === null) return false
    tx.afterCommit(() => this.#deps.stopTurn(turnId))
    return true
  }

  /** False when it had ended already: then nothing is written. */
  endTx(tx: Tx, delivery: DeliveryRecord, end: Omit<DeliveryEnd, 'at'>): boolean {
    const { store, clock } = this.#deps
    if (!store.endTx(tx, delivery.id, { ...end, at: clock.now() })) return false
    this.auditTx(tx, delivery, end.status, { outcome: end.outcome ?? delivery.outcome, code: end.error?.code ?? null })
    this.tellTx(tx, delivery)
    return true
  }

  tellTx(tx: Tx, delivery: DeliveryRecord): void {
    const { events } = this.#deps
    const { id, senderSessionId, receiverSessionId } = delivery
    tx.afterCommit(() => {
      events.publish({ type: 'delivery-changed', deliveryId: id, senderSessionId, receiverSessionId })
      events.publish({ type: 'session-changed', sessionId: receiverSessionId })
    })
  }

  /** `actor`: who did it, the sender where nobody else is named. */
  auditTx(
    tx: Tx,
    delivery: DeliveryRecord,
    event: string,
    detail: { [key: string]: string | null },
    actor = delivery.senderSessionId,
  ): void {
    appendAuditTx(tx, {
      at: this.#deps.clock.now(),
      actor,
      subjectType: 'delivery',
      subjectId: delivery.id,
      event,
      detail: { ...detail, kind: delivery.kind },
    })
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
    this.auditTx(tx, result, 'accepted', {
      inReplyTo: request.id,
      outcome: result.outcome,
      content: createHash('sha256').update(textOf(parts)).digest('hex'),
    })
    this.tellTx(tx, result)
    if (isAgentGone) {
      this.endTx(tx, result, {
        status: 'failed',
        outcome: null,
        error: { code: 'TARGET_AGENT_DELETED', message: 'The agent that asked is gone.' },
      })
    } else {
      tx.afterCommit(() => pump(result.receiverSessionId))
    }
  }

  /** Who is to get the result: nobody where none was asked for, or where the Session is trashed or gone. */
  #callerOf(request: DeliveryRecord): Session | null {
    if (request.replyPolicy !== 'completion') return null
    const caller = this.#deps.sessions.get(request.senderSessionId)
    return caller === null || caller.trashedAt !== null ? null : caller
  }
}

const callerGone: CodedError = {
  code: 'CALLER_SESSION_DELETED',
  message: 'The session that asked is in the trash or gone.',
}
