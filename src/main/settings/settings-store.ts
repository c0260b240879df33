import { eq } from 'drizzle-orm'
import type { Db } from '../db/open-database.ts'
import { settings } from '../db/schema/index.ts'
import type { Tx } from '../db/write-tx.ts'

/** Owns the `settings` table: one row a setting that differs from its default. */
export interface SettingsStore {
  /** Values as they were stored, perhaps by another version: the reader parses them. */
  read(): ReadonlyMap<string, unknown>
  putTx(tx: Tx, key: string, value: unknown): void
  removeTx(tx: Tx, key: string): void
}

export function createSettingsStore({ orm }: Db): SettingsStore {
  return {
    read: () =>
      new Map(
        orm
          .select()
          .from(settings)
          .all()
          .map((row) => [row.key, row.value]),
      ),
    putTx(_tx, key, value) {
      orm.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } }).run()
    },
    removeTx(_tx, key) {
      orm.delete(settings).where(eq(settings.key, key)).run()
    },
  }
}
