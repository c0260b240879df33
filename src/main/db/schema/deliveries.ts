import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Session, Turn, message and approval ids are plain columns: a missing row is evidence, not an error. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: text().primaryKey(),
    kind: text().$type<'request' | 'result'>().notNull(),
    senderAgentId: text('sender_agent_id').notNull(),
    senderSessionId: text('sender_session_id').notNull(),
    senderAgentName: text('sender_agent_name').notNull(),
    senderSessionName: text('sender_session_name').notNull(),
    receiverAgentId: text('receiver_agent_id').notNull(),
    receiverSessionId: text('receiver_session_id').notNull(),
    receiverAgentName: text('receiver_agent_name').notNull(),
    receiverSessionName: text('receiver_session_name').notNull(),
    replyPolicy: text('reply_policy').$type<'none' | 'completion'>().notNull(),
    status: text().$type<'accepted' | 'delivering' | 'consumed' | 'failed'>().notNull(),
    outcome: text().$type<'success' | 'failed' | 'interrupted'>(),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    messageId: text('message_id').notNull(),
    sourceMessageId: text('source_message_id'),
    inReplyTo: text('in_reply_to'),
    turnId: text('turn_id'),
    /** Order of acceptance within the receiving Session, from 1. */
    seq: integer().notNull(),
    approvalId: text('approval_id'),
    idempotencyKey: text('idempotency_key'),
    argumentHash: text('argument_hash'),
    traceId: text('trace_id').notNull(),
    hop: integer().notNull(),
    retryOf: text('retry_of'),
    expiresAt: integer('expires_at'),
    /** A request: its result will be kept. A result: it is kept, and waits for Wake or Mark read. */
    onResult: text('on_result').$type<'wake' | 'keep'>().notNull(),
    held: integer({ mode: 'boolean' }).notNull(),
    attempts: integer().notNull(),
    nextTryAt: integer('next_try_at'),
    lastErrorCode: text('last_error_code'),
    lastErrorMessage: text('last_error_message'),
    acceptedAt: integer('accepted_at').notNull(),
    startedAt: integer('started_at'),
    finishedAt: integer('finished_at'),
    seenAt: integer('seen_at'),
    statusAt: integer('status_at').notNull(),
  },
  (table) => [
    uniqueIndex('deliveries_one_result').on(table.inReplyTo),
    uniqueIndex('deliveries_seq').on(table.receiverSessionId, table.seq),
    uniqueIndex('deliveries_message').on(table.messageId),
    uniqueIndex('deliveries_key')
      .on(table.senderSessionId, table.idempotencyKey)
      .where(sql`idempotency_key IS NOT NULL`),
    index('deliveries_open')
      .on(table.receiverSessionId, table.status, table.seq)
      .where(sql`status IN ('accepted', 'delivering')`),
    index('deliveries_open_sent')
      .on(table.senderSessionId, table.status)
      .where(sql`status IN ('accepted', 'delivering')`),
    index('deliveries_turn').on(table.turnId),
    index('deliveries_time').on(table.acceptedAt, table.id),
    index('deliveries_sender').on(table.senderSessionId, table.acceptedAt, table.id),
    index('deliveries_receiver').on(table.receiverSessionId, table.acceptedAt, table.id),
    index('deliveries_retry').on(table.retryOf),
    index('deliveries_trace').on(table.traceId, table.acceptedAt, table.id),
  ],
)
