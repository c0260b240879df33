import { and, count, desc, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { err, ok, type Result } from '#shared/result.ts'
import { type SessionFilter, type SessionRow, sessionOriginSchema } from '#shared/session.ts'
import { z } from 'zod'
import { containing } from '../db/like-pattern.ts'
import type { Db } from '../db/open-database.ts'
import { agents, sessions } from '../db/schema/index.ts'

export type SessionPage = { rows: SessionRow[]; nextCursor: string | null; total: number }

/** The person's list: every Session, in or out of the trash, orphans too. Reads only. */
export interface SessionList {
  page(filter: SessionFilter, cursor: string | null, limit: number): Result<SessionPage, 'INVALID_CURSOR'>
  row(id: string): SessionRow | null
  counts(): { waiting: number; working: number; cameBack: number }
}

/** Code points of a message's text that a row shows. */
const EVIDENCE_LENGTH = 160

const running = sql<number>`EXISTS (SELECT 1 FROM turns t WHERE t.session_id = sessions.id AND t.state = 'running')`
const waiting = sql<number>`EXISTS (SELECT 1 FROM turns t JOIN approvals a ON a.turn_id = t.id
  WHERE t.session_id = sessions.id AND t.state = 'running' AND a.state = 'pending' AND a.waiter_lost_at IS NULL)`
const lastState = sql<
  string | null
>`(SELECT t.state FROM turns t WHERE t.session_id = sessions.id AND t.started_at IS NOT NULL
  ORDER BY t.started_at DESC, t.id DESC LIMIT 1)`
const evidence = sql<string | null>`(SELECT substr(m.text, 1, ${sql.raw(String(EVIDENCE_LENGTH * 2))}) FROM messages m
  WHERE m.session_id = sessions.id AND m.position IS NOT NULL AND m.text <> '' ORDER BY m.position DESC LIMIT 1)`
const waitingDeliveries = sql<number>`(SELECT count(*) FROM deliveries d
  WHERE d.receiver_session_id = sessions.id AND d.status = 'accepted' AND d.held = 0)`

const columns = {
  session: sessions,
  agentName: agents.name,
  agentEmoji: agents.emoji,
  agentDeletedAt: agents.deletedAt,
  running,
  waiting,
  lastState,
  evidence,
  waitingDeliveries,
}

type Raw = {
  session: typeof sessions.$inferSelect
  agentName: string | null
  agentEmoji: string | null
  agentDeletedAt: number | null
  running: number
  waiting: number
  lastState: string | null
  evidence: string | null
  waitingDeliveries: number
}

export function createSessionList({ orm }: Db): SessionList {
  const base = () => orm.select(columns).from(sessions).leftJoin(agents, eq(agents.id, sessions.agentId))
  const matching = (filter: SessionFilter): SQL | undefined =>
    and(
      isNull(sessions.deletingAt),
      filter.trashed ? isNotNull(sessions.trashedAt) : isNull(sessions.trashedAt),
      filter.agentId === undefined
        ? undefined
        : filter.agentId === null
          ? isNull(sessions.agentId)
          : eq(sessions.agentId, filter.agentId),
      filter.name === undefined || filter.name === ''
        ? undefined
        : sql`${sessions.name} LIKE ${containing(filter.name)} ESCAPE '\\'`,
    )
  return {
    page(filter, cursor, limit) {
      const from = cursor === null ? null : readCursor(cursor, filter.order)
      if (from === undefined) return err('INVALID_CURSOR')
      const key = filter.order === 'recent' ? sessions.lastActivityAt : sessions.createdAt
      const where = matching(filter)
      // Pinned rows stand above the first page; the keyset runs over the others, so that a pin moves no page border.
      const pinned =
        from === null
          ? base()
              .where(and(where, isNotNull(sessions.pinnedAt)))
              .orderBy(desc(sessions.pinnedAt), desc(sessions.id))
              .all()
          : []
      const after = from === null ? undefined : or(lt(key, from.at), and(eq(key, from.at), lt(sessions.id, from.id)))
      const others = base()
        .where(and(where, isNull(sessions.pinnedAt), after))
        .orderBy(desc(key), desc(sessions.id))
        .limit(limit + 1)
        .all()
      const shown = others.slice(0, limit)
      const last = shown.at(-1)?.session
      const total = orm.select({ sessions: count() }).from(sessions).where(where).get()?.sessions ?? 0
      return ok({
        rows: [...pinned, ...shown].map(toRow),
        nextCursor:
          others.length > limit && last !== undefined
            ? writeCursor(filter.order, filter.order === 'recent' ? last.lastActivityAt : last.createdAt, last.id)
            : null,
        total,
      })
    },
    row(id) {
      const row = base()
        .where(and(eq(sessions.id, id), isNull(sessions.deletingAt)))
        .get()
      return row === undefined ? null : toRow(row)
    },
    counts() {
      const one = (query: SQL): number => orm.get<{ n: number }>(query)?.n ?? 0
      return {
        waiting: one(sql`SELECT count(*) AS n FROM approvals WHERE state = 'pending'`),
        working: one(sql`SELECT count(*) AS n FROM turns WHERE state = 'running'`),
        cameBack: one(sql`SELECT count(DISTINCT d.receiver_session_id) AS n FROM deliveries d
          JOIN sessions s ON s.id = d.receiver_session_id
          WHERE d.kind = 'result' AND s.trashed_at IS NULL AND s.deleting_at IS NULL
            AND d.accepted_at > coalesce(s.seen_at, 0)`),
      }
    },
  }
}

function toRow(raw: Raw): SessionRow {
  const { orderKey: _orderKey, deletingAt: _deletingAt, ...session } = raw.session
  const state = raw.waiting === 1 ? 'waiting' : raw.running === 1 ? 'running' : 'idle'
  const unseen = session.seenAt === null ? raw.lastState !== null : session.lastActivityAt > session.seenAt
  return {
    ...session,
    origin: sessionOriginSchema.parse(session.origin),
    agentName: raw.agentName,
    agentEmoji: raw.agentEmoji ?? '',
    agentDeleted: session.agentId === null || raw.agentDeletedAt !== null,
    state,
    mark: state !== 'idle' ? state : raw.lastState === 'failed' ? 'failed' : unseen ? 'unread' : 'idle',
    evidence: [...(raw.evidence ?? '').replace(/\s+/g, ' ').trim()].slice(0, EVIDENCE_LENGTH).join(''),
    waitingDeliveries: raw.waitingDeliveries,
  }
}

const cursorSchema = z.tuple([z.literal(1), z.enum(['recent', 'created']), z.number().int(), z.string()])

function writeCursor(order: SessionFilter['order'], at: number, id: string): string {
  return Buffer.from(JSON.stringify([1, order, at, id])).toString('base64url')
}

/** undefined: damaged, or of another order. */
function readCursor(cursor: string, order: SessionFilter['order']): { at: number; id: string } | undefined {
  try {
    const parsed = cursorSchema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    if (!parsed.success || parsed.data[1] !== order) return undefined
    return { at: parsed.data[2], id: parsed.data[3] }
  } catch {
    return undefined
  }
}
