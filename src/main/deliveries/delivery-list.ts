import { aliasedTable, and, desc, eq, gte, inArray, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { DeliveryDetail, DeliveryFilter, DeliveryRow } from '#shared/delivery.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { containing } from '../db/like-pattern.ts'
import type { Db } from '../db/open-database.ts'
import { agents, approvals, auditLog, deliveries, messages } from '../db/schema/index.ts'
import { decodeCursor, encodeCursor } from '../kernel/keyset-cursor.ts'
import { toRecord } from './delivery-record.ts'

export type DeliveryListPage = { rows: DeliveryRow[]; nextCursor: string | null; total: number; of: number }

/** What the person's screens read of Deliveries. Reads only. */
export interface DeliveryList {
  page(filter: DeliveryFilter, cursor: string | null, limit: number): Result<DeliveryListPage, 'INVALID_CURSOR'>
  row(id: string): DeliveryRow | null
  detail(id: string): DeliveryDetail | null
  /** Requests that a Session sent or received, newest first. */
  requests(side: 'sent' | 'received', sessionId: string, limit: number): DeliveryRow[]
  between(senderSessionId: string, targetSessionId: string, limit: number): DeliveryRow[]
  /** What waits in a Session, oldest first; held results do not wait. */
  waiting(sessionId: string): DeliveryRow[]
  /** Results that are kept for the person, oldest first, with their texts. */
  held(sessionId: string): { delivery: DeliveryRow; text: string }[]
  byMessages(messageIds: readonly string[]): Map<string, DeliveryRow>
  /** Requests that Turns sent, by Turn, oldest first. */
  sentByTurns(turnIds: readonly string[]): Map<string, DeliveryRow[]>
  /** Results of the requests that Turns ran, by Turn. */
  returnedByTurns(turnIds: readonly string[]): Map<string, DeliveryRow>
}

/** Code points of a text that a row shows. */
const EXCERPT_LENGTH = 200

const senderAgents = aliasedTable(agents, 'sender_agents')
const receiverAgents = aliasedTable(agents, 'receiver_agents')

export function createDeliveryList({ orm }: Db): DeliveryList {
  const base = () =>
    orm
      .select({
        delivery: deliveries,
        senderEmoji: senderAgents.emoji,
        receiverEmoji: receiverAgents.emoji,
        // Twice the code points: SQLite counts characters, and white space folds away below.
        excerpt: sql<string | null>`substr(${messages.text}, 1, ${sql.raw(String(EXCERPT_LENGTH * 2))})`,
      })
      .from(deliveries)
      .leftJoin(senderAgents, eq(senderAgents.id, deliveries.senderAgentId))
      .leftJoin(receiverAgents, eq(receiverAgents.id, deliveries.receiverAgentId))
      .leftJoin(messages, eq(messages.id, deliveries.messageId))
  // Texts are joined only where they are looked into: a count over 100,000 rows without them takes a few milliseconds.
  const countOf = (where: SQL | undefined, withTexts: boolean): number => {
    const counted = orm.select({ n: sql<number>`count(*)` }).from(deliveries)
    const joined = withTexts ? counted.leftJoin(messages, eq(messages.id, deliveries.messageId)) : counted
    return joined.where(where).get()?.n ?? 0
  }
  const textOf = (messageId: string): string =>
    orm.select({ text: messages.text }).from(messages).where(eq(messages.id, messageId)).get()?.text ?? ''
  const rowOf = (where: SQL): DeliveryRow | null => {
    const raw = base().where(where).get()
    return raw === undefined ? null : toListRow(raw)
  }

  return {
    page(filter, cursor, limit) {
      const scope = JSON.stringify(['deliveries', filter])
      const from = cursor === null ? null : decodeCursor(scope, cursor)
      if (cursor !== null && from === null) return err('INVALID_CURSOR')
      const where = matching(filter)
      const after =
        from === null
          ? undefined
          : or(lt(deliveries.acceptedAt, from.at), and(eq(deliveries.acceptedAt, from.at), lt(deliveries.id, from.id)))
      const found = base()
        .where(and(where, after))
        .orderBy(desc(deliveries.acceptedAt), desc(deliveries.id))
        .limit(limit + 1)
        .all()
      const shown = found.slice(0, limit).map(toListRow)
      const last = shown.at(-1)
      return ok({
        rows: shown,
        nextCursor:
          found.length > limit && last !== undefined ? encodeCursor(scope, { at: last.acceptedAt, id: last.id }) : null,
        total: countOf(where, filter.text !== undefined),
        of: countOf(undefined, false),
      })
    },
    row: (id) => rowOf(eq(deliveries.id, id)),
    detail(id) {
      const delivery = rowOf(eq(deliveries.id, id))
      if (delivery === null) return null
      const linked =
        delivery.inReplyTo === null ? rowOf(eq(deliveries.inReplyTo, id)) : rowOf(eq(deliveries.id, delivery.inReplyTo))
      const asked =
        delivery.approvalId === null
          ? undefined
          : orm.select().from(approvals).where(eq(approvals.id, delivery.approvalId)).get()
      const entries = orm
        .select({ n: sql<number>`count(*)` })
        .from(auditLog)
        .where(and(eq(auditLog.subjectType, 'delivery'), eq(auditLog.subjectId, id)))
        .get()
      return {
        delivery,
        content: textOf(delivery.messageId),
        linked,
        linkedContent: linked === null ? '' : textOf(linked.messageId),
        approval:
          asked === undefined
            ? null
            : { id: asked.id, askedAt: asked.createdAt, decidedAt: asked.decidedAt, edited: asked.editedText !== null },
        auditEntries: entries?.n ?? 0,
      }
    },
    requests: (side, sessionId, limit) =>
      base()
        .where(
          and(
            eq(side === 'sent' ? deliveries.senderSessionId : deliveries.receiverSessionId, sessionId),
            eq(deliveries.kind, 'request'),
          ),
        )
        .orderBy(desc(deliveries.acceptedAt), desc(deliveries.id))
        .limit(limit)
        .all()
        .map(toListRow),
    between: (senderSessionId, targetSessionId, limit) =>
      base()
        .where(
          and(
            eq(deliveries.senderSessionId, senderSessionId),
            eq(deliveries.receiverSessionId, targetSessionId),
            eq(deliveries.kind, 'request'),
          ),
        )
        .orderBy(desc(deliveries.acceptedAt), desc(deliveries.id))
        .limit(limit)
        .all()
        .map(toListRow),
    waiting: (sessionId) =>
      base()
        .where(
          and(
            eq(deliveries.receiverSessionId, sessionId),
            eq(deliveries.status, 'accepted'),
            eq(deliveries.held, false),
          ),
        )
        .orderBy(deliveries.seq)
        .all()
        .map(toListRow),
    held: (sessionId) =>
      base()
        .where(
          and(
            eq(deliveries.receiverSessionId, sessionId),
            eq(deliveries.status, 'accepted'),
            eq(deliveries.held, true),
          ),
        )
        .orderBy(deliveries.seq)
        .all()
        .map(toListRow)
        .map((delivery) => ({ delivery, text: textOf(delivery.messageId) })),
    byMessages(messageIds) {
      if (messageIds.length === 0) return new Map()
      const rows = base()
        .where(inArray(deliveries.messageId, [...messageIds]))
        .all()
      return new Map(rows.map((raw) => [raw.delivery.messageId, toListRow(raw)]))
    },
    sentByTurns(turnIds) {
      if (turnIds.length === 0) return new Map()
      const rows = base()
        .innerJoin(approvals, eq(approvals.id, deliveries.approvalId))
        .where(inArray(approvals.turnId, [...turnIds]))
        .orderBy(deliveries.acceptedAt, deliveries.id)
        .all()
      const turnOf = new Map(
        orm
          .select({ id: approvals.id, turnId: approvals.turnId })
          .from(approvals)
          .where(inArray(approvals.turnId, [...turnIds]))
          .all()
          .map((row) => [row.id, row.turnId]),
      )
      return Map.groupBy(rows.map(toListRow), (row) => turnOf.get(row.approvalId ?? '') ?? '')
    },
    returnedByTurns(turnIds) {
      if (turnIds.length === 0) return new Map()
      const requests = aliasedTable(deliveries, 'requests')
      const turnOf = new Map(
        orm
          .select({ id: requests.id, turnId: requests.turnId })
          .from(requests)
          .where(and(inArray(requests.turnId, [...turnIds]), eq(requests.kind, 'request')))
          .all()
          .map((row) => [row.id, row.turnId]),
      )
      if (turnOf.size === 0) return new Map()
      const rows = base()
        .where(inArray(deliveries.inReplyTo, [...turnOf.keys()]))
        .all()
      return new Map(rows.map((raw) => [turnOf.get(raw.delivery.inReplyTo ?? '') ?? '', toListRow(raw)]))
    },
  }
}

/** Needs the message of the Delivery joined. */
export function matching(filter: DeliveryFilter): SQL | undefined {
  const { sessionId, direction, kind, statuses, outcomes, agentIds, text, since, until } = filter
  const incoming = sessionId === undefined ? undefined : eq(deliveries.receiverSessionId, sessionId)
  const outgoing = sessionId === undefined ? undefined : eq(deliveries.senderSessionId, sessionId)
  const ofSession = direction === 'incoming' ? incoming : direction === 'outgoing' ? outgoing : or(incoming, outgoing)
  return and(
    sessionId === undefined ? undefined : ofSession,
    kind === undefined ? undefined : eq(deliveries.kind, kind),
    statuses === undefined || statuses.length === 0 ? undefined : inArray(deliveries.status, statuses),
    outcomes === undefined || outcomes.length === 0
      ? undefined
      : and(isNotNull(deliveries.outcome), inArray(deliveries.outcome, outcomes)),
    agentIds === undefined || agentIds.length === 0
      ? undefined
      : or(inArray(deliveries.senderAgentId, agentIds), inArray(deliveries.receiverAgentId, agentIds)),
    since === undefined ? undefined : gte(deliveries.acceptedAt, since),
    until === undefined ? undefined : lte(deliveries.acceptedAt, until),
    text === undefined || text.trim() === '' ? undefined : holdsText(text.trim()),
  )
}

/** Text of the message, either name, or a whole id. */
function holdsText(text: string): SQL | undefined {
  const pattern = containing(text)
  const holds = (column: SQL | typeof messages.text): SQL => sql`${column} LIKE ${pattern} ESCAPE '\\'`
  return or(
    holds(messages.text),
    holds(sql`${deliveries.senderSessionName}`),
    holds(sql`${deliveries.receiverSessionName}`),
    eq(deliveries.id, text),
    eq(deliveries.inReplyTo, text),
    eq(deliveries.traceId, text),
  )
}

type Raw = {
  delivery: typeof deliveries.$inferSelect
  senderEmoji: string | null
  receiverEmoji: string | null
  excerpt: string | null
}

function toListRow({ delivery, senderEmoji, receiverEmoji, excerpt }: Raw): DeliveryRow {
  const { idempotencyKey: _key, argumentHash: _hash, onResult: _onResult, ...shown } = toRecord(delivery)
  const line = (excerpt ?? '').replace(/\s+/g, ' ').trim()
  return {
    ...shown,
    senderEmoji: senderEmoji ?? '',
    receiverEmoji: receiverEmoji ?? '',
    excerpt: [...line].slice(0, EXCERPT_LENGTH).join(''),
  }
}
