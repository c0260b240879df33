import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approvalStateSchema, type ApprovalState } from '#shared/approval.ts'
import { deliveryKindSchema, deliveryStatusSchema, type DeliveryKind, type DeliveryStatus } from '#shared/delivery.ts'
import { turnStateSchema, type TurnState } from '#shared/turn.ts'
import { approvalTransitions } from '#main/approvals/approval-transitions.ts'
import { createApprovalStore } from '#main/approvals/approval-store.ts'
import { type Tx, writeTx } from '#main/db/write-tx.ts'
import { canBecome as deliveryCanBecome } from '#main/deliveries/delivery-transitions.ts'
import { createDeliveryStore } from '#main/deliveries/delivery-store.ts'
import { systemIds } from '#main/kernel/ids.ts'
import { createTurnStore } from '#main/turns/turn-store.ts'
import { canBecome as turnCanBecome } from '#main/turns/turn-transitions.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { approvalOf, deliveryOf, turnOf } from './rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  database.db.sqlite.pragma('foreign_keys = OFF')
})
afterAll(() => database.dispose())

const AT = 2

/** Every pair of states: the table and the store's compare-and-set must say the same. */
function pairs<S extends string>(states: readonly S[]): [S, S][] {
  return states.flatMap((from) => states.map((to): [S, S] => [from, to]))
}

describe('the store takes exactly the steps of the table', () => {
  test.each(pairs(turnStateSchema.options))('a Turn from %s to %s', (from, to) => {
    const store = createTurnStore(database.db)
    const id = systemIds.next()
    const move: { readonly [S in TurnState]: (tx: Tx) => boolean } = {
      queued: () => false,
      running: (tx) => store.startTx(tx, id, AT),
      succeeded: (tx) => store.endTx(tx, id, AT, { state: 'succeeded', error: null, usage: null, steps: 0 }),
      failed: (tx) => store.endTx(tx, id, AT, { state: 'failed', error: null, usage: null, steps: 0 }),
      interrupted: (tx) => store.endTx(tx, id, AT, { state: 'interrupted', error: null, usage: null, steps: 0 }),
    }
    const isTaken = writeTx(database.db, (tx) => {
      store.insertTx(tx, turnOf(id, from))
      return move[to](tx)
    })
    const isAllowed = turnCanBecome(from, to)
    expect({ isTaken, state: store.get(id)?.state }).toEqual({ isTaken: isAllowed, state: isAllowed ? to : from })
  })

  const cases = deliveryKindSchema.options.flatMap((kind) =>
    pairs(deliveryStatusSchema.options).map(([from, to]) => [kind, from, to] as const),
  )
  test.each(cases)('a %s from %s to %s', (kind: DeliveryKind, from: DeliveryStatus, to: DeliveryStatus) => {
    const store = createDeliveryStore(database.db)
    const id = systemIds.next()
    const move: { readonly [S in DeliveryStatus]: (tx: Tx) => boolean } = {
      accepted: () => false,
      delivering: (tx) => store.claimTx(tx, id, systemIds.next(), AT) !== null,
      consumed: (tx) => store.endTx(tx, id, { status: 'consumed', at: AT, outcome: 'success', error: null }),
      failed: (tx) => store.endTx(tx, id, { status: 'failed', at: AT, outcome: 'failed', error: null }),
    }
    const isTaken = writeTx(database.db, (tx) => {
      store.insertTx(tx, deliveryOf(id, kind, from))
      return move[to](tx)
    })
    const isAllowed = deliveryCanBecome(kind, from, to)
    expect({ isTaken, status: store.get(id)?.status }).toEqual({ isTaken: isAllowed, status: isAllowed ? to : from })
  })

  test.each(pairs(approvalStateSchema.options))('an approval from %s to %s', (from, to) => {
    const store = createApprovalStore(database.db)
    const id = systemIds.next()
    const record = approvalOf(id, from)
    const settle = (state: Exclude<ApprovalState, 'pending'>, tx: Tx): boolean =>
      store.settleTx(tx, record, {
        state,
        at: AT,
        by: null,
        requestId: state === 'approved' ? systemIds.next() : null,
      }) !== null
    const isTaken = writeTx(database.db, (tx) => {
      store.insertTx(tx, record)
      return to !== 'pending' && settle(to, tx)
    })
    const isAllowed = approvalTransitions[from].includes(to)
    expect({ isTaken, state: store.get(id)?.state }).toEqual({ isTaken: isAllowed, state: isAllowed ? to : from })
  })

  test('a kept result is claimed only once it is released', () => {
    const store = createDeliveryStore(database.db)
    const id = systemIds.next()
    const claim = (tx: Tx): boolean => store.claimTx(tx, id, systemIds.next(), AT) !== null
    const taken = writeTx(database.db, (tx) => {
      store.insertTx(tx, { ...deliveryOf(id, 'result', 'accepted'), held: true })
      return [claim(tx), store.releaseTx(tx, id), store.releaseTx(tx, id), claim(tx), claim(tx)]
    })
    expect(taken).toEqual([false, true, false, true, false])
  })
})
