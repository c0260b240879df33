import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Session and Turn ids are plain columns: a missing row is evidence, not an error. */
export const approvals = sqliteTable(
  'approvals',
  {
    id: text().primaryKey(),
    turnId: text('turn_id').notNull(),
    toolCallId: text('tool_call_id').notNull(),
    tool: text().$type<'session_send' | 'session_create'>().notNull(),
    senderAgentId: text('sender_agent_id').notNull(),
    senderSessionId: text('sender_session_id').notNull(),
    senderAgentName: text('sender_agent_name').notNull(),
    senderSessionName: text('sender_session_name').notNull(),
    targetAgentId: text('target_agent_id').notNull(),
    /** null while a Session is still to be made. */
    targetSessionId: text('target_session_id'),
    /** The exact arguments of the call, JSON. */
    arguments: text({ mode: 'json' }).$type<unknown>().notNull(),
    argumentHash: text('argument_hash').notNull(),
    idempotencyKey: text('idempotency_key'),
    /** What the card showed when it was asked, JSON. */
    preview: text({ mode: 'json' }).$type<unknown>().notNull(),
    options: text({ mode: 'json' }).$type<unknown>().notNull(),
    state: text().$type<'pending' | 'approved' | 'denied' | 'cancelled' | 'expired'>().notNull(),
    editedText: text('edited_text'),
    reason: text(),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    waiterLostAt: integer('waiter_lost_at'),
    createdAt: integer('created_at').notNull(),
    decidedAt: integer('decided_at'),
    decidedBy: text('decided_by'),
    requestId: text('request_id'),
  },
  (table) => [
    uniqueIndex('approvals_key')
      .on(table.senderSessionId, table.idempotencyKey)
      .where(sql`idempotency_key IS NOT NULL AND state IN ('pending', 'approved', 'denied')`),
    index('approvals_open')
      .on(table.createdAt)
      .where(sql`state = 'pending'`),
    index('approvals_turn').on(table.turnId),
    index('approvals_decided').on(table.decidedAt, table.id),
  ],
)
