import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** One row a setting that differs from its default. */
export const settings = sqliteTable('settings', {
  key: text().primaryKey(),
  value: text({ mode: 'json' }).$type<unknown>().notNull(),
})

/** Browsers that were let in; only the hash of a key is kept. */
export const browserKeys = sqliteTable('browser_keys', {
  id: text().primaryKey(),
  hash: text().notNull().unique(),
  label: text().notNull(),
  createdAt: integer('created_at').notNull(),
  lastSeenAt: integer('last_seen_at').notNull(),
})

/** One row: which store this is, and which generation (a new one after each restore). */
export const store = sqliteTable('store', {
  id: text().primaryKey(),
  generation: text().notNull(),
})

/** The migrations that this file has seen, with the hash of their LF text. */
export const migrations = sqliteTable('migrations', {
  number: integer().primaryKey(),
  name: text().notNull(),
  hash: text().notNull(),
  appliedAt: integer('applied_at').notNull(),
})
