import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/open-database.ts'
import { browserKeys } from '../db/schema/index.ts'
import type { Tx } from '../db/write-tx.ts'

/** A browser that was let in. The key itself is known to that browser only. Times are ms. */
export type BrowserKey = {
  readonly id: string
  readonly label: string
  readonly createdAt: number
  readonly lastSeenAt: number
}

/** Owns the `browser_keys` table. `hash` is the SHA-256 of a key, hex. */
export interface BrowserKeyStore {
  addTx(tx: Tx, key: BrowserKey & { readonly hash: string }): void
  findByHash(hash: string): BrowserKey | null
  touchTx(tx: Tx, id: string, at: number): void
  /** The last seen first. */
  list(): BrowserKey[]
  /** Answers whether there was one. */
  revokeTx(tx: Tx, id: string): boolean
}

const shown = {
  id: browserKeys.id,
  label: browserKeys.label,
  createdAt: browserKeys.createdAt,
  lastSeenAt: browserKeys.lastSeenAt,
}

export function createBrowserKeyStore({ orm }: Db): BrowserKeyStore {
  const byHash = orm
    .select(shown)
    .from(browserKeys)
    .where(eq(browserKeys.hash, sql.placeholder('hash')))
    .prepare()
  return {
    addTx(_tx, key) {
      orm.insert(browserKeys).values(key).run()
    },
    findByHash: (hash) => byHash.get({ hash }) ?? null,
    touchTx(_tx, id, at) {
      orm.update(browserKeys).set({ lastSeenAt: at }).where(eq(browserKeys.id, id)).run()
    },
    list: () => orm.select(shown).from(browserKeys).orderBy(desc(browserKeys.lastSeenAt), browserKeys.id).all(),
    revokeTx: (_tx, id) => orm.delete(browserKeys).where(eq(browserKeys.id, id)).run().changes > 0,
  }
}
