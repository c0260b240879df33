import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { agents } from './agents.ts'

export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    agentId: text('agent_id').references(() => agents.id, { onDelete: 'set null' }),
    name: text().notNull(),
    nameSetByPerson: integer('name_set_by_person', { mode: 'boolean' }).notNull(),
    description: text().notNull(),
    workspace: text().notNull(),
    origin: text().notNull(),
    reach: text().$type<'open' | 'listed' | 'hidden'>().notNull(),
    createdAt: integer('created_at').notNull(),
    lastActivityAt: integer('last_activity_at').notNull(),
    seenAt: integer('seen_at'),
    pinnedAt: integer('pinned_at'),
    orderKey: text('order_key'),
    trashedAt: integer('trashed_at'),
    /** Set by Delete for ever while its messages are removed in slices. */
    deletingAt: integer('deleting_at'),
  },
  (table) => [
    index('sessions_created').on(table.createdAt, table.id),
    index('sessions_activity').on(table.lastActivityAt, table.id),
    index('sessions_agent').on(table.agentId, table.createdAt, table.id),
  ],
)
