import path from 'node:path'
import Database from 'better-sqlite3'

export type Violation = { readonly kind: 'lost' | 'doubled' | 'wrong'; readonly what: string }

/** What a window had been told before the process died: it must still be true. */
export type Told = {
  /** Requests whose approval was answered with a request id. */
  readonly requests: ReadonlySet<string>
}

type Row = Record<string, unknown>

const queries: readonly { readonly kind: Violation['kind']; readonly what: string; readonly sql: string }[] = [
  {
    kind: 'doubled',
    what: 'a delivery ran in more than one Turn',
    sql: `SELECT d.id FROM deliveries d JOIN turns t ON t.input_message_id = d.message_id AND t.repeat_of IS NULL
          GROUP BY d.id HAVING count(*) > 1`,
  },
  {
    kind: 'doubled',
    what: 'one approval was sent twice',
    sql: 'SELECT approval_id AS id FROM deliveries WHERE approval_id IS NOT NULL GROUP BY approval_id HAVING count(*) > 1',
  },
  {
    kind: 'lost',
    what: 'an ended completion request has no result',
    sql: `SELECT d.id FROM deliveries d WHERE d.kind = 'request' AND d.reply_policy = 'completion'
          AND d.status IN ('consumed', 'failed') AND coalesce(d.error_code, '') <> 'CALLER_SESSION_DELETED'
          AND NOT EXISTS (SELECT 1 FROM deliveries r WHERE r.in_reply_to = d.id)
          AND EXISTS (SELECT 1 FROM sessions s WHERE s.id = d.sender_session_id AND s.trashed_at IS NULL)`,
  },
  {
    kind: 'lost',
    what: 'a delivery has no text',
    sql: `SELECT d.id FROM deliveries d WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = d.message_id)
          AND EXISTS (SELECT 1 FROM sessions s WHERE s.id = d.receiver_session_id)`,
  },
  {
    kind: 'wrong',
    what: 'an approved question has no request',
    sql: `SELECT a.id FROM approvals a WHERE a.state = 'approved'
          AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.id = a.request_id)`,
  },
  {
    kind: 'wrong',
    what: 'a request has no approved question',
    sql: `SELECT d.id FROM deliveries d WHERE d.kind = 'request' AND d.retry_of IS NULL
          AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.id = d.approval_id AND a.state = 'approved')`,
  },
  {
    kind: 'wrong',
    what: 'a result differs from its request in outcome or error',
    sql: `SELECT r.id FROM deliveries r JOIN deliveries d ON d.id = r.in_reply_to
          WHERE r.outcome IS NOT d.outcome OR (d.error_code IS NOT NULL AND r.error_code IS NOT d.error_code)`,
  },
  {
    kind: 'wrong',
    what: 'a delivering row has no running Turn',
    sql: `SELECT d.id FROM deliveries d WHERE d.status = 'delivering'
          AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.id = d.turn_id AND t.state = 'running')`,
  },
  {
    kind: 'wrong',
    what: 'an ended Turn still writes',
    sql: `SELECT m.id FROM messages m JOIN turns t ON t.id = m.turn_id
          WHERE m.status = 'streaming' AND t.state NOT IN ('running', 'queued')`,
  },
  {
    kind: 'wrong',
    what: 'a question is open although its Turn ended and nobody was told',
    sql: `SELECT a.id FROM approvals a WHERE a.state = 'pending' AND a.waiter_lost_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.id = a.turn_id AND t.state = 'running')`,
  },
  {
    kind: 'wrong',
    what: 'two messages stand at one place',
    sql: `SELECT min(id) AS id FROM messages WHERE position IS NOT NULL GROUP BY session_id, position HAVING count(*) > 1`,
  },
]

/** Reads the database of a host, running or gone, and names every promise that does not hold. */
export function checkPromises(dataDir: string, told: Told): Violation[] {
  const sqlite = new Database(path.join(dataDir, 'relay.db'), { readonly: true, fileMustExist: true })
  try {
    const violations = queries.flatMap(({ kind, what, sql }) =>
      sqlite
        .prepare<[], Row>(sql)
        .all()
        .map((row): Violation => ({ kind, what: `${what}: ${String(row['id'])}` })),
    )
    const known = new Set(sqlite.prepare<[], string>('SELECT id FROM deliveries').pluck().all())
    for (const id of told.requests) {
      if (!known.has(id)) violations.push({ kind: 'lost', what: `a request that was told is gone: ${id}` })
    }
    const integrity = sqlite.pragma('quick_check', { simple: true })
    if (integrity !== 'ok') violations.push({ kind: 'wrong', what: `the file is damaged: ${String(integrity)}` })
    return violations
  } finally {
    sqlite.close()
  }
}
