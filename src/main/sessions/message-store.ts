import { and, asc, desc, eq, gt, inArray, isNotNull, lt, max, sql } from 'drizzle-orm'
import { type Message, type MessageStatus, type Part, partSchema, textOf } from '#shared/message.ts'
import { z } from 'zod'
import type { Db } from '../db/open-database.ts'
import { preparedInsert } from '../db/prepared-insert.ts'
import { messages } from '../db/schema/index.ts'
import type { Tx } from '../db/write-tx.ts'

type MessageRow = typeof messages.$inferSelect

/** Owns the `messages` table. */
export interface MessageStore {
  get(id: string): Message | null
  getMany(ids: readonly string[]): Map<string, Message>
  /** Messages of the timeline (those with a position), oldest first. `before` and `after` are exclusive positions. */
  page(sessionId: string, range: { before?: number; after?: number; newest: boolean; limit: number }): Message[]
  /** Every message of the timeline below a position, oldest first. */
  upTo(sessionId: string, before: number): Message[]
  assistantOf(turnId: string): Message | null
  nextPosition(sessionId: string): number
  /** `text` is derived from the parts. */
  insertTx(tx: Tx, message: Omit<Message, 'text'>): void
  /** Gives a waiting input its place in the timeline, under the Turn that takes it, if one does. */
  placeTx(tx: Tx, id: string, turnId: string | null, position: number): void
  saveTx(tx: Tx, id: string, parts: readonly Part[], status: MessageStatus): void
  setLeftOutTx(tx: Tx, id: string, leftOut: boolean): void
  /** Removes at most `limit` messages of a Session; answers the ids removed. */
  removeSliceTx(tx: Tx, sessionId: string, limit: number): string[]
}

export function createMessageStore(db: Db): MessageStore {
  const { orm } = db
  const byId = orm
    .select()
    .from(messages)
    .where(eq(messages.id, sql.placeholder('id')))
    .prepare()
  const byIds = orm
    .select()
    .from(messages)
    .where(inArray(messages.id, sql`(SELECT value FROM json_each(${sql.placeholder('ids')}))`))
    .prepare()
  const below = orm
    .select()
    .from(messages)
    .where(and(eq(messages.sessionId, sql.placeholder('sessionId')), lt(messages.position, sql.placeholder('before'))))
    .orderBy(asc(messages.position))
    .prepare()
  const answerOf = orm
    .select()
    .from(messages)
    .where(and(eq(messages.turnId, sql.placeholder('turnId')), eq(messages.role, 'assistant')))
    .prepare()
  const newestPosition = orm
    .select({ position: max(messages.position) })
    .from(messages)
    .where(eq(messages.sessionId, sql.placeholder('sessionId')))
    .prepare()
  const insert = preparedInsert(db, messages)
  const place = orm
    .update(messages)
    .set({ turnId: sql`${sql.placeholder('turnId')}`, position: sql`${sql.placeholder('position')}` })
    .where(eq(messages.id, sql.placeholder('id')))
    .prepare()
  const save = orm
    .update(messages)
    .set({
      parts: sql`${sql.placeholder('parts')}`,
      text: sql`${sql.placeholder('text')}`,
      status: sql`${sql.placeholder('status')}`,
    })
    .where(eq(messages.id, sql.placeholder('id')))
    .prepare()
  return {
    get(id) {
      const row = byId.get({ id })
      return row === undefined ? null : toMessage(row)
    },
    getMany(ids) {
      if (ids.length === 0) return new Map()
      const rows = byIds.all({ ids: JSON.stringify(ids) })
      return new Map(rows.map((row) => [row.id, toMessage(row)]))
    },
    page(sessionId, { before, after, newest, limit }) {
      const rows = orm
        .select()
        .from(messages)
        .where(
          and(
            eq(messages.sessionId, sessionId),
            isNotNull(messages.position),
            before === undefined ? undefined : lt(messages.position, before),
            after === undefined ? undefined : gt(messages.position, after),
          ),
        )
        .orderBy(newest ? desc(messages.position) : asc(messages.position))
        .limit(limit)
        .all()
        .map(toMessage)
      return newest ? rows.reverse() : rows
    },
    upTo: (sessionId, before) => below.all({ sessionId, before }).map(toMessage),
    assistantOf(turnId) {
      const row = answerOf.get({ turnId })
      return row === undefined ? null : toMessage(row)
    },
    nextPosition: (sessionId) => (newestPosition.get({ sessionId })?.position ?? 0) + 1,
    insertTx: (_tx, message) => insert({ ...message, text: textOf(message.parts) }),
    placeTx: (_tx, id, turnId, position) => void place.run({ id, turnId, position }),
    saveTx: (_tx, id, parts, status) =>
      void save.run({ id, parts: JSON.stringify(parts), text: textOf(parts), status }),
    setLeftOutTx: (_tx, id, leftOut) => void orm.update(messages).set({ leftOut }).where(eq(messages.id, id)).run(),
    removeSliceTx(_tx, sessionId, limit) {
      const ids = orm
        .select({ id: messages.id })
        .from(messages)
        .where(eq(messages.sessionId, sessionId))
        .limit(limit)
        .all()
        .map((row) => row.id)
      if (ids.length > 0) orm.delete(messages).where(inArray(messages.id, ids)).run()
      return ids
    },
  }
}

const partsSchema = z.array(partSchema)

function toMessage(row: MessageRow): Message {
  return { ...row, parts: partsSchema.parse(row.parts) }
}
