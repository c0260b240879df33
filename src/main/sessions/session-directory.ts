import type { Reach } from '#shared/agent.ts'
import type { CodedError, ErrorCode } from '#shared/errors.ts'
import { cleanLabel } from '#shared/invisible-characters.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { type SessionOrigin, sessionOriginSchema, type SessionState } from '#shared/session.ts'
import type { Db } from '../db/open-database.ts'
import { decodeCursor, encodeCursor, type Keyset } from '../kernel/keyset-cursor.ts'

/** A Session as another Session may know it, in the form of the tools. Names are cleaned and cut. */
export type ListedSession = {
  readonly agentId: string
  readonly agentName: string
  readonly sessionId: string
  readonly sessionName: string
  readonly isCurrent: boolean
  /** ISO 8601 UTC. */
  readonly lastActivityAt: string
  readonly state: SessionState
  readonly origin: SessionOrigin
}

export type DirectoryQuery = {
  readonly callerSessionId: string
  readonly agentId: string | null
  /** Integer ms: only Sessions with activity at or after it. */
  readonly activeSince: number | null
  readonly cursor: string | null
  readonly limit: number
}
export type DirectoryPage = { readonly sessions: ListedSession[]; readonly nextCursor: string | null }

/** Where a send goes, names as stored. */
export type TargetSession = {
  readonly sessionId: string
  readonly sessionName: string
  readonly agentId: string
  readonly agentName: string
}

/**
 * The Sessions as another Session sees them: which there are, and whether one may be asked. Reads only; it does not
 * check who calls. Orphans, the trash, Sessions of deleted Agents and hidden ones are not there.
 */
export interface SessionDirectory {
  /** Newest created first. A page stays the same however active its Sessions are. */
  list(query: DirectoryQuery): Result<DirectoryPage, CodedError>
  /** Whether the target may be sent a request now. A Session may resolve itself: whoever sends refuses that. */
  resolveTarget(callerSessionId: string, targetSessionId: string): Result<TargetSession, CodedError>
}

/** Up to so many recently active Sessions are sorted; beyond that, walking the list in its order is cheaper. */
const FEW_ACTIVE = 500
const NEWEST: Keyset = { at: Number.MAX_SAFE_INTEGER, id: '' }

export function createSessionDirectory({ sqlite }: Pick<Db, 'sqlite'>): SessionDirectory {
  const statements = {
    all: sqlite.prepare<ListParameters, ListRow>(listSql({ index: 'sessions_created' })),
    ofAgent: sqlite.prepare<ListParameters, ListRow>(
      listSql({ index: 'sessions_agent', filter: 's.agent_id = @agentId' }),
    ),
    active: sqlite.prepare<ListParameters, ListRow>(listSql({ index: 'sessions_activity', filter: ACTIVE_FILTER })),
  }
  const countActive = sqlite
    .prepare<[number, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM sessions INDEXED BY sessions_activity WHERE last_activity_at >= ? LIMIT ?)',
    )
    .pluck()
  const busy = sqlite.prepare<[], BusyRow>(BUSY_SQL)
  const target = sqlite.prepare<[string], TargetRow>(TARGET_SQL)

  const statementFor = ({ agentId, activeSince }: DirectoryQuery) => {
    if (agentId !== null) return statements.ofAgent
    if (activeSince === null) return statements.all
    return (countActive.get(activeSince, FEW_ACTIVE + 1) ?? 0) <= FEW_ACTIVE ? statements.active : statements.all
  }

  return {
    list(query) {
      const { callerSessionId, agentId, activeSince, cursor, limit } = query
      const scope = JSON.stringify(['session_list', callerSessionId, agentId, activeSince])
      const after = cursor === null ? NEWEST : decodeCursor(scope, cursor)
      if (after === null) return err({ code: 'INVALID_CURSOR', message: 'This cursor is not one of this list.' })
      const rows = statementFor(query).all({
        self: callerSessionId,
        agentId: agentId ?? '',
        activeSince: activeSince ?? Number.MIN_SAFE_INTEGER,
        at: after.at,
        id: after.id,
        limit: limit + 1,
      })
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const states = new Map(
        busy.all().map((row) => [row.sessionId, row.waiting === 1 ? 'waiting' : 'running'] as const),
      )
      return ok({
        sessions: shown.map((row) => toListed(row, callerSessionId, states.get(row.id) ?? 'idle')),
        nextCursor:
          rows.length > limit && last !== undefined ? encodeCursor(scope, { at: last.createdAt, id: last.id }) : null,
      })
    },
    resolveTarget(callerSessionId, targetSessionId) {
      const row = target.get(targetSessionId)
      const isSelf = targetSessionId === callerSessionId
      // What is hidden or gone looks the same to an asker, whatever else is true of it.
      if (row === undefined || row.trashedAt !== null || row.deletingAt !== null)
        return refuse('TARGET_SESSION_NOT_FOUND')
      const reach = stricter(row.reach, row.agentReach)
      if (reach === 'hidden' && !isSelf) return refuse('TARGET_SESSION_NOT_FOUND')
      if (row.agentId === null || row.agentName === null) return refuse('TARGET_SESSION_ORPHANED')
      if (row.agentDeletedAt !== null) return refuse('TARGET_AGENT_DELETED')
      if (reach === 'listed' && !isSelf) return refuse('TARGET_REFUSED')
      return ok({ sessionId: row.id, sessionName: row.name, agentId: row.agentId, agentName: row.agentName })
    },
  }
}

