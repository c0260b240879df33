import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { type ApprovalFilter, approvalOptionsSchema } from '#shared/approval.ts'
import { type CodedError, errorCodeSchema } from '#shared/errors.ts'
import { containing } from '../db/like-pattern.ts'
import type { Db } from '../db/open-database.ts'
import { preparedInsert } from '../db/prepared-insert.ts'
import { approvals } from '../db/schema/index.ts'
import type { Tx } from '../db/write-tx.ts'
import { type ApprovalRecord, askedArgumentsSchema, previewSchema } from './approval-record.ts'

type ApprovalRow = typeof approvals.$inferSelect

export type Settlement = {
  readonly state: 'approved' | 'denied' | 'cancelled' | 'expired'
  readonly at: number
  readonly by: string | null
  readonly editedText?: string | null
  readonly reason?: string | null
  readonly error?: CodedError | null
  readonly requestId?: string | null
  readonly options?: ApprovalRecord['options']
}

/** Owns the `approvals` table. State changes only by compare-and-set from `pending`. */
export interface ApprovalStore {
  get(id: string): ApprovalRecord | null
  open(senderSessionId?: string): ApprovalRecord[]
  openCount(): number
  /** Pending ones of a Turn. */
  openOfTurn(turnId: string): ApprovalRecord[]
  /** Pending ones that a Session asked for, or that are for it. */
  openTouching(sessionId: string): ApprovalRecord[]
  ofCall(turnId: string, toolCallId: string): ApprovalRecord | null
  /** The one that holds a key: pending, approved or denied. */
  holderOf(senderSessionId: string, idempotencyKey: string): ApprovalRecord | null
  deniedInTurn(turnId: string): boolean
  settled(filter: ApprovalFilter, before: { at: number; id: string } | null, limit: number): ApprovalRecord[]
  lostBefore(at: number): ApprovalRecord[]
  insertTx(tx: Tx, record: ApprovalRecord): void
  /** The record as it is then; null when it was settled already. `record` is read in the same transaction. */
  settleTx(tx: Tx, record: ApprovalRecord, settlement: Settlement): ApprovalRecord | null
  loseWaiterTx(tx: Tx, id: string, at: number): void
  /** A repeat joined it: it waits for the new call now. */
  moveTx(tx: Tx, id: string, turnId: string, toolCallId: string): void
}

