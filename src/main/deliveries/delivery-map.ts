import type { DeliveryMap, DeliveryMapQuery, MapApproval, MapDelivery, MapLane, MapTurn } from '#shared/delivery-map.ts'
import type { SessionState } from '#shared/session.ts'
import type { Db } from '../db/open-database.ts'
import type { Clock } from '../kernel/clock.ts'

/** What the map draws: Deliveries with the Sessions, Turns and open approvals around them. Reads only, by index. */
export interface DeliveryMapReader {
  read(query: DeliveryMapQuery): DeliveryMap
}

type Deps = { readonly db: Pick<Db, 'sqlite'>; readonly clock: Clock }

const TURNS_PER_LANE = 200
const MOST_APPROVALS = 200
const MOST_NEW_RESULTS = 100
/** Characters read of a text, and code points shown of it. */
const EXCERPT_READ = 320
const EXCERPT_SHOWN = 160

type Scope = { sessionId: string; traceId: string; since: number; until: number; limit: number }

export function createDeliveryMap({ db: { sqlite }, clock }: Deps): DeliveryMapReader {
  const byTime = prepareScope(newest('deliveries_time', 'TRUE'), countOf('deliveries_time', 'TRUE'))
  const bySession = prepareScope(
    `SELECT * FROM (${newest('deliveries_sender', 'sender_session_id = @sessionId')})
     UNION SELECT * FROM (${newest('deliveries_receiver', 'receiver_session_id = @sessionId')})
     ORDER BY accepted_at DESC, id DESC LIMIT @limit`,
    `SELECT (${countOf('deliveries_sender', 'sender_session_id = @sessionId')})
       + (${countOf('deliveries_receiver', 'receiver_session_id = @sessionId')})`,
  )
  const oneTrace = `trace_id = @traceId AND (@sessionId = '' OR sender_session_id = @sessionId OR receiver_session_id = @sessionId)`
  const byTrace = prepareScope(newest('deliveries_trace', oneTrace), countOf('deliveries_trace', oneTrace))
  const all = sqlite.prepare<[], { n: number }>('SELECT count(*) AS n FROM deliveries')
  const approvals = sqlite.prepare<Scope, ApprovalRow>(APPROVALS)
  const lanes = sqlite.prepare<{ ids: string }, LaneRow>(LANES)
  const turnsWithin = sqlite.prepare<TurnScope, TurnRow>(
    turnsOf('t.started_at BETWEEN @since AND @until', TURNS_PER_LANE),
  )
  const turnBefore = sqlite.prepare<TurnScope, TurnRow>(turnsOf('t.started_at < @since', 1))

  function prepareScope(picked: string, count: string) {
    return {
      rows: sqlite.prepare<Scope, DeliveryRow>(deliveriesOf(picked)),
      count: sqlite.prepare<Scope, { n: number }>(`SELECT (${count}) AS n`),
    }
  }

  /** Those that overlap the range: of one that began before it, whether it was still running then. */
  function turnsAround(sessionId: string, range: Omit<TurnScope, 'sessionId'>): TurnRow[] {
    const scope = { ...range, sessionId }
    const before = turnBefore.all(scope).filter(({ endedAt }) => endedAt === null || endedAt > range.since)
    return [...turnsWithin.all(scope), ...before]
  }

  return {
    read(query) {
      const scope: Scope = {
        sessionId: query.sessionId ?? '',
        traceId: query.traceId ?? '',
        since: query.since ?? 0,
        until: query.until ?? Number.MAX_SAFE_INTEGER,
        limit: query.limit,
      }
      const chosen = scope.traceId !== '' ? byTrace : scope.sessionId !== '' ? bySession : byTime
      const rows = chosen.rows.all(scope).reverse()
      const total = chosen.count.get(scope)?.n ?? 0
      const open = approvals.all(scope).reverse()
      const names = namesOf(rows, open)
      if (scope.sessionId !== '' && !names.has(scope.sessionId)) names.set(scope.sessionId, { agent: '', session: '' })
      const since = query.since ?? rows[0]?.acceptedAt ?? 0
      const turns = [...names.keys()]
        .flatMap((id) => turnsAround(id, { traceId: scope.traceId, since, until: scope.until }))
        .sort((a, b) => a.startedAt - b.startedAt)
      return {
        lanes: lanes.all({ ids: JSON.stringify([...names.keys()]) }).map((row) => toLane(row, names)),
        turns,
        deliveries: rows.map(toDelivery),
        approvals: open.map(toApproval),
        now: clock.now(),
        total,
        of: all.get()?.n ?? 0,
        truncated: total > rows.length,
      }
    },
  }
}

