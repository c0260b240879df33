import { sql } from 'drizzle-orm'
import type { Agent } from '#shared/agent.ts'
import type { ApprovalTarget, ApprovalWarning } from '#shared/approval.ts'
import { assertNever } from '#shared/result.ts'
import { sessionOriginSchema } from '#shared/session.ts'
import type { Db } from '../db/open-database.ts'
import type { AgentStore } from '../agents/agent-store.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { ApprovalRecord } from './approval-record.ts'

/** A target not active for so long is worth a look, ms (design §8). */
const DORMANT_AFTER_MS = 7 * 86_400_000
/** So many waiting Deliveries are worth a look (design §8). */
const LONG_QUEUE = 3

export type TargetNames = { readonly agentId: string; readonly agentName: string; readonly sessionName: string }

/** What is true of a target now. Reads only. */
export interface TargetFacts {
  /** null when the Session, or its Agent, is not there any more. */
  ofSession(sessionId: string): ApprovalTarget | null
  /** What a card names of a target, without what it is doing now. */
  namesOf(sessionId: string): TargetNames | null
  ofNewSession(agent: Agent, title: string, workspace: string): ApprovalTarget
  /** An open request, or an earlier open approval, from the same sender with the same text for the same target. */
  repeatOf(record: ApprovalRecord): string | null
}

export function createTargetFacts({ orm, sqlite }: Db, sessions: SessionStore, agents: AgentStore): TargetFacts {
  const names = sqlite.prepare<[string], TargetNames>(
    `SELECT a.id AS agentId, a.name AS agentName, s.name AS sessionName
     FROM sessions s JOIN agents a ON a.id = s.agent_id WHERE s.id = ? AND s.deleting_at IS NULL`,
  )
  const doing = sqlite.prepare<{ sessionId: string }, { running: number; asking: number; waiting: number }>(
    `SELECT
       EXISTS (SELECT 1 FROM turns WHERE session_id = @sessionId AND state = 'running') AS running,
       EXISTS (SELECT 1 FROM turns t JOIN approvals a ON a.turn_id = t.id AND a.state = 'pending'
         WHERE t.session_id = @sessionId AND t.state = 'running') AS asking,
       (SELECT count(*) FROM deliveries
        WHERE receiver_session_id = @sessionId AND status IN ('accepted', 'delivering') AND status = 'accepted' AND held = 0) AS waiting`,
  )
  return {
    namesOf: (sessionId) => names.get(sessionId) ?? null,
    ofSession(sessionId) {
      const session = sessions.get(sessionId)
      const agent = session?.agentId == null ? null : agents.get(session.agentId)
      if (session === null || agent === null) return null
      const now = doing.get({ sessionId })
      return {
        sessionId,
        sessionName: session.name,
        agentId: agent.id,
        agentName: agent.name,
        agentEmoji: agent.emoji,
        workspace: session.workspace,
        origin: sessionOriginSchema.parse(session.origin),
        state: now?.asking === 1 ? 'waiting' : now?.running === 1 ? 'running' : 'idle',
        waiting: now?.waiting ?? 0,
        lastActivityAt: session.lastActivityAt,
        runtime: runtimeName(agent),
      }
    },
    ofNewSession: (agent, title, workspace) => ({
      sessionId: null,
      sessionName: title,
      agentId: agent.id,
      agentName: agent.name,
      agentEmoji: agent.emoji,
      workspace,
      origin: 'delegated',
      state: 'idle',
      waiting: 0,
      lastActivityAt: null,
      runtime: runtimeName(agent),
    }),
    repeatOf(record) {
      if (record.targetSessionId === null) return null
      const row = orm.get<{ id: string }>(sql`
        SELECT d.id FROM deliveries d JOIN messages m ON m.id = d.message_id
        WHERE d.sender_session_id = ${record.senderSessionId} AND d.receiver_session_id = ${record.targetSessionId}
          AND d.kind = 'request' AND d.status IN ('accepted', 'delivering') AND m.text = ${record.arguments.message}
        UNION ALL
        SELECT a.id FROM approvals a
        WHERE a.state = 'pending' AND a.sender_session_id = ${record.senderSessionId}
          AND a.target_session_id = ${record.targetSessionId} AND a.id < ${record.id}
          AND json_extract(a.arguments, '$.message') = ${record.arguments.message}
        LIMIT 1`)
      return row?.id ?? null
    },
  }
}

/** What to look at in the target itself; the text has warnings of its own. */
export function targetWarnings(target: ApprovalTarget, now: number): ApprovalWarning[] {
  const warnings: ApprovalWarning[] = []
  if (target.sessionId === null) return warnings
  if (target.lastActivityAt !== null && now - target.lastActivityAt > DORMANT_AFTER_MS) {
    warnings.push({ kind: 'dormant', lastActivityAt: target.lastActivityAt })
  }
  if (target.state !== 'idle') warnings.push({ kind: 'running' })
  if (target.waiting >= LONG_QUEUE) warnings.push({ kind: 'queue', waiting: target.waiting })
  if (target.origin === 'channel') warnings.push({ kind: 'channel' })
  return warnings
}

/** What a Session's Turns run with, in one line. */
export function runtimeName({ runtime }: Agent): string {
  switch (runtime.kind) {
    case 'rehearsal':
      return 'rehearsal'
    case 'ai-sdk':
      return runtime.model
    default:
      return assertNever(runtime)
  }
}
