import type { ApprovalDecision, ApprovalOptions, ApprovalTool } from '#shared/approval.ts'
import type { CodedError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import type { Message } from '#shared/message.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Turn } from '#shared/turn.ts'
import { appendAuditTx } from '../db/audit-log.ts'
import type { Db } from '../db/open-database.ts'
import { StorageError } from '../db/storage-error.ts'
import { afterWithRetry } from '../db/timer-with-retry.ts'
import { type Tx, writeTx } from '../db/write-tx.ts'
import type { Clock, Disposer } from '../kernel/clock.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { FaultPoint } from '../kernel/fault-point.ts'
import type { Ids } from '../kernel/ids.ts'
import { describeError, type Logger } from '../kernel/logger.ts'
import type { Notifier } from '../ports/notifier.ts'
import type { Leaving, SessionParticipant } from '../sessions/session-participant.ts'
import type { LiveTurns } from '../turns/live-turn.ts'
import type { ToolCaller, TurnParticipant } from '../turns/turn-ports.ts'
import { type ApprovalRecord, argumentHash, type AskedArguments } from './approval-record.ts'
import type { ApprovalStore, Settlement } from './approval-store.ts'
import type { TargetFacts } from './target-facts.ts'

/** One call that needs a person's yes. */
export type Question = {
  readonly caller: ToolCaller
  readonly toolCallId: string
  readonly tool: ApprovalTool
  readonly arguments: AskedArguments
  readonly idempotencyKey: string | null
  readonly senderAgentName: string
  readonly senderSessionName: string
  readonly shownTarget: ApprovalRecord['shownTarget']
}

/** Sends what was approved; the deliveries' part of the approving transaction. */
export interface Acceptor {
  acceptTx(
    tx: Tx,
    record: ApprovalRecord,
    text: string,
    options: ApprovalOptions,
  ): Result<{ requestId: string }, CodedError>
  /** Why an edited text cannot be sent, or null. */
  refusalOfText(text: string): CodedError | null
}

export type DecisionResult = { readonly result: 'settled' | 'already' | 'changed'; readonly record: ApprovalRecord }
export type DecisionFailure = {
  readonly code: 'NOT_FOUND' | 'REFUSED'
  readonly message: string
  readonly detail?: CodedError['code']
}

type Deps = {
  readonly db: Db
  readonly store: ApprovalStore
  readonly facts: TargetFacts
  readonly live: LiveTurns
  readonly acceptor: Acceptor
  /** Saves what a Turn has written so far, so that a question that is left over still has its call in history. */
  readonly saveTextTx: (tx: Tx, turnId: string) => void
  readonly notifier: Notifier
  readonly clock: Clock
  readonly ids: Ids
  readonly events: EventBus<AppEvent>
  readonly logger: Logger
  readonly faultPoint: FaultPoint
}

/** Left over for so long, an approval expires, ms (design §8). */
const LEFT_OVER_FOR_MS = 7 * 86_400_000
const SWEEP_EVERY_MS = 3_600_000
const COUNT_AFTER_MS = 50

const cancelled: CodedError = { code: 'CANCELLED', message: 'The turn ended before the person answered.' }

/**
 * Owns approvals: durable questions, each bound to exact arguments and settled once. The row is written first, then the
 * tool waits here, without a time-out. What sending means is the acceptor's business, inside the same transaction.
 */
export class ApprovalService implements TurnParticipant, SessionParticipant {
  readonly #deps: Deps
  readonly #waiters = new Map<string, Set<(record: ApprovalRecord) => void>>()
  #stopSweep: Disposer = () => {}
  #stopCount: Disposer | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get(id: string): ApprovalRecord | null {
    return this.#deps.store.get(id)
  }

  /** What holds a key already; `conflict` when that was asked with other arguments. */
  holderOf(
    question: Pick<Question, 'caller' | 'tool' | 'arguments' | 'idempotencyKey'>,
  ): ApprovalRecord | 'conflict' | null {
    if (question.idempotencyKey === null) return null
    const holder = this.#deps.store.holderOf(question.caller.sessionId, question.idempotencyKey)
    if (holder === null) return null
    return holder.argumentHash === argumentHash(question.tool, question.arguments) ? holder : 'conflict'
  }

  /** Writes the question, then waits for its end. Rejects only when the question cannot be kept. */
  ask(question: Question, signal: AbortSignal): Promise<Result<ApprovalRecord, CodedError>> {
    const written = this.#write(question)
    return written.ok ? this.#await(written.value, question, signal).then(ok) : Promise.resolve(written)
  }

  /** Waits for the end of a question that was asked before; a left-over one has a waiter again. */
  join(
    record: ApprovalRecord,
    question: Pick<Question, 'caller' | 'toolCallId'>,
    signal: AbortSignal,
  ): Promise<ApprovalRecord> {
    if (record.waiterLostAt !== null) {
      writeTx(this.#deps.db, (tx) => {
        this.#deps.store.moveTx(tx, record.id, question.caller.turnId, question.toolCallId)
        tx.afterCommit(() => this.#tell(record, true))
      })
    }
    return this.#await(record, question, signal)
  }

  /** Whether the person said no in this Turn: then nothing further is asked in it. */
  deniedInTurn(turnId: string): boolean {
    return this.#deps.store.deniedInTurn(turnId)
  }

  /** The person's answer. An error of the disk is thrown on and changes nothing. */
  decide(id: string, decision: ApprovalDecision, decidedBy: string): Result<DecisionResult, DecisionFailure> {
    const { db, store, clock, faultPoint } = this.#deps
    if (decision.answer === 'approve' && decision.editedText !== undefined) {
      const refusal = this.#deps.acceptor.refusalOfText(decision.editedText)
      if (refusal !== null) return err({ code: 'REFUSED', message: refusal.message, detail: refusal.code })
    }
    let isSent = false
    const decided = writeTx(db, (tx): DecisionResult | null => {
      const record = store.get(id)
      if (record === null) return null
      // Before what Accept does after the commit: its Claim has points of its own.
      tx.afterCommit(() => {
        if (isSent) faultPoint('accept:after-commit')
      })
      if (record.state !== 'pending') return { result: 'already', record }
      if (decision.answer === 'deny') {
        return this.#settleTx(tx, record, { state: 'denied', at: clock.now(), by: decidedBy, reason: decision.reason })
      }
      if (this.#hasChanged(record, decision.shown)) return { result: 'changed', record }
      const edited =
        decision.editedText === undefined || decision.editedText === record.arguments.message
          ? null
          : decision.editedText
      const options = decision.options ?? record.options
      const accepted = this.#deps.acceptor.acceptTx(tx, record, edited ?? record.arguments.message, options)
      const settlement: Settlement = accepted.ok
        ? {
            state: 'approved',
            at: clock.now(),
            by: decidedBy,
            editedText: edited,
            requestId: accepted.value.requestId,
            options,
          }
        : { state: 'cancelled', at: clock.now(), by: decidedBy, error: accepted.error }
      const result = this.#settleTx(tx, record, settlement)
      isSent = accepted.ok
      faultPoint('accept:before-commit')
      return result
    })
    if (decided === null) return err({ code: 'NOT_FOUND', message: 'There is no such approval.' })
    return ok(decided)
  }

  turnEndedTx(tx: Tx, turn: Turn, _answer: Message, leftOver: boolean): void {
    const { store, clock } = this.#deps
    const open = [...store.openOfTurn(turn.id), ...(turn.repeatOf === null ? [] : store.openOfTurn(turn.repeatOf))]
    for (const record of open) {
      if (!leftOver) {
        this.#settleTx(tx, record, { state: 'cancelled', at: clock.now(), by: null, error: cancelled })
        continue
      }
      store.loseWaiterTx(tx, record.id, clock.now())
      tx.afterCommit(() => this.#tell(record, true))
    }
  }

  /** A left-over question without a key goes when its Turn is run again; one with a key may be joined. */
  turnRepeatedTx(tx: Tx, turn: Turn): void {
    for (const record of this.#deps.store.openOfTurn(turn.id)) {
      if (record.idempotencyKey !== null) continue
      const error: CodedError = { code: 'CANCELLED', message: 'Its turn was run again.' }
      this.#settleTx(tx, record, { state: 'cancelled', at: this.#deps.clock.now(), by: null, error })
    }
  }

  leavingTx(tx: Tx, sessionId: string, leaving: Leaving): void {
    const { store, clock } = this.#deps
    for (const record of store.openTouching(sessionId)) {
      const error =
        record.senderSessionId === sessionId
          ? { code: 'CANCELLED' as const, message: 'The asking session went away.' }
          : leavingErrors[leaving]
      this.#settleTx(tx, record, { state: 'cancelled', at: clock.now(), by: null, error })
    }
  }

  returned(): void {}

  /** What history says of a call that was left over; null for calls that were not. */
  leftOverAnswer(turnId: string, toolCallId: string): string | null {
    const record = this.#deps.store.ofCall(turnId, toolCallId)
    if (record === null || record.waiterLostAt === null) return null
    if (record.state === 'pending')
      return 'Not sent so far. The app went away while the person was asked; the person may still send it once.'
    if (record.state === 'approved')
      return `Sent as request ${record.requestId ?? ''}, by the person, after the app came back.`
    return 'Not sent. The app went away while the person was asked, and the question has been settled without sending.'
  }

  /** Marks what a crash left without a waiter, and starts the daily expiry. */
  recover(): void {
    const { db, store, live, clock } = this.#deps
    const orphaned = store.open().filter((record) => record.waiterLostAt === null && live.get(record.turnId) === null)
    if (orphaned.length > 0) {
      writeTx(db, (tx) => {
        for (const record of orphaned) store.loseWaiterTx(tx, record.id, clock.now())
      })
    }
    this.#sweep()
    this.#deps.notifier.setWaiting(store.openCount())
  }

  stop(): void {
    this.#stopSweep()
    this.#stopCount?.()
  }

  #sweep(): void {
    const { db, store, clock } = this.#deps
    const old = store.lostBefore(clock.now() - LEFT_OVER_FOR_MS)
    if (old.length > 0) {
      const error: CodedError = { code: 'APPROVAL_EXPIRED', message: 'It was left over for seven days.' }
      writeTx(db, (tx) => {
        for (const record of old) this.#settleTx(tx, record, { state: 'expired', at: clock.now(), by: null, error })
      })
    }
    this.#stopSweep = afterWithRetry(this.#deps, SWEEP_EVERY_MS, 'expiry of approvals', () => this.#sweep())
  }

  #write(question: Question): Result<ApprovalRecord, CodedError> {
    const { db, store, live, clock, ids, notifier, faultPoint } = this.#deps
    const { caller, tool, arguments: asked } = question
    const record: ApprovalRecord = {
      id: ids.next(),
      turnId: caller.turnId,
      toolCallId: question.toolCallId,
      tool,
      senderAgentId: caller.agentId,
      senderSessionId: caller.sessionId,
      senderAgentName: question.senderAgentName,
      senderSessionName: question.senderSessionName,
      targetAgentId: question.shownTarget.agentId,
      targetSessionId: asked.targetSessionId,
      arguments: asked,
      argumentHash: argumentHash(tool, asked),
      idempotencyKey: question.idempotencyKey,
      shownTarget: question.shownTarget,
      options: { expiresInMs: null, onResult: 'wake' },
      state: 'pending',
      editedText: null,
      reason: null,
      error: null,
      waiterLostAt: null,
      createdAt: clock.now(),
      decidedAt: null,
      decidedBy: null,
      requestId: null,
    }
    const written = writeTx(db, (tx) => {
      // The Turn may have ended since its tool was called: then nobody would ever wait for the answer.
      if (live.get(caller.turnId) === null || live.get(caller.turnId)?.controller.signal.aborted === true) return false
      store.insertTx(tx, record)
      this.#deps.saveTextTx(tx, caller.turnId)
      this.#auditTx(tx, record, 'asked', {})
      tx.afterCommit(() => this.#tell(record, true))
      faultPoint('ask:before-commit')
      return true
    })
    if (!written) return err(cancelled)
    faultPoint('ask:after-commit')
    notifier.approvalAsked({
      approvalId: record.id,
      title: record.senderSessionName,
      body: record.shownTarget.sessionName,
    })
    return ok(record)
  }

  async #await(
    record: ApprovalRecord,
    { caller }: Pick<Question, 'caller'>,
    signal: AbortSignal,
  ): Promise<ApprovalRecord> {
    const over = this.#deps.live.get(caller.turnId)?.watch?.waitForPerson() ?? (() => {})
    try {
      return await this.#settled(record.id, caller.turnId, signal)
    } finally {
      over()
    }
  }

  #settled(id: string, turnId: string, signal: AbortSignal): Promise<ApprovalRecord> {
    const turnSignal = this.#deps.live.get(turnId)?.controller.signal
    return new Promise((resolve) => {
      const waiters = this.#waiters.get(id) ?? new Set()
      this.#waiters.set(id, waiters)
      const done = (record: ApprovalRecord): void => {
        waiters.delete(done)
        if (waiters.size === 0) this.#waiters.delete(id)
        signal.removeEventListener('abort', onAbort)
        turnSignal?.removeEventListener('abort', onAbort)
        resolve(record)
      }
      const onAbort = (): void => {
        waiters.delete(done)
        // Another call that waits for the same answer goes on, unless the Turn itself was ended for all of them.
        if (waiters.size === 0 || turnSignal?.aborted !== false) this.#cancel(id)
        const record = this.#deps.store.get(id)
        if (record !== null) done(record)
      }
      waiters.add(done)
      signal.addEventListener('abort', onAbort, { once: true })
      turnSignal?.addEventListener('abort', onAbort, { once: true })
      const now = this.#deps.store.get(id)
      if (now !== null && now.state !== 'pending') done(now)
      else if (signal.aborted || turnSignal === undefined || turnSignal.aborted) onAbort()
    })
  }

  /** Nobody waits any more. One that the end of the app left over stays for the person. */
  #cancel(id: string): void {
    const { db, store, clock } = this.#deps
    const record = store.get(id)
    if (record?.state !== 'pending' || record.waiterLostAt !== null) return
    try {
      writeTx(db, (tx) =>
        this.#settleTx(tx, record, { state: 'cancelled', at: clock.now(), by: null, error: cancelled }),
      )
    } catch (error) {
      // It stays open for now: the end of its Turn, which is on its way, settles it with its own transaction.
      if (!(error instanceof StorageError)) throw error
      this.#deps.logger.warn('a question could not be cancelled yet', { approvalId: id, ...describeError(error) })
    }
  }

  #hasChanged(record: ApprovalRecord, shown: { agentId: string; agentName: string; sessionName: string }): boolean {
    if (record.targetSessionId === null) return false
    const now = this.#deps.facts.namesOf(record.targetSessionId)
    // A target that is gone is Accept's to refuse, with its own code.
    if (now === null) return false
    return now.agentId !== shown.agentId || now.agentName !== shown.agentName || now.sessionName !== shown.sessionName
  }

  #settleTx(tx: Tx, record: ApprovalRecord, settlement: Settlement): DecisionResult {
    const { store } = this.#deps
    const settled = store.settleTx(tx, record, settlement)
    if (settled === null) return { result: 'already', record: store.get(record.id) ?? record }
    this.#auditTx(tx, record, settlement.state, {
      by: settlement.by,
      code: settlement.error?.code ?? null,
      edited: settlement.editedText != null,
    })
    tx.afterCommit(() => {
      this.#tell(settled, false)
      for (const done of this.#waiters.get(record.id) ?? []) done(settled)
    })
    return { result: 'settled', record: settled }
  }

  #tell(record: ApprovalRecord, open: boolean): void {
    const { events } = this.#deps
    events.publish({ type: 'approval-changed', approvalId: record.id, sessionId: record.senderSessionId, open })
    events.publish({ type: 'session-changed', sessionId: record.senderSessionId })
    this.#countSoon()
  }

  /** The number on the badge: many questions that change at once are counted once. */
  #countSoon(): void {
    const { notifier, store } = this.#deps
    this.#stopCount ??= afterWithRetry(this.#deps, COUNT_AFTER_MS, 'count of approvals', () => {
      this.#stopCount = null
      notifier.setWaiting(store.openCount())
    })
  }

  #auditTx(tx: Tx, record: ApprovalRecord, event: string, detail: { [key: string]: string | boolean | null }): void {
    appendAuditTx(tx, {
      at: this.#deps.clock.now(),
      actor: record.senderSessionId,
      subjectType: 'approval',
      subjectId: record.id,
      event,
      detail: { ...detail, argumentHash: record.argumentHash, target: record.targetSessionId },
    })
  }
}

const leavingErrors: { readonly [L in Leaving]: CodedError } = {
  trashed: { code: 'TARGET_SESSION_NOT_FOUND', message: 'The target session was moved to the trash.' },
  deleted: { code: 'TARGET_SESSION_NOT_FOUND', message: 'The target session was deleted.' },
  moved: { code: 'TARGET_UNAVAILABLE', message: 'The target session was given to another agent.' },
  'agent-deleted': { code: 'TARGET_AGENT_DELETED', message: 'The target session’s agent was deleted.' },
}
