import type { Db } from '#main/db/open-database.ts'

/** Rows written past the services, for tests of what only reads. Each takes what matters and fills in the rest. */
export type AgentRow = { id: string; name?: string; reach?: string; deletedAt?: number | null }
export type SessionRow = {
  id: string
  agentId: string | null
  name?: string
  reach?: string
  origin?: string
  createdAt: number
  lastActivityAt?: number
  trashedAt?: number | null
  deletingAt?: number | null
}
export type DeliveryRow = {
  id: string
  kind?: 'request' | 'result'
  from: string
  to: string
  text: string
  at: number
  status?: 'accepted' | 'delivering' | 'consumed' | 'failed'
  inReplyTo?: string | null
  outcome?: 'success' | 'failed' | 'interrupted' | null
  errorCode?: string | null
  seenAt?: number | null
  held?: boolean
}

export function insertAgent({ sqlite }: Db, { id, name = id, reach = 'open', deletedAt = null }: AgentRow): void {
  sqlite
    .prepare(
      `INSERT INTO agents (id, name, emoji, runtime, instructions, workspace, reach, created_at, updated_at, deleted_at)
       VALUES (?, ?, '', '{"version":1,"kind":"rehearsal"}', '', '{"version":1,"kind":"own-folder"}', ?, 0, 0, ?)`,
    )
    .run(id, name, reach, deletedAt)
}

export function insertSession({ sqlite }: Db, row: SessionRow): void {
  const { id, agentId, name = id, reach = 'open', origin = 'user', createdAt } = row
  const { lastActivityAt = createdAt, trashedAt = null, deletingAt = null } = row
  sqlite
    .prepare(
      `INSERT INTO sessions (id, agent_id, name, name_set_by_person, description, workspace, origin, reach, created_at,
         last_activity_at, trashed_at, deleting_at)
       VALUES (?, ?, ?, 0, '', '/tmp', ?, ?, ?, ?, ?, ?)`,
    )
    .run(id, agentId, name, origin, reach, createdAt, lastActivityAt, trashedAt, deletingAt)
}

export function insertRunningTurn({ sqlite }: Db, id: string, sessionId: string): void {
  sqlite
    .prepare(
      `INSERT INTO turns (id, session_id, interaction, origin, state, input_message_id, trace_id, hop, created_at,
         started_at, steps, needs_consent)
       VALUES (?, ?, 'interactive', 'person', 'running', 'input', 'trace', 0, 1, 1, 0, 0)`,
    )
    .run(id, sessionId)
}

export function insertOpenApproval(
  { sqlite }: Db,
  id: string,
  turnId: string,
  waiterLostAt: number | null = null,
): void {
  sqlite
    .prepare(
      `INSERT INTO approvals (id, turn_id, tool_call_id, tool, sender_agent_id, sender_session_id, sender_agent_name,
         sender_session_name, target_agent_id, target_session_id, arguments, argument_hash, preview, options, state,
         created_at, waiter_lost_at)
       VALUES (?, ?, 'call', 'session_send', 'a', 's', '', '', 'a', 's', '{}', '', '{}', '{}', 'pending', 1, ?)`,
    )
    .run(id, turnId, waiterLostAt)
}

/** With its message, held by the receiver. Times follow from `at`; agents are named `agent of <session>`. */
export function insertDelivery({ sqlite }: Db, row: DeliveryRow): void {
  const { id, kind = 'request', from, to, text, at, status = 'accepted', inReplyTo = null } = row
  const { outcome = null, errorCode = null, seenAt = null, held = false } = row
  const ended = status === 'consumed' || status === 'failed'
  sqlite
    .prepare(
      `INSERT INTO messages (id, session_id, role, parts, text, status, in_chat, left_out, created_at)
       VALUES (?, ?, 'user', ?, ?, 'complete', 0, 0, ?)`,
    )
    .run(`m-${id}`, to, JSON.stringify([{ type: 'text', text }]), text, at)
  const { seq } = sqlite
    .prepare<[string], { seq: number }>('SELECT count(*) + 1 AS seq FROM deliveries WHERE receiver_session_id = ?')
    .get(to) ?? { seq: 1 }
  sqlite
    .prepare(
      `INSERT INTO deliveries (id, kind, sender_agent_id, sender_session_id, sender_agent_name, sender_session_name,
         receiver_agent_id, receiver_session_id, receiver_agent_name, receiver_session_name, reply_policy, status,
         outcome, error_code, error_message, message_id, in_reply_to, turn_id, seq, trace_id, hop, on_result, held,
         attempts, accepted_at, started_at, finished_at, seen_at, status_at)
       VALUES (@id, @kind, @fromAgent, @from, @fromAgent, @from, @toAgent, @to, @toAgent, @to, @reply, @status, @outcome,
         @errorCode, @errorCode, @message, @inReplyTo, @turn, @seq, 'trace', 1, 'wake', @held, 0, @at, @startedAt,
         @finishedAt, @seenAt, @statusAt)`,
    )
    .run({
      id,
      kind,
      from,
      fromAgent: `agent of ${from}`,
      to,
      toAgent: `agent of ${to}`,
      reply: kind === 'request' ? 'completion' : 'none',
      status,
      outcome,
      errorCode,
      message: `m-${id}`,
      inReplyTo,
      turn: status === 'accepted' ? null : `t-${id}`,
      seq,
      held: held ? 1 : 0,
      at,
      startedAt: status === 'accepted' ? null : at + 1,
      finishedAt: ended ? at + 2 : null,
      seenAt,
      statusAt: ended ? at + 2 : at,
    })
}
