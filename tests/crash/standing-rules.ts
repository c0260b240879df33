import type { Violation } from './violation.ts'

type Rule = { readonly kind: Violation['kind']; readonly what: string; readonly sql: string }

/** How often the audit log says an event of a row: the log is written in the same transaction, and only ever appended. */
const said = (subject: string, id: string, ...events: readonly string[]): string =>
  `(SELECT count(*) FROM audit_log l WHERE l.subject_type = '${subject}' AND l.subject_id = ${id}
    AND l.event IN (${events.map((event) => `'${event}'`).join(', ')}))`

/** Whether a Session was in the trash or gone at a point of the audit log. */
const wasGone = (session: string, seq: string): string =>
  `coalesce((SELECT g.event IN ('trashed', 'deleted-for-ever') FROM audit_log g
    WHERE g.subject_type = 'session' AND g.subject_id = ${session} AND g.seq < ${seq}
    AND g.event IN ('trashed', 'restored', 'deleted-for-ever') ORDER BY g.seq DESC LIMIT 1), 0)`

/**
 * What must hold in a database at any rest, whatever was done to it before (design §6 to §8). Each query answers the
 * ids that break its rule.
 */
export const standingRules: readonly Rule[] = [
  // Deliveries: accepted once, run once, ended once.
  {
    kind: 'doubled',
    what: 'a message or a delivery ran in more than one Turn without being repeated',
    sql: `SELECT input_message_id AS id FROM turns WHERE repeat_of IS NULL AND started_at IS NOT NULL
          GROUP BY input_message_id HAVING count(*) > 1`,
  },
  {
    kind: 'doubled',
    what: 'one approval was sent twice',
    sql: `SELECT approval_id AS id FROM deliveries WHERE approval_id IS NOT NULL AND retry_of IS NULL AND kind = 'request'
          GROUP BY approval_id HAVING count(*) > 1`,
  },
  {
    kind: 'doubled',
    what: 'a request has more than one open retry',
    sql: `SELECT retry_of AS id FROM deliveries WHERE retry_of IS NOT NULL AND status IN ('accepted', 'delivering')
          GROUP BY retry_of HAVING count(*) > 1`,
  },
  {
    kind: 'doubled',
    what: 'a delivery was accepted, claimed or ended more than once',
    sql: `SELECT d.id FROM deliveries d WHERE ${said('delivery', 'd.id', 'accepted')} > 1
          OR ${said('delivery', 'd.id', 'delivering')} > 1 OR ${said('delivery', 'd.id', 'consumed', 'failed')} > 1`,
  },
  {
    kind: 'wrong',
    what: 'a delivery stands otherwise than the audit log says',
    sql: `SELECT d.id FROM deliveries d WHERE ${said('delivery', 'd.id', 'accepted')} <> 1
          OR ${said('delivery', 'd.id', 'delivering')} <> (d.turn_id IS NOT NULL)
          OR ${said('delivery', 'd.id', 'consumed')} <> (d.status = 'consumed')
          OR ${said('delivery', 'd.id', 'failed')} <> (d.status = 'failed')`,
  },
  {
    kind: 'lost',
    what: 'an accepted delivery is gone from the table',
    sql: `SELECT l.subject_id AS id FROM audit_log l WHERE l.subject_type = 'delivery' AND l.event = 'accepted'
          AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.id = l.subject_id)`,
  },
  {
    kind: 'lost',
    what: 'a delivery has no text',
    sql: `SELECT d.id FROM deliveries d WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = d.message_id)
          AND EXISTS (SELECT 1 FROM sessions s WHERE s.id = d.receiver_session_id)`,
  },
  {
    kind: 'wrong',
    what: 'a delivering row has no running Turn',
    sql: `SELECT d.id FROM deliveries d WHERE d.status = 'delivering'
          AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.id = d.turn_id AND t.state = 'running')`,
  },
  {
    kind: 'wrong',
    what: 'a consumed request says something else than its Turn',
    sql: `SELECT d.id FROM deliveries d JOIN turns t ON t.id = d.turn_id WHERE d.kind = 'request' AND d.status = 'consumed'
          AND (d.outcome <> CASE t.state WHEN 'succeeded' THEN 'success' ELSE t.state END OR d.error_code IS NOT t.error_code)`,
  },
  {
    kind: 'wrong',
    what: 'a request waits for a Session or an Agent that is gone',
    sql: `SELECT d.id FROM deliveries d LEFT JOIN sessions s ON s.id = d.receiver_session_id LEFT JOIN agents a ON a.id = s.agent_id
          WHERE d.kind = 'request' AND d.status = 'accepted' AND (a.id IS NULL OR s.trashed_at IS NOT NULL OR a.deleted_at IS NOT NULL)`,
  },
  {
    kind: 'wrong',
    what: 'a delivery went more than one hop',
    sql: 'SELECT id FROM deliveries WHERE hop > 1',
  },

  // Order.
  {
    kind: 'wrong',
    what: 'deliveries of a Session did not start in the order of acceptance',
    sql: `SELECT id FROM (
            SELECT d.id, m.position < lag(m.position) OVER (PARTITION BY d.receiver_session_id ORDER BY d.seq) AS early
            FROM deliveries d JOIN messages m ON m.id = d.message_id
            WHERE d.turn_id IS NOT NULL AND m.position IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM deliveries q WHERE q.id = d.in_reply_to AND q.on_result = 'keep')
          ) WHERE early`,
  },
  {
    kind: 'wrong',
    what: 'numbers are missing in the order of a Session',
    sql: 'SELECT receiver_session_id AS id FROM deliveries GROUP BY receiver_session_id HAVING count(*) <> max(seq)',
  },
  {
    kind: 'wrong',
    what: 'two messages stand at one place',
    sql: 'SELECT min(id) AS id FROM messages WHERE position IS NOT NULL GROUP BY session_id, position HAVING count(*) > 1',
  },

  // Results: exactly one, unless the caller was in the trash or gone at that moment.
  {
    kind: 'lost',
    what: 'an ended completion request has no result',
    sql: `SELECT d.id FROM deliveries d
          JOIN audit_log e ON e.subject_type = 'delivery' AND e.subject_id = d.id AND e.event IN ('consumed', 'failed')
          WHERE d.kind = 'request' AND d.reply_policy = 'completion'
          AND NOT EXISTS (SELECT 1 FROM deliveries r WHERE r.in_reply_to = d.id)
          AND NOT ${wasGone('d.sender_session_id', 'e.seq')}
          -- A trash cancels what its Session sent before it writes its own row.
          AND NOT EXISTS (SELECT 1 FROM audit_log t WHERE t.subject_type = 'session' AND t.subject_id = d.sender_session_id
            AND t.event = 'trashed' AND t.seq > e.seq AND t.at - e.at < 50 AND d.error_code = 'CANCELLED')`,
  },
  {
    kind: 'wrong',
    what: 'a result was written into the trash',
    sql: `SELECT r.id FROM deliveries r
          JOIN audit_log e ON e.subject_type = 'delivery' AND e.subject_id = r.id AND e.event = 'accepted'
          WHERE r.kind = 'result' AND ${wasGone('r.receiver_session_id', 'e.seq')}`,
  },
  {
    kind: 'wrong',
    what: 'a result without an ended completion request',
    sql: `SELECT r.id FROM deliveries r LEFT JOIN deliveries d ON d.id = r.in_reply_to
          WHERE r.kind = 'result' AND (d.id IS NULL OR d.kind <> 'request' OR d.reply_policy <> 'completion'
            OR d.status NOT IN ('consumed', 'failed') OR r.receiver_session_id <> d.sender_session_id
            OR r.sender_session_id <> d.receiver_session_id OR r.trace_id <> d.trace_id)`,
  },
  {
    kind: 'wrong',
    what: 'a result differs from its request in outcome or error',
    sql: `SELECT r.id FROM deliveries r JOIN deliveries d ON d.id = r.in_reply_to
          WHERE r.outcome IS NOT d.outcome OR (d.error_code IS NOT NULL AND r.error_code IS NOT d.error_code)`,
  },

  // Approvals: settled once, and sent only when approved.
  {
    kind: 'doubled',
    what: 'an approval was settled more than once',
    sql: `SELECT a.id FROM approvals a WHERE ${said('approval', 'a.id', 'approved', 'denied', 'cancelled', 'expired')} > 1`,
  },
  {
    kind: 'wrong',
    what: 'an approval stands otherwise than the audit log says',
    sql: `SELECT a.id FROM approvals a WHERE ${said('approval', 'a.id', 'asked')} <> 1
          OR (a.state <> 'pending' AND NOT EXISTS (SELECT 1 FROM audit_log l
            WHERE l.subject_type = 'approval' AND l.subject_id = a.id AND l.event = a.state))
          OR (a.state = 'pending' AND ${said('approval', 'a.id', 'approved', 'denied', 'cancelled', 'expired')} > 0)`,
  },
  {
    kind: 'wrong',
    what: 'an approved question has no request',
    sql: `SELECT a.id FROM approvals a WHERE a.state = 'approved'
          AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.id = a.request_id AND d.approval_id = a.id)`,
  },
  {
    kind: 'wrong',
    what: 'a request was sent without a yes',
    sql: `SELECT d.id FROM deliveries d WHERE d.kind = 'request'
          AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.id = d.approval_id AND a.state = 'approved')`,
  },
  {
    kind: 'wrong',
    what: 'what was sent is not what was approved',
    sql: `SELECT d.id FROM deliveries d JOIN approvals a ON a.id = d.approval_id JOIN messages m ON m.id = d.message_id
          WHERE d.kind = 'request' AND m.text <> coalesce(a.edited_text, json_extract(a.arguments, '$.message'))`,
  },
  {
    kind: 'wrong',
    what: 'a question is open although its Turn ended and nobody was told',
    sql: `SELECT a.id FROM approvals a WHERE a.state = 'pending' AND a.waiter_lost_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.id = a.turn_id AND t.state = 'running')`,
  },
  {
    kind: 'wrong',
    what: 'a question is open although one of its Sessions is in the trash',
    sql: `SELECT a.id FROM approvals a WHERE a.state = 'pending' AND EXISTS (SELECT 1 FROM sessions s
          WHERE s.id IN (a.sender_session_id, a.target_session_id) AND s.trashed_at IS NOT NULL)`,
  },

  // Turns and their texts.
  {
    kind: 'wrong',
    what: 'a Turn waits in the trash',
    sql: "SELECT t.id FROM turns t JOIN sessions s ON s.id = t.session_id WHERE t.state IN ('queued', 'running') AND s.trashed_at IS NOT NULL",
  },
  {
    kind: 'wrong',
    what: 'an ended Turn still writes',
    sql: `SELECT m.id FROM messages m JOIN turns t ON t.id = m.turn_id
          WHERE m.status = 'streaming' AND t.state NOT IN ('running', 'queued')`,
  },
  {
    kind: 'doubled',
    what: 'a Turn has more than one answer',
    sql: "SELECT turn_id AS id FROM messages WHERE role = 'assistant' AND turn_id IS NOT NULL GROUP BY turn_id HAVING count(*) > 1",
  },
  {
    kind: 'lost',
    what: 'a Turn that started has no answer or no input',
    sql: `SELECT t.id FROM turns t WHERE t.started_at IS NOT NULL
          AND (NOT EXISTS (SELECT 1 FROM messages m WHERE m.turn_id = t.id AND m.role = 'assistant')
            OR NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = t.input_message_id AND m.position IS NOT NULL))
          AND EXISTS (SELECT 1 FROM sessions s WHERE s.id = t.session_id AND s.deleting_at IS NULL)`,
  },
  {
    kind: 'lost',
    what: 'a message waits for no Turn and no Delivery',
    sql: `SELECT m.id FROM messages m WHERE m.position IS NULL
          AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.message_id = m.id)
          AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.input_message_id = m.id AND t.started_at IS NULL)`,
  },
]
