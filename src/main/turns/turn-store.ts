import { and, asc, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { type CodedError, errorCodeSchema } from '#shared/errors.ts'
import { type Turn, type Usage, usageSchema } from '#shared/turn.ts'
import type { Db } from '../db/open-database.ts'
import { preparedInsert } from '../db/prepared-insert.ts'
import { turns } from '../db/schema/index.ts'
import type { Tx } from '../db/write-tx.ts'

type TurnRow = typeof turns.$inferSelect

export type TurnEnd = {
  readonly state: 'succeeded' | 'failed' | 'interrupted'
  readonly error: CodedError | null
  readonly usage: Usage | null
  readonly steps: number
}

/** Owns the `turns` table. State changes only by compare-and-set. */
export interface TurnStore {
  get(id: string): Turn | null
  getMany(ids: readonly string[]): Map<string, Turn>
  running(sessionId: string): Turn | null
  /** Oldest first; those that need a person's consent are left out of `nextQueued`. */
  queued(sessionId: string): Turn[]
  nextQueued(sessionId: string): Turn | null
  allRunning(): Turn[]
  sessionsWithQueued(): string[]
  /** Whether another Turn repeats this one; one that never started is repeated by a later Turn over its input. */
  repeats(id: string): boolean
  /** The Turns that were started last, newest first. */
  lastStarted(sessionId: string, limit: number): Turn[]
  insertTx(tx: Tx, turn: Turn): void
  /** queued → running. False when somebody else was first. */
  startTx(tx: Tx, id: string, at: number): boolean
  /** running (or queued, for `interrupted`) → ended. False when it had ended already. */
  endTx(tx: Tx, id: string, at: number, end: TurnEnd): boolean
  askConsentTx(tx: Tx, before: number): void
  giveConsentTx(tx: Tx, id: string): void
}

export function createTurnStore(db: Db): TurnStore {
  const { orm } = db
  const p = sql.placeholder
  // Word for word the condition of the index over open Turns: with a bound value alone SQLite would not use it.
  const isOpen = sql`${turns.state} IN ('queued', 'running')`
  const byId = orm
    .select()
    .from(turns)
    .where(eq(turns.id, p('id')))
    .prepare()
  const byIds = orm
    .select()
    .from(turns)
    .where(inArray(turns.id, sql`(SELECT value FROM json_each(${p('ids')}))`))
    .prepare()
  const runningOf = orm
    .select()
    .from(turns)
    .where(and(isOpen, eq(turns.state, 'running'), eq(turns.sessionId, p('sessionId'))))
    .prepare()
  const nextOf = orm
    .select()
    .from(turns)
    .where(and(isOpen, eq(turns.state, 'queued'), eq(turns.sessionId, p('sessionId')), eq(turns.needsConsent, false)))
    .orderBy(asc(turns.createdAt), asc(turns.id))
    .limit(1)
    .prepare()
  const lastOf = orm
    .select()
    .from(turns)
    .where(and(eq(turns.sessionId, p('sessionId')), isNotNull(turns.startedAt)))
    .orderBy(desc(turns.startedAt), desc(turns.id))
    .limit(p('limit'))
    .prepare()
  const insert = preparedInsert(db, turns)
  const start = orm
    .update(turns)
    .set({ state: 'running', startedAt: sql`${p('at')}` })
    .where(and(eq(turns.id, p('id')), eq(turns.state, 'queued')))
    .prepare()
  const end = orm
    .update(turns)
    .set({
      state: sql`${p('state')}`,
      endedAt: sql`${p('at')}`,
      errorCode: sql`${p('errorCode')}`,
      errorMessage: sql`${p('errorMessage')}`,
      usage: sql`${p('usage')}`,
      steps: sql`${p('steps')}`,
    })
    .where(
      and(
        eq(turns.id, p('id')),
        sql`(${turns.state} = 'running' OR (${turns.state} = 'queued' AND ${p('state')} = 'interrupted'))`,
      ),
    )
    .prepare()
  const toOne = (row: TurnRow | undefined): Turn | null => (row === undefined ? null : toTurn(row))
  return {
    get: (id) => toOne(byId.get({ id })),
    getMany(ids) {
      if (ids.length === 0) return new Map()
      const rows = byIds.all({ ids: JSON.stringify(ids) })
      return new Map(rows.map((row) => [row.id, toTurn(row)]))
    },
    running: (sessionId) => toOne(runningOf.get({ sessionId })),
    queued: (sessionId) =>
      orm
        .select()
        .from(turns)
        .where(and(isOpen, eq(turns.state, 'queued'), eq(turns.sessionId, sessionId)))
        .orderBy(asc(turns.createdAt), asc(turns.id))
        .all()
        .map(toTurn),
    nextQueued: (sessionId) => toOne(nextOf.get({ sessionId })),
    allRunning: () =>
      orm
        .select()
        .from(turns)
        .where(and(isOpen, eq(turns.state, 'running')))
        .all()
        .map(toTurn),
    sessionsWithQueued: () =>
      orm
        .selectDistinct({ id: turns.sessionId })
        .from(turns)
        .where(and(isOpen, eq(turns.state, 'queued')))
        .all()
        .map((row) => row.id),
    repeats: (id) =>
      orm.get(sql`SELECT 1 FROM turns o JOIN turns t ON t.repeat_of = o.id OR (o.started_at IS NULL AND t.session_id = o.session_id
        AND t.input_message_id = o.input_message_id AND (t.created_at, t.id) > (o.created_at, o.id)) WHERE o.id = ${id}`) !==
      undefined,
    lastStarted: (sessionId, limit) => lastOf.all({ sessionId, limit }).map(toTurn),
    insertTx: (_tx, { error, ...turn }) =>
      insert({ ...turn, errorCode: error?.code ?? null, errorMessage: error?.message ?? null }),
    startTx: (_tx, id, at) => start.run({ id, at }).changes === 1,
    endTx: (_tx, id, at, { state, error, usage, steps }) =>
      end.run({
        id,
        at,
        state,
        errorCode: error?.code ?? null,
        errorMessage: error?.message ?? null,
        usage: usage === null ? null : JSON.stringify(usage),
        steps,
      }).changes === 1,
    askConsentTx: (_tx, before) =>
      void orm
        .update(turns)
        .set({ needsConsent: true })
        .where(and(isOpen, eq(turns.state, 'queued'), lt(turns.createdAt, before)))
        .run(),
    giveConsentTx: (_tx, id) => void orm.update(turns).set({ needsConsent: false }).where(eq(turns.id, id)).run(),
  }
}

function toTurn({ errorCode, errorMessage, usage, ...row }: TurnRow): Turn {
  return {
    ...row,
    error: errorCode === null ? null : { code: errorCodeSchema.parse(errorCode), message: errorMessage ?? '' },
    usage: usage === null ? null : usageSchema.parse(usage),
  }
}
