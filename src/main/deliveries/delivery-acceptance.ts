import { createHash } from 'node:crypto'
import type { ApprovalOptions } from '#shared/approval.ts'
import type { CodedError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ApprovalRecord } from '../approvals/approval-record.ts'
import type { Acceptor } from '../approvals/approval-service.ts'
import type { ApprovalStore } from '../approvals/approval-store.ts'
import { appendAuditTx } from '../db/audit-log.ts'
import type { Db } from '../db/open-database.ts'
import { type Tx, writeTx } from '../db/write-tx.ts'
import type { Clock } from '../kernel/clock.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { Ids } from '../kernel/ids.ts'
import type { MessageStore } from '../sessions/message-store.ts'
import type { SearchPendingStore } from '../sessions/search/search-pending-store.ts'
import { firstLine, type SessionService } from '../sessions/session-service.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { TurnStore } from '../turns/turn-store.ts'
import type { DelegationRules, Party } from './delegation-rules.ts'
import type { DeliveryRecord } from './delivery-record.ts'
import type { DeliveryStore } from './delivery-store.ts'

export type RetryFailure = {
  readonly code: 'NOT_FOUND' | 'CONFLICT' | 'REFUSED'
  readonly message: string
  readonly detail?: CodedError['code']
}

type Deps = {
  readonly db: Db
  readonly approvals: ApprovalStore
  readonly store: DeliveryStore
  readonly rules: DelegationRules
  readonly turns: TurnStore
  readonly sessions: SessionStore
  readonly sessionService: Pick<SessionService, 'createTx'>
  readonly messages: MessageStore
  readonly searchPending: SearchPendingStore
  readonly clock: Clock
  readonly ids: Ids
  readonly events: EventBus<AppEvent>
  readonly pump: (sessionId: string) => void
  readonly onAccepted: (record: DeliveryRecord) => void
}

/** A chain of requests ends after one hop (design §7). */
const LAST_HOP = 1

/** Accept: sender and target read again, the Session if it is to be made, the message, the Delivery, its audit row. */
export class DeliveryAcceptance implements Acceptor {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  refusalOfText(text: string): CodedError | null {
    return this.#deps.rules.text(text)
  }

  acceptTx(
    tx: Tx,
    asked: ApprovalRecord,
    text: string,
    options: ApprovalOptions,
  ): Result<{ requestId: string }, CodedError> {
    const { rules, turns, ids } = this.#deps
    const sender = rules.sender(asked.senderAgentId, asked.senderSessionId)
    if (!sender.ok) return sender
    const turn = turns.get(asked.turnId)
    const hop = (turn?.hop ?? 0) + 1
    if (hop > LAST_HOP)
      return err({ code: 'SESSION_TOOL_FORBIDDEN', message: 'A request may not cause another request.' })
    const over = rules.quota(asked.senderSessionId, asked.targetSessionId)
    if (over !== null) return err(over)
    const target = this.#targetTx(tx, asked, sender.value, text)
    if (!target.ok) return target
    const record = this.#deliveryOf(asked, sender.value, target.value, options, turn?.traceId ?? ids.next(), hop)
    this.#writeTx(tx, record, text)
    return ok({ requestId: record.id })
  }

  /**
   * Sends an ended request again on the person's word: same parties, same text, a new request that names the old one.
   * A create is retried as a send to the Session that it made, whatever that Session's reach.
   */
  retry(requestId: string, options: ApprovalOptions): Result<{ requestId: string }, RetryFailure> {
    const { db, store } = this.#deps
    return writeTx(db, (tx): Result<{ requestId: string }, RetryFailure> => {
      const old = store.get(requestId)
      if (old?.kind !== 'request') return err({ code: 'NOT_FOUND', message: 'There is no such request.' })
      const isEnded = old.status === 'failed' || (old.status === 'consumed' && old.outcome !== 'success')
      if (!isEnded)
        return err({ code: 'CONFLICT', message: 'Only a request that failed or was interrupted can be sent again.' })
      if (store.hasOpenRetry(requestId))
        return err({ code: 'CONFLICT', message: 'It has been sent again already and is still open.' })
      return this.#retryTx(tx, old, options)
    })
  }

