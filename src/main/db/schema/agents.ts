import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const agents = sqliteTable('agents', {
  id: text().primaryKey(),
  name: text().notNull(),
  emoji: text().notNull(),
  /** Versioned JSON, `runtimeConfigSchema`. */
  runtime: text({ mode: 'json' }).$type<unknown>().notNull(),
  instructions: text().notNull(),
  /** Versioned JSON, `workspacePolicySchema`. */
  workspace: text({ mode: 'json' }).$type<unknown>().notNull(),
  reach: text().$type<'open' | 'listed' | 'hidden'>().notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  deletedAt: integer('deleted_at'),
})