export function createApprovalStore(db: Db): ApprovalStore {
  const { orm } = db
  const p = sql.placeholder
  const byId = orm
    .select()
    .from(approvals)
    .where(eq(approvals.id, p('id')))
    .prepare()
  const ofTurn = orm
    .select()
    .from(approvals)
    .where(and(eq(approvals.turnId, p('turnId')), eq(approvals.state, 'pending')))
    .prepare()
  const holder = orm
    .select()
    .from(approvals)
    .where(
      and(
        eq(approvals.senderSessionId, p('sessionId')),
        eq(approvals.idempotencyKey, p('key')),
        isNotNull(approvals.idempotencyKey),
        // Word for word as in the index of held keys, which SQLite would not use for bound values.
        sql`${approvals.state} IN ('pending', 'approved', 'denied')`,
      ),
    )
    .prepare()
  const denied = orm
    .select({ id: approvals.id })
    .from(approvals)
    .where(and(eq(approvals.turnId, p('turnId')), eq(approvals.state, 'denied')))
    .limit(1)
    .prepare()
  const pendingCount = orm.select({ n: count() }).from(approvals).where(eq(approvals.state, 'pending')).prepare()
  const insert = preparedInsert(db, approvals)
  const settle = orm
    .update(approvals)
    .set({
      state: sql`${p('state')}`,
      decidedAt: sql`${p('at')}`,
      decidedBy: sql`${p('by')}`,
      editedText: sql`${p('editedText')}`,
      reason: sql`${p('reason')}`,
      errorCode: sql`${p('errorCode')}`,
      errorMessage: sql`${p('errorMessage')}`,
      requestId: sql`${p('requestId')}`,
      options: sql`coalesce(${p('options')}, ${approvals.options})`,
    })
    .where(and(eq(approvals.id, p('id')), eq(approvals.state, 'pending')))
    .prepare()
  const one = (row: ApprovalRow | undefined): ApprovalRecord | null => (row === undefined ? null : toRecord(row))
  return {
    get: (id) => one(byId.get({ id })),
    open: (senderSessionId) =>
      orm
        .select()
        .from(approvals)
        .where(
          and(
            eq(approvals.state, 'pending'),
            senderSessionId === undefined ? undefined : eq(approvals.senderSessionId, senderSessionId),
          ),
        )
        .orderBy(asc(approvals.createdAt), asc(approvals.id))
        .all()
        .map(toRecord),
    openCount: () => pendingCount.get()?.n ?? 0,
    openOfTurn: (turnId) => ofTurn.all({ turnId }).map(toRecord),
    openTouching: (sessionId) =>
      orm
        .select()
        .from(approvals)
        .where(
          and(
            eq(approvals.state, 'pending'),
            or(eq(approvals.senderSessionId, sessionId), eq(approvals.targetSessionId, sessionId)),
          ),
        )
        .all()
        .map(toRecord),
    ofCall: (turnId, toolCallId) =>
      one(
        orm
          .select()
          .from(approvals)
          .where(and(eq(approvals.turnId, turnId), eq(approvals.toolCallId, toolCallId)))
          .get(),
      ),
    holderOf: (sessionId, key) => one(holder.get({ sessionId, key })),
    deniedInTurn: (turnId) => denied.get({ turnId }) !== undefined,
    settled: ({ since, states, text }, before, limit) =>
      orm
        .select()
        .from(approvals)
        .where(
          and(
            ne(approvals.state, 'pending'),
            since === undefined ? undefined : gte(approvals.decidedAt, since),
            states === undefined || states.length === 0 ? undefined : inArray(approvals.state, states),
            text === undefined || text.trim() === '' ? undefined : holdsText(text.trim()),
            before === null
              ? undefined
              : or(
                  lt(approvals.decidedAt, before.at),
                  and(eq(approvals.decidedAt, before.at), lt(approvals.id, before.id)),
                ),
          ),
        )
        .orderBy(desc(approvals.decidedAt), desc(approvals.id))
        .limit(limit)
        .all()
        .map(toRecord),
    lostBefore: (at) =>
      orm
        .select()
        .from(approvals)
        .where(and(eq(approvals.state, 'pending'), lt(approvals.waiterLostAt, at)))
        .all()
        .map(toRecord),
    insertTx: (_tx, { shownTarget, error, ...record }) =>
      insert({
        ...record,
        errorCode: error?.code ?? null,
        errorMessage: error?.message ?? null,
        preview: { version: 1, target: shownTarget },
      }),
    settleTx(_tx, record, settlement) {
      const settled = settledBy(record, settlement)
      const { id, state, decidedAt, decidedBy, editedText, reason, error, requestId } = settled
      const { changes } = settle.run({
        id,
        state,
        at: decidedAt,
        by: decidedBy,
        editedText,
        reason,
        errorCode: error?.code ?? null,
        errorMessage: error?.message ?? null,
        requestId,
        options: settlement.options === undefined ? null : JSON.stringify(settlement.options),
      })
      return changes === 1 ? settled : null
    },
    loseWaiterTx: (_tx, id, at) =>
      void orm
        .update(approvals)
        .set({ waiterLostAt: at })
        .where(and(eq(approvals.id, id), eq(approvals.state, 'pending'), isNull(approvals.waiterLostAt)))
        .run(),
    moveTx: (_tx, id, turnId, toolCallId) =>
      void orm.update(approvals).set({ turnId, toolCallId, waiterLostAt: null }).where(eq(approvals.id, id)).run(),
  }
}

/** What the settling UPDATE makes of a pending record. */
function settledBy(record: ApprovalRecord, settlement: Settlement): ApprovalRecord {
  const { state, at, by, editedText = null, reason = null, error = null, requestId = null, options } = settlement
  return {
    ...record,
    state,
    decidedAt: at,
    decidedBy: by,
    editedText,
    reason,
    error,
    requestId,
    options: options ?? record.options,
  }
}

function holdsText(text: string) {
  const pattern = containing(text)
  const columns = [
    sql`json_extract(${approvals.arguments}, '$.message')`,
    sql`coalesce(${approvals.editedText}, '')`,
    sql`${approvals.senderAgentName}`,
    sql`${approvals.senderSessionName}`,
    sql`json_extract(${approvals.preview}, '$.target.sessionName')`,
    sql`json_extract(${approvals.preview}, '$.target.agentName')`,
  ]
  return or(...columns.map((column) => sql`${column} LIKE ${pattern} ESCAPE '\\'`))
}

function toRecord({ errorCode, errorMessage, preview, ...row }: ApprovalRow): ApprovalRecord {
  return {
    ...row,
    arguments: askedArgumentsSchema.parse(row.arguments),
    options: approvalOptionsSchema.parse(row.options),
    shownTarget: previewSchema.parse(preview).target,
    error: errorCode === null ? null : { code: errorCodeSchema.parse(errorCode), message: errorMessage ?? '' },
  }
}
