import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Append-only and hash-chained; triggers refuse update and delete. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    seq: integer().primaryKey(),
    at: integer().notNull(),
    actor: text().notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    event: text().notNull(),
    /** Canonical JSON of ids, codes and content hashes; never text. */
    detail: text().notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text().notNull(),
  },
  (table) => [index('audit_log_subject').on(table.subjectType, table.subjectId, table.seq)],
)