type TurnScope = { sessionId: string; traceId: string; since: number; until: number }
type TurnRow = MapTurn
type DeliveryRow = Omit<MapDelivery, 'held' | 'excerpt'> & {
  held: 0 | 1
  text: string | null
  senderAgentName: string
  senderName: string
  receiverAgentName: string
  receiverName: string
}
type ApprovalRow = Omit<MapApproval, 'leftOver' | 'targetName'> & {
  targetName: string | null
  waiterLostAt: number | null
  senderAgentName: string
  senderName: string
}
type LaneRow = {
  sessionId: string
  /** null: no such Session any more. */
  name: string | null
  agentId: string | null
  agentName: string | null
  agentEmoji: string | null
  lastActivityAt: number | null
  runningSince: number | null
  asks: 0 | 1
  waiting: number
  newResults: number
}

function newest(index: string, where: string): string {
  return `SELECT id, accepted_at FROM deliveries INDEXED BY ${index}
    WHERE ${where} AND accepted_at BETWEEN @since AND @until ORDER BY accepted_at DESC, id DESC LIMIT @limit`
}

function countOf(index: string, where: string): string {
  return `SELECT count(*) FROM deliveries INDEXED BY ${index} WHERE ${where} AND accepted_at BETWEEN @since AND @until`
}

function deliveriesOf(picked: string): string {
  return `
    WITH picked AS MATERIALIZED (${picked})
    SELECT d.id, d.kind, d.sender_session_id AS senderSessionId, d.receiver_session_id AS receiverSessionId,
      d.reply_policy AS replyPolicy, d.status, d.outcome, d.error_code AS errorCode, d.held, d.attempts,
      d.in_reply_to AS inReplyTo, d.turn_id AS turnId, d.accepted_at AS acceptedAt, d.started_at AS startedAt,
      d.finished_at AS finishedAt, d.sender_agent_name AS senderAgentName, d.sender_session_name AS senderName,
      d.receiver_agent_name AS receiverAgentName, d.receiver_session_name AS receiverName,
      coalesce(a.turn_id, q.turn_id) AS senderTurnId, substr(m.text, 1, ${EXCERPT_READ}) AS text
    FROM picked p
    CROSS JOIN deliveries d ON d.id = p.id
    LEFT JOIN messages m ON m.id = d.message_id
    LEFT JOIN approvals a ON a.id = d.approval_id
    LEFT JOIN deliveries q ON q.id = d.in_reply_to
    ORDER BY p.accepted_at DESC, p.id DESC`
}

const APPROVALS = `
  SELECT a.id, a.turn_id AS turnId, a.sender_session_id AS senderSessionId, a.target_session_id AS targetSessionId,
    json_extract(a.preview, '$.target.sessionName') AS targetName, a.created_at AS createdAt,
    a.waiter_lost_at AS waiterLostAt, a.sender_agent_name AS senderAgentName, a.sender_session_name AS senderName
  FROM approvals a INDEXED BY approvals_open
  LEFT JOIN turns t ON t.id = a.turn_id
  WHERE a.state = 'pending' AND a.created_at BETWEEN @since AND @until
    AND (@sessionId = '' OR a.sender_session_id = @sessionId OR a.target_session_id = @sessionId)
    AND (@traceId = '' OR t.trace_id = @traceId)
  ORDER BY a.created_at DESC
  LIMIT ${MOST_APPROVALS}`

