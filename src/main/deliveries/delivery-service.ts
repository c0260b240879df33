import type { CodedError } from '#shared/errors.ts'
import type { Message } from '#shared/message.ts'
import type { Turn } from '#shared/turn.ts'
import type { Db } from '../db/open-database.ts'
import { afterWithRetry } from '../db/timer-with-retry.ts'
import { type Tx, writeTx } from '../db/write-tx.ts'
import type { Clock, Disposer } from '../kernel/clock.ts'
import type { FaultPoint } from '../kernel/fault-point.ts'
import type { Logger } from '../kernel/logger.ts'
import type { MessageStore } from '../sessions/message-store.ts'
import type { Leaving, SessionParticipant } from '../sessions/session-participant.ts'
import type { DeliveryQueue, TurnParticipant, WaitingDelivery } from '../turns/turn-ports.ts'
import type { TurnStore } from '../turns/turn-store.ts'
import type { DeliveryEnding } from './delivery-ending.ts'
import type { DeliveryRecord } from './delivery-record.ts'
import type { DeliveryStore } from './delivery-store.ts'
import { deliveryText } from './delivery-text.ts'

type Deps = {
  readonly db: Db
  readonly store: DeliveryStore
  readonly turns: TurnStore
  readonly messages: MessageStore
  readonly ending: DeliveryEnding
  readonly clock: Clock
  readonly pump: (sessionId: string) => void
  /** The person has paused all dispatch. */
  readonly isPaused: () => boolean
  readonly logger: Logger
  readonly faultPoint: FaultPoint
}

/** First and longest wait after a target outage, ms (design §7). */
const FIRST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 300_000
/** 5 s doubling to 5 min reaches 24 h at this attempt: then the target counts as gone (design §7). */
const LAST_ATTEMPT = 294
/** Deliveries settled in one transaction at start-up. */
const RECOVERY_SLICE = 100

/**
 * Takes Deliveries from Accept to their end: in line, claimed with a Turn, put off, expired, recovered. How one ends is
 * `DeliveryEnding`'s; what a person does to one is `DeliveryControl`'s.
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
    this.#deps.ending.auditTx(tx, claimed, 'delivering', { turn: turnId })
    this.#deps.ending.tellTx(tx, claimed)
    return true
  }

  putOff(deliveryId: string, reason: string): void {
    const { db, store, clock } = this.#deps
    const waiting = store.get(deliveryId)
    if (waiting === null) return
    const error: CodedError = { code: 'TARGET_UNAVAILABLE', message: reason }
    if (waiting.attempts + 1 >= LAST_ATTEMPT) {
      writeTx(db, (tx) => {
        this.#deps.ending.failTx(tx, waiting, 'failed', error)
        tx.afterCommit(() => this.#deps.pump(waiting.receiverSessionId))
      })
      return
    }
    const wait = Math.min(FIRST_WAIT_MS * 2 ** waiting.attempts, LONGEST_WAIT_MS)
    writeTx(db, (tx) => {
      store.putOffTx(tx, deliveryId, clock.now() + wait, error)
      this.#deps.ending.tellTx(tx, waiting)
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
    this.#deps.ending.finaliseTx(tx, delivery, turn, answer)
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
      if (delivery.kind === 'request')
        this.#deps.ending.failTx(tx, delivery, leaving === 'moved' ? 'failed' : 'interrupted', error)
      else if (leaving === 'agent-deleted' || leaving === 'deleted')
        this.#deps.ending.endTx(tx, delivery, { status: 'failed', outcome: null, error })
    }
    if (!cancelOutgoing) return
    for (const request of store.openSent(sessionId)) this.#deps.ending.cancelTx(tx, request)
  }

  returned(): void {}

  /** The person's switch was turned: what waits is driven. */
  resumed(): void {
    for (const sessionId of this.sessionsWaiting()) this.#deps.pump(sessionId)
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
            this.#deps.ending.failTx(tx, delivery, 'failed', {
              code: 'DELIVERY_TURN_DELETED',
              message: 'The turn that ran it is gone.',
            })
          } else {
            this.#deps.ending.finaliseTx(tx, delivery, turn, answer)
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

  #expire(): void {
    const { db, store, clock, pump } = this.#deps
    const expired = store.expired(clock.now())
    if (expired.length > 0) {
      writeTx(db, (tx) => {
        for (const request of expired) {
          this.#deps.ending.failTx(tx, request, 'failed', {
            code: 'DELIVERY_EXPIRED',
            message: 'It had not started by the time that was set.',
          })
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
}

const leavingErrors: { readonly [L in Leaving]: CodedError } = {
  trashed: { code: 'TARGET_SESSION_DELETED', message: 'The target session was moved to the trash.' },
  deleted: { code: 'TARGET_SESSION_DELETED', message: 'The target session was deleted.' },
  moved: { code: 'TARGET_UNAVAILABLE', message: 'The target session was given to another agent.' },
  'agent-deleted': { code: 'TARGET_AGENT_DELETED', message: 'The target session’s agent was deleted.' },
}
