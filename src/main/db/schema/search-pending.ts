import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What the search worker has still to read; written in the same transaction as what changed. */
export const searchPending = sqliteTable('search_pending', {
  seq: integer().primaryKey({ autoIncrement: true }),
  kind: text().$type<'message' | 'session'>().notNull(),
  refId: text('ref_id').notNull(),
})
