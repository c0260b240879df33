import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sessions } from './sessions.ts'

export const turns = sqliteTable(
  'turns',
  {
    id: text().primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    interaction: text().$type<'interactive' | 'headless'>().notNull(),
    origin: text().$type<'person' | 'request' | 'result' | 'channel'>().notNull(),
    state: text().$type<'queued' | 'running' | 'succeeded' | 'failed' | 'interrupted'>().notNull(),
    inputMessageId: text('input_message_id').notNull(),
    repeatOf: text('repeat_of'),
    traceId: text('trace_id').notNull(),
    hop: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    endedAt: integer('ended_at'),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    /** JSON, `usageSchema`. */
    usage: text({ mode: 'json' }).$type<unknown>(),
    steps: integer().notNull(),
    needsConsent: integer('needs_consent', { mode: 'boolean' }).notNull(),
  },
  (table) => [
    uniqueIndex('turns_one_running')
      .on(table.sessionId)
      .where(sql`state = 'running'`),
    index('turns_started').on(table.sessionId, table.startedAt, table.id),
    index('turns_repeat')
      .on(table.repeatOf)
      .where(sql`repeat_of IS NOT NULL`),
    index('turns_open')
      .on(table.state, table.sessionId)
      .where(sql`state IN ('queued', 'running')`),
  ],
)
