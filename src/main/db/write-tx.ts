import type { Db } from './open-database.ts'

/**
 * Proof that a write transaction is open. Functions that need one take it first and end in `Tx`; only `writeTx` makes
 * one, and it is of no use after its transaction has ended.
 */
export interface Tx {
  readonly db: Db
  /** Runs after COMMIT, in order; never if the transaction is rolled back. Carries no duty: see the event bus. */
  afterCommit(run: () => void): void
}

/**
 * The one seam for writing: `BEGIN IMMEDIATE`, `work`, `COMMIT`. Synchronous; a throw rolls everything back and is
 * thrown on. An I/O error, a full disk or a busy database changes nothing and surfaces as `StorageError`.
 */
export function writeTx<T>(db: Db, work: (tx: Tx) => T): T {
  const after: (() => void)[] = []
  const tx: Tx = { db, afterCommit: (run) => void after.push(run) }
  const value = db.transact(() => work(tx))
  for (const run of after) run()
  return value
}
