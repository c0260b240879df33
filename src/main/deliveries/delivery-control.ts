import type { AppEvent } from '#shared/ipc/events.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Db } from '../db/open-database.ts'
import { type Tx, writeTx } from '../db/write-tx.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { MessageStore } from '../sessions/message-store.ts'
import type { DeliveryEnding } from './delivery-ending.ts'
import type { DeliveryRecord } from './delivery-record.ts'
import type { DeliveryStore } from './delivery-store.ts'

type Deps = {
  readonly db: Db
  readonly store: DeliveryStore
  readonly messages: MessageStore
  readonly ending: DeliveryEnding
  readonly events: EventBus<AppEvent>
  readonly pump: (sessionId: string) => void
}

export type ControlFailure = { readonly code: 'NOT_FOUND' | 'CONFLICT'; readonly message: string }

/** What a person does with Deliveries that are under way: cancel a request, wake or read a kept result. */
export class DeliveryControl {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Ends an open request on a person's word. The first commit wins; a request that has ended says so. */
  cancel(requestId: string): Result<null, ControlFailure> {
    const { db, store } = this.#deps
    if (store.get(requestId)?.kind !== 'request')
      return err({ code: 'NOT_FOUND', message: 'There is no such request.' })
    const cancelled = writeTx(db, (tx) => {
      const request = store.get(requestId)
      return request !== null && this.#deps.ending.cancelTx(tx, request)
    })
    return cancelled ? ok(null) : err({ code: 'CONFLICT', message: 'The request has ended already.' })
  }

  cancelOutgoing(sessionId: string): void {
    const { db, store } = this.#deps
    writeTx(db, (tx) => {
      for (const request of store.openSent(sessionId)) this.#deps.ending.cancelTx(tx, request)
    })
  }

  openOutgoing(sessionId: string): number {
    return this.#deps.store.openRequestsSent(sessionId)
  }

  /** A kept result runs its Turn after all; it keeps its place in the order. */
  wake(resultId: string): Result<null, ControlFailure> {
    return this.#onHeld(resultId, (tx, result) => {
      this.#deps.store.releaseTx(tx, resultId)
      this.#deps.ending.auditTx(tx, result, 'woken', {}, 'person')
      this.#deps.ending.tellTx(tx, result)
      tx.afterCommit(() => this.#deps.pump(result.receiverSessionId))
    })
  }

  /** A kept result is taken as read: it stands in the conversation from now on, and no Turn runs. */
  markRead(resultId: string): Result<null, ControlFailure> {
    const { store, messages, events } = this.#deps
    return this.#onHeld(resultId, (tx, result) => {
      const { receiverSessionId, messageId } = result
      store.releaseTx(tx, resultId)
      this.#deps.ending.auditTx(tx, result, 'read', {}, 'person')
      messages.placeTx(tx, messageId, null, messages.nextPosition(receiverSessionId))
      this.#deps.ending.endTx(tx, result, { status: 'consumed', outcome: null, error: null })
      tx.afterCommit(() => events.publish({ type: 'messages-changed', sessionId: receiverSessionId }))
    })
  }

  #onHeld(resultId: string, work: (tx: Tx, result: DeliveryRecord) => void): Result<null, ControlFailure> {
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
}
