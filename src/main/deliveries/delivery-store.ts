import { and, asc, desc, eq, inArray, isNotNull, lte, max, min, sql } from 'drizzle-orm'
import type { Outcome } from '#shared/delivery.ts'
import type { CodedError } from '#shared/errors.ts'
import type { Db } from '../db/open-database.ts'
import { preparedInsert } from '../db/prepared-insert.ts'
import { deliveries } from '../db/schema/index.ts'
import type { Tx } from '../db/write-tx.ts'
import { type DeliveryRecord, toRecord, toRow } from './delivery-record.ts'

export type DeliveryEnd = {
  readonly status: 'consumed' | 'failed'
  readonly at: number
  readonly outcome: Outcome | null
  readonly error: CodedError | null
}

/** Owns the `deliveries` table. Status changes only by compare-and-set. */
export interface DeliveryStore {
  get(id: string): DeliveryRecord | null
  /** The Delivery that a Turn is running. */
  deliveringIn(turnId: string): DeliveryRecord | null
  /** The oldest accepted one that is not held, even if it is put off: order is strict. */
  oldestWaiting(sessionId: string): DeliveryRecord | null
  openReceived(sessionId: string): DeliveryRecord[]
  openSent(sessionId: string): DeliveryRecord[]
  openRequestsSent(sessionId: string): number
  openRequestsReceived(sessionId: string): number
  resultOf(requestId: string): DeliveryRecord | null
  /** By the id of the message that carries its text. */
  ofMessages(messageIds: readonly string[]): Map<string, DeliveryRecord>
  delivering(): DeliveryRecord[]
  sessionsWaiting(): string[]
  expired(now: number): DeliveryRecord[]
  nextExpiry(): number | null
  /** The newest retry in the chain that starts at a request, or the request itself. */
  newestRetryOf(id: string): DeliveryRecord | null
  nextSeq(sessionId: string): number
  insertTx(tx: Tx, record: DeliveryRecord): void
  /** The record as it is then; null when somebody else was first. */
  claimTx(tx: Tx, id: string, turnId: string, at: number): DeliveryRecord | null
  /** Ends an accepted or delivering one. A result keeps its request's outcome and error: pass null for both. */
  endTx(tx: Tx, id: string, end: DeliveryEnd): boolean
  /** A kept result is kept no longer. False when it was not kept. */
  releaseTx(tx: Tx, id: string): boolean
  hasOpenRetry(id: string): boolean
  putOffTx(tx: Tx, id: string, nextTryAt: number, error: CodedError): boolean
  /** After a start: what was put off is tried at once. */
  clearPutOffTx(tx: Tx): void
}

