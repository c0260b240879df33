import type Database from 'better-sqlite3'
import { v7 } from 'uuid'

/**
 * The floor: the same rows as the app's own transactions, by prepared statements on the same file, without anything
 * between. What the app adds above it is its own.
 */
export interface BareRows {
  /** approval, message, delivery, Session, queue of the search, two audit rows. */
  accept(approvalId: string): { deliveryId: string; messageId: string }
  /** One whole round trip after the question: accept, claim, finalise with its result, claim of that, its end. */
  roundTrip(approvalId: string): void
}

type Bed = { readonly caller: string; readonly target: string; readonly agent: string }

export function createBareRows(sqlite: Database.Database, { caller, target, agent }: Bed): BareRows {
  const p = (sql: string) => sqlite.prepare(sql)
  const settle = p(
    `UPDATE approvals SET state = 'approved', decided_at = ?, decided_by = 'bare', request_id = ? WHERE id = ? AND state = 'pending'`,
  )
  const message = p(
    `INSERT INTO messages (id, session_id, turn_id, position, role, parts, text, status, in_chat, left_out, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?)`,
  )
  const delivery = p(
    `INSERT INTO deliveries (id, kind, sender_agent_id, sender_session_id, sender_agent_name, sender_session_name,
       receiver_agent_id, receiver_session_id, receiver_agent_name, receiver_session_name, reply_policy, status, outcome,
       message_id, source_message_id, in_reply_to, seq, approval_id, trace_id, hop, on_result, held, attempts, accepted_at, status_at)
     VALUES (?, ?, ?, ?, 'a', 's', ?, ?, 'a', 's', ?, 'accepted', ?, ?, ?, ?, ?, ?, 'trace', 1, 'wake', 0, 0, ?, ?)`,
  )
  const touch = p('UPDATE sessions SET last_activity_at = max(last_activity_at, ?) WHERE id = ?')
  const pending = p(`INSERT INTO search_pending (kind, ref_id) VALUES ('message', ?)`)
  const audit = p(
    `INSERT INTO audit_log (seq, at, actor, subject_type, subject_id, event, detail, previous_hash, hash)
     VALUES ((SELECT coalesce(max(seq), 0) + 1 FROM audit_log), ?, ?, 'delivery', ?, ?, '{}', 'bare', 'bare')`,
  )
  const seq = p('SELECT coalesce(max(seq), 0) + 1 AS seq FROM deliveries WHERE receiver_session_id = ?')
  const position = p('SELECT coalesce(max(position), 0) + 1 AS position FROM messages WHERE session_id = ?')
  const turn = p(
    `INSERT INTO turns (id, session_id, interaction, origin, state, input_message_id, trace_id, hop, created_at, started_at, steps, needs_consent)
     VALUES (?, ?, 'headless', ?, 'running', ?, 'trace', 1, ?, ?, 0, 0)`,
  )
  const endTurn = p(`UPDATE turns SET state = 'succeeded', ended_at = ?, steps = 1 WHERE id = ? AND state = 'running'`)
  const claim = p(
    `UPDATE deliveries SET status = 'delivering', turn_id = ?, started_at = ?, status_at = ? WHERE id = ? AND status = 'accepted'`,
  )
  const consume = p(
    `UPDATE deliveries SET status = 'consumed', outcome = coalesce(outcome, 'success'), finished_at = ?, status_at = ? WHERE id = ?`,
  )
  const place = p('UPDATE messages SET turn_id = ?, position = ? WHERE id = ?')
  const save = p(`UPDATE messages SET parts = ?, text = ?, status = 'complete' WHERE id = ?`)
  const nextSeq = (session: string) => (seq.get(session) as { seq: number }).seq
  const nextPosition = (session: string) => (position.get(session) as { position: number }).position
  const parts = JSON.stringify([{ type: 'text', text: 'work' }])

  const writeDelivery = (
    kind: 'request' | 'result',
    from: string,
    to: string,
    approvalId: string | null,
    inReplyTo: string | null,
  ) => {
    const now = Date.now()
    const deliveryId = v7()
    const messageId = v7()
    message.run(messageId, to, null, null, 'user', parts, 'work', 'complete', now)
    delivery.run(
      deliveryId,
      kind,
      agent,
      from,
      agent,
      to,
      kind === 'request' ? 'completion' : 'none',
      kind === 'result' ? 'success' : null,
      messageId,
      null,
      inReplyTo,
      nextSeq(to),
      approvalId,
      now,
      now,
    )
    touch.run(now, to)
    pending.run(messageId)
    audit.run(now, from, deliveryId, 'accepted')
    return { deliveryId, messageId }
  }
  const writeClaim = (session: string, deliveryId: string, messageId: string, origin: string) => {
    const now = Date.now()
    const turnId = v7()
    const answerId = v7()
    claim.run(turnId, now, now, deliveryId)
    audit.run(now, session, deliveryId, 'delivering')
    turn.run(turnId, session, origin, messageId, now, now)
    const at = nextPosition(session)
    place.run(turnId, at, messageId)
    message.run(answerId, session, turnId, at + 1, 'assistant', '[]', '', 'streaming', now)
    return { turnId, answerId }
  }
  const writeEnd = (session: string, deliveryId: string, turnId: string, answerId: string) => {
    const now = Date.now()
    endTurn.run(now, turnId)
    save.run(parts, 'work', answerId)
    pending.run(answerId)
    touch.run(now, session)
    consume.run(now, now, deliveryId)
    audit.run(now, session, deliveryId, 'consumed')
  }
  const immediate = <T>(work: () => T): T => sqlite.transaction(work).immediate()
  const accept = (approvalId: string) =>
    immediate(() => {
      const written = writeDelivery('request', caller, target, approvalId, null)
      settle.run(Date.now(), written.deliveryId, approvalId)
      audit.run(Date.now(), caller, approvalId, 'approved')
      return written
    })
  return {
    accept,
    roundTrip(approvalId) {
      const request = accept(approvalId)
      const run = immediate(() => writeClaim(target, request.deliveryId, request.messageId, 'request'))
      const result = immediate(() => {
        writeEnd(target, request.deliveryId, run.turnId, run.answerId)
        return writeDelivery('result', target, caller, null, request.deliveryId)
      })
      const back = immediate(() => writeClaim(caller, result.deliveryId, result.messageId, 'result'))
      immediate(() => writeEnd(caller, result.deliveryId, back.turnId, back.answerId))
    },
  }
}