type ListParameters = { self: string; agentId: string; activeSince: number; at: number; id: string; limit: number }
type ListRow = {
  id: string
  agentId: string
  name: string
  origin: string
  createdAt: number
  lastActivityAt: number
  agentName: string
}
type BusyRow = { sessionId: string; waiting: 0 | 1 }
type TargetRow = {
  id: string
  name: string
  reach: Reach
  agentId: string | null
  trashedAt: number | null
  deletingAt: number | null
  agentName: string | null
  agentReach: Reach | null
  agentDeletedAt: number | null
}

const ACTIVE_FILTER = 's.last_activity_at >= @activeSince'

/** CROSS JOIN keeps Sessions outermost, so that the index gives the order and LIMIT ends the walk. */
function listSql({ index, filter = 'TRUE' }: { index: string; filter?: string }): string {
  return `
    SELECT s.id, s.agent_id AS agentId, s.name, s.origin, s.created_at AS createdAt,
      s.last_activity_at AS lastActivityAt, a.name AS agentName
    FROM sessions s INDEXED BY ${index}
    CROSS JOIN agents a ON a.id = s.agent_id
    WHERE ${filter} AND ${ACTIVE_FILTER} AND (s.created_at, s.id) < (@at, @id)
      AND s.trashed_at IS NULL AND s.deleting_at IS NULL AND a.deleted_at IS NULL
      AND ((s.reach <> 'hidden' AND a.reach <> 'hidden') OR s.id = @self)
    ORDER BY s.created_at DESC, s.id DESC
    LIMIT @limit`
}

/** Few Sessions run at a time: reading them all once costs less than a look for each row. */
const BUSY_SQL = `
  SELECT t.session_id AS sessionId, EXISTS (SELECT 1 FROM approvals p
    WHERE p.turn_id = t.id AND p.state = 'pending' AND p.waiter_lost_at IS NULL) AS waiting
  FROM turns t WHERE t.state = 'running'`

const TARGET_SQL = `
  SELECT s.id, s.name, s.reach, s.agent_id AS agentId, s.trashed_at AS trashedAt, s.deleting_at AS deletingAt,
    a.name AS agentName, a.reach AS agentReach, a.deleted_at AS agentDeletedAt
  FROM sessions s LEFT JOIN agents a ON a.id = s.agent_id
  WHERE s.id = ?`

function toListed(row: ListRow, callerSessionId: string, state: SessionState): ListedSession {
  return {
    agentId: row.agentId,
    agentName: cleanLabel(row.agentName),
    sessionId: row.id,
    sessionName: cleanLabel(row.name),
    isCurrent: row.id === callerSessionId,
    lastActivityAt: new Date(row.lastActivityAt).toISOString(),
    state,
    origin: sessionOriginSchema.parse(row.origin),
  }
}

function stricter(session: Reach, agent: Reach | null): Reach {
  if (session === 'hidden' || agent === 'hidden') return 'hidden'
  return session === 'listed' || agent === 'listed' ? 'listed' : 'open'
}

type Refusal = Extract<
  ErrorCode,
  'TARGET_SESSION_NOT_FOUND' | 'TARGET_SESSION_ORPHANED' | 'TARGET_AGENT_DELETED' | 'TARGET_REFUSED'
>

const refusals: { readonly [C in Refusal]: string } = {
  TARGET_SESSION_NOT_FOUND: 'There is no session with this id.',
  TARGET_SESSION_ORPHANED: 'The session has no agent, so nobody can answer there.',
  TARGET_AGENT_DELETED: 'The agent of the session was deleted.',
  TARGET_REFUSED: 'The session takes no requests from other sessions.',
}

function refuse(code: Refusal): { readonly ok: false; readonly error: CodedError } {
  return err({ code, message: refusals[code] })
}