const LANES = `
  SELECT j.value AS sessionId, s.name, s.agent_id AS agentId, g.name AS agentName, g.emoji AS agentEmoji,
    s.last_activity_at AS lastActivityAt,
    (SELECT t.started_at FROM turns t INDEXED BY turns_one_running WHERE t.session_id = j.value AND t.state = 'running') AS runningSince,
    EXISTS (SELECT 1 FROM turns t INDEXED BY turns_one_running JOIN approvals a ON a.turn_id = t.id
      WHERE t.session_id = j.value AND t.state = 'running' AND a.state = 'pending' AND a.waiter_lost_at IS NULL) AS asks,
    (SELECT count(*) FROM deliveries d WHERE d.receiver_session_id = j.value AND d.status = 'accepted' AND d.held = 0) AS waiting,
    (SELECT count(*) FROM (SELECT 1 FROM deliveries d INDEXED BY deliveries_receiver WHERE d.receiver_session_id = j.value
      AND d.accepted_at > coalesce(s.seen_at, 0) AND d.kind = 'result' LIMIT ${MOST_NEW_RESULTS})) AS newResults
  FROM json_each(@ids) j
  LEFT JOIN sessions s ON s.id = j.value AND s.deleting_at IS NULL
  LEFT JOIN agents g ON g.id = s.agent_id
  ORDER BY j.key`

function turnsOf(when: string, limit: number): string {
  return `
    SELECT t.id, t.session_id AS sessionId, t.origin, t.state, t.started_at AS startedAt, t.ended_at AS endedAt,
      t.error_code AS errorCode
    FROM turns t INDEXED BY turns_started
    WHERE t.session_id = @sessionId AND ${when} AND (@traceId = '' OR t.trace_id = @traceId)
    ORDER BY t.started_at DESC, t.id DESC
    LIMIT ${limit}`
}

type Names = Map<string, { agent: string; session: string }>

/** The Sessions of the map in the order in which they appear, with what they were last called there. */
function namesOf(rows: readonly DeliveryRow[], open: readonly ApprovalRow[]): Names {
  const names: Names = new Map()
  for (const row of rows) {
    names.set(row.senderSessionId, { agent: row.senderAgentName, session: row.senderName })
    names.set(row.receiverSessionId, { agent: row.receiverAgentName, session: row.receiverName })
  }
  for (const { senderSessionId, senderAgentName, senderName, targetSessionId, targetName } of open) {
    if (!names.has(senderSessionId)) names.set(senderSessionId, { agent: senderAgentName, session: senderName })
    if (targetSessionId !== null && !names.has(targetSessionId))
      names.set(targetSessionId, { agent: '', session: targetName ?? '' })
  }
  return names
}

function toLane({ asks, ...row }: LaneRow, names: Names): MapLane {
  const called = names.get(row.sessionId)
  const state: SessionState = asks === 1 ? 'waiting' : row.runningSince !== null ? 'running' : 'idle'
  return {
    ...row,
    name: row.name ?? called?.session ?? '',
    agentName: row.agentName ?? called?.agent ?? '',
    agentEmoji: row.agentEmoji ?? '',
    gone: row.name === null,
    state,
  }
}

function toDelivery(row: DeliveryRow): MapDelivery {
  const { held, text, senderAgentName: _sa, senderName: _s, receiverAgentName: _ra, receiverName: _r, ...rest } = row
  const line = (text ?? '').replace(/\s+/g, ' ').trim()
  return { ...rest, held: held === 1, excerpt: [...line].slice(0, EXCERPT_SHOWN).join('') }
}

function toApproval({
  waiterLostAt,
  senderAgentName: _sa,
  senderName: _s,
  targetName,
  ...rest
}: ApprovalRow): MapApproval {
  return { ...rest, targetName: targetName ?? '', leftOver: waiterLostAt !== null }
}
