import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sessions } from './sessions.ts'

export const messages = sqliteTable(
  'messages',
  {
    id: text().primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    turnId: text('turn_id'),
    /** Order in its Session; a request's and a result's is given at Claim, so it is null before. */
    position: integer(),
    role: text().$type<'user' | 'assistant' | 'checkpoint'>().notNull(),
    /** JSON, an array of `partSchema`. */
    parts: text({ mode: 'json' }).$type<unknown>().notNull(),
    text: text().notNull(),
    status: text().$type<'streaming' | 'complete' | 'failed' | 'interrupted'>().notNull(),
    inChat: integer('in_chat', { mode: 'boolean' }).notNull(),
    leftOut: integer('left_out', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('messages_position').on(table.sessionId, table.position),
    index('messages_turn').on(table.turnId),
    index('messages_waiting').on(table.sessionId, table.createdAt, table.id),
  ],
)