export function createDeliveryStore(db: Db): DeliveryStore {
  const { orm } = db
  const p = sql.placeholder
  // Word for word the condition of the indexes over open Deliveries: with a bound value SQLite would not use them, and
  // read all that a Session ever sent or received.
  const isOpen = sql`${deliveries.status} IN ('accepted', 'delivering')`
  const isAccepted = and(isOpen, eq(deliveries.status, 'accepted'))
  const byId = orm
    .select()
    .from(deliveries)
    .where(eq(deliveries.id, p('id')))
    .prepare()
  const inTurn = orm
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.turnId, p('turnId')), eq(deliveries.status, 'delivering')))
    .prepare()
  const oldest = orm
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.receiverSessionId, p('sessionId')), isAccepted, eq(deliveries.held, false)))
    .orderBy(asc(deliveries.seq))
    .limit(1)
    .prepare()
  const lastSeq = orm
    .select({ seq: max(deliveries.seq) })
    .from(deliveries)
    .where(eq(deliveries.receiverSessionId, p('sessionId')))
    .prepare()
  const openSentCount = orm
    .select({ n: sql<number>`count(*)` })
    .from(deliveries)
    .where(and(eq(deliveries.senderSessionId, p('sessionId')), isOpen, eq(deliveries.kind, 'request')))
    .prepare()
  const openReceivedCount = orm
    .select({ n: sql<number>`count(*)` })
    .from(deliveries)
    .where(and(eq(deliveries.receiverSessionId, p('sessionId')), isOpen, eq(deliveries.kind, 'request')))
    .prepare()
  const byRequest = orm
    .select()
    .from(deliveries)
    .where(eq(deliveries.inReplyTo, p('id')))
    .prepare()
  const byMessages = orm
    .select()
    .from(deliveries)
    .where(inArray(deliveries.messageId, sql`(SELECT value FROM json_each(${p('ids')}))`))
    .prepare()
  const insert = preparedInsert(db, deliveries)
  const claim = orm
    .update(deliveries)
    .set({
      status: 'delivering',
      turnId: sql`${p('turnId')}`,
      startedAt: sql`${p('at')}`,
      statusAt: sql`${p('at')}`,
      nextTryAt: null,
    })
    .where(and(eq(deliveries.id, p('id')), eq(deliveries.status, 'accepted'), eq(deliveries.held, false)))
    .returning()
    .prepare()
  const end = orm
    .update(deliveries)
    .set({
      status: sql`${p('status')}`,
      outcome: sql`coalesce(${deliveries.outcome}, ${p('outcome')})`,
      errorCode: sql`coalesce(${deliveries.errorCode}, ${p('errorCode')})`,
      errorMessage: sql`coalesce(${deliveries.errorMessage}, ${p('errorMessage')})`,
      finishedAt: sql`${p('at')}`,
      // A result is seen when its Turn took it in, or when the person marked it as read.
      seenAt: sql`CASE WHEN ${deliveries.kind} = 'result' AND ${p('status')} = 'consumed' THEN ${p('at')} ELSE ${deliveries.seenAt} END`,
      statusAt: sql`${p('at')}`,
      nextTryAt: null,
    })
    // A request that waits can only fail: what ran to an end was delivering.
    .where(
      and(
        eq(deliveries.id, p('id')),
        isOpen,
        sql`NOT (${deliveries.kind} = 'request' AND ${deliveries.status} = 'accepted' AND ${p('status')} = 'consumed')`,
      ),
    )
    .prepare()
  const one = (row: Parameters<typeof toRecord>[0] | undefined): DeliveryRecord | null =>
    row === undefined ? null : toRecord(row)
  return {
    get: (id) => one(byId.get({ id })),
    deliveringIn: (turnId) => one(inTurn.get({ turnId })),
    oldestWaiting: (sessionId) => one(oldest.get({ sessionId })),
    openReceived: (sessionId) =>
      orm
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.receiverSessionId, sessionId), isOpen))
        .orderBy(asc(deliveries.seq))
        .all()
        .map(toRecord),
    openSent: (sessionId) =>
      orm
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.senderSessionId, sessionId), isOpen, eq(deliveries.kind, 'request')))
        .all()
        .map(toRecord),
    openRequestsSent: (sessionId) => openSentCount.get({ sessionId })?.n ?? 0,
    openRequestsReceived: (sessionId) => openReceivedCount.get({ sessionId })?.n ?? 0,
    resultOf: (id) => one(byRequest.get({ id })),
    ofMessages(messageIds) {
      if (messageIds.length === 0) return new Map()
      const rows = byMessages.all({ ids: JSON.stringify(messageIds) })
      return new Map(rows.map((row) => [row.messageId, toRecord(row)]))
    },
    delivering: () =>
      orm
        .select()
        .from(deliveries)
        .where(and(isOpen, eq(deliveries.status, 'delivering')))
        .all()
        .map(toRecord),
    sessionsWaiting: () =>
      orm
        .select({ id: deliveries.receiverSessionId })
        .from(deliveries)
        .where(and(isAccepted, eq(deliveries.held, false)))
        .groupBy(deliveries.receiverSessionId)
        .orderBy(min(deliveries.acceptedAt))
        .all()
        .map((row) => row.id),
    expired: (now) =>
      orm
        .select()
        .from(deliveries)
        .where(and(isAccepted, eq(deliveries.kind, 'request'), lte(deliveries.expiresAt, now)))
        .all()
        .map(toRecord),
    nextExpiry: () =>
      orm
        .select({ at: min(deliveries.expiresAt) })
        .from(deliveries)
        .where(and(isAccepted, eq(deliveries.kind, 'request'), isNotNull(deliveries.expiresAt)))
        .get()?.at ?? null,
    newestRetryOf(id) {
      let newest = one(byId.get({ id }))
      for (let next: DeliveryRecord | null = newest; next !== null;) {
        newest = next
        next = one(
          orm
            .select()
            .from(deliveries)
            .where(eq(deliveries.retryOf, next.id))
            .orderBy(desc(deliveries.acceptedAt), desc(deliveries.id))
            .limit(1)
            .get(),
        )
      }
      return newest
    },
    nextSeq: (sessionId) => (lastSeq.get({ sessionId })?.seq ?? 0) + 1,
    insertTx: (_tx, record) => insert(toRow(record)),
    claimTx: (_tx, id, turnId, at) => one(claim.get({ id, turnId, at })),
    endTx: (_tx, id, { status, at, outcome, error }) =>
      end.run({ id, status, at, outcome, errorCode: error?.code ?? null, errorMessage: error?.message ?? null })
        .changes === 1,
    releaseTx: (_tx, id) =>
      orm
        .update(deliveries)
        .set({ held: false })
        .where(and(eq(deliveries.id, id), eq(deliveries.status, 'accepted'), eq(deliveries.held, true)))
        .run().changes === 1,
    hasOpenRetry: (id) =>
      orm
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(and(eq(deliveries.retryOf, id), isOpen))
        .get() !== undefined,
    putOffTx: (_tx, id, nextTryAt, error) =>
      orm
        .update(deliveries)
        .set({
          attempts: sql`${deliveries.attempts} + 1`,
          nextTryAt,
          lastErrorCode: error.code,
          lastErrorMessage: error.message,
        })
        .where(and(eq(deliveries.id, id), eq(deliveries.status, 'accepted')))
        .run().changes === 1,
    clearPutOffTx: (_tx) =>
      void orm
        .update(deliveries)
        .set({ nextTryAt: null })
        .where(and(isAccepted, isNotNull(deliveries.nextTryAt)))
        .run(),
  }
}