  #retryTx(tx: Tx, old: DeliveryRecord, options: ApprovalOptions): Result<{ requestId: string }, RetryFailure> {
    const { rules, store, messages, approvals, clock, ids } = this.#deps
    const refused = ({ code, message }: CodedError): Result<never, RetryFailure> =>
      err({ code: 'REFUSED', message, detail: code })
    const text = messages.get(old.messageId)?.text
    if (text === undefined) return err({ code: 'NOT_FOUND', message: 'The text of the request is gone.' })
    const sender = rules.sender(old.senderAgentId, old.senderSessionId)
    if (!sender.ok) return refused(sender.error)
    const wasCreate = old.approvalId !== null && approvals.get(old.approvalId)?.tool === 'session_create'
    const target = rules.target(old.senderSessionId, old.receiverSessionId, { anyReach: wasCreate })
    if (!target.ok) return refused(target.error)
    const over = rules.quota(old.senderSessionId, old.receiverSessionId)
    if (over !== null) return refused(over)
    const now = clock.now()
    const record: DeliveryRecord = {
      ...old,
      ...partiesOf(sender.value, target.value),
      id: ids.next(),
      status: 'accepted',
      outcome: null,
      error: null,
      messageId: ids.next(),
      turnId: null,
      seq: store.nextSeq(old.receiverSessionId),
      idempotencyKey: null,
      argumentHash: null,
      traceId: ids.next(),
      retryOf: old.id,
      expiresAt: options.expiresInMs === null ? null : now + options.expiresInMs,
      onResult: options.onResult,
      attempts: 0,
      nextTryAt: null,
      lastError: null,
      acceptedAt: now,
      startedAt: null,
      finishedAt: null,
      seenAt: null,
      statusAt: now,
    }
    this.#writeTx(tx, record, text)
    return ok({ requestId: record.id })
  }

  #targetTx(tx: Tx, asked: ApprovalRecord, sender: Party, text: string): Result<Party, CodedError> {
    if (asked.targetSessionId !== null) return this.#deps.rules.target(asked.senderSessionId, asked.targetSessionId)
    const { title } = asked.arguments
    const created = this.#deps.sessionService.createTx(tx, {
      agent: sender.agent,
      name: title ?? firstLine(text),
      nameSetByPerson: false,
      origin: 'delegated',
      ...(sender.agent.workspace.kind === 'fixed' ? { workspace: sender.session.workspace } : {}),
    })
    if (!created.ok) return err({ code: 'TARGET_UNAVAILABLE', message: created.error.message })
    return ok({ session: created.value, agent: sender.agent })
  }

  #deliveryOf(
    asked: ApprovalRecord,
    sender: Party,
    target: Party,
    options: ApprovalOptions,
    traceId: string,
    hop: number,
  ): DeliveryRecord {
    const { store, clock, ids } = this.#deps
    const now = clock.now()
    return {
      id: ids.next(),
      kind: 'request',
      ...partiesOf(sender, target),
      replyPolicy: asked.arguments.reply,
      status: 'accepted',
      outcome: null,
      error: null,
      messageId: ids.next(),
      sourceMessageId: null,
      inReplyTo: null,
      turnId: null,
      seq: store.nextSeq(target.session.id),
      approvalId: asked.id,
      idempotencyKey: asked.idempotencyKey,
      argumentHash: asked.argumentHash,
      traceId,
      hop,
      retryOf: null,
      expiresAt: options.expiresInMs === null ? null : now + options.expiresInMs,
      onResult: options.onResult,
      held: false,
      attempts: 0,
      nextTryAt: null,
      lastError: null,
      acceptedAt: now,
      startedAt: null,
      finishedAt: null,
      seenAt: null,
      statusAt: now,
    }
  }

  #writeTx(tx: Tx, record: DeliveryRecord, text: string): void {
    const { store, messages, sessions, searchPending, events, pump, onAccepted } = this.#deps
    messages.insertTx(tx, {
      id: record.messageId,
      sessionId: record.receiverSessionId,
      turnId: null,
      position: null,
      role: 'user',
      parts: [{ type: 'text', text }],
      status: 'complete',
      inChat: false,
      leftOut: false,
      createdAt: record.acceptedAt,
    })
    store.insertTx(tx, record)
    sessions.touchTx(tx, record.receiverSessionId, record.acceptedAt)
    searchPending.queueMessageTx(tx, record.messageId)
    appendAuditTx(tx, {
      at: record.acceptedAt,
      actor: record.retryOf === null ? record.senderSessionId : 'person',
      subjectType: 'delivery',
      subjectId: record.id,
      event: 'accepted',
      detail: {
        kind: record.kind,
        receiver: record.receiverSessionId,
        content: createHash('sha256').update(text).digest('hex'),
        approval: record.approvalId,
      },
    })
    tx.afterCommit(() => {
      onAccepted(record)
      events.publish({
        type: 'delivery-changed',
        deliveryId: record.id,
        senderSessionId: record.senderSessionId,
        receiverSessionId: record.receiverSessionId,
      })
      events.publish({ type: 'session-changed', sessionId: record.receiverSessionId })
      pump(record.receiverSessionId)
    })
  }
}

function partiesOf(sender: Party, target: Party) {
  return {
    senderAgentId: sender.agent.id,
    senderSessionId: sender.session.id,
    sender: { agentName: sender.agent.name, sessionName: sender.session.name },
    receiverAgentId: target.agent.id,
    receiverSessionId: target.session.id,
    receiver: { agentName: target.agent.name, sessionName: target.session.name },
  }
}
