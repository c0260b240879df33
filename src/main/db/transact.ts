import type Database from 'better-sqlite3'
import type { Clock } from '../kernel/clock.ts'
import { asStorageError, storageErrorCode } from './storage-error.ts'

/** Tries to begin, each waiting the connection's `busy_timeout` (250 ms): at most a second on the main thread. */
const BEGIN_TRIES = 4
/** For so long after a lock could not be had, one try has to do: a queue of writers must not freeze the app in turn. */
const SHORT_TEMPER_MS = 2_000

const NOTHING_CHANGED = 'Nothing was changed.'

export type Transact = <T>(work: () => T) => T

/**
 * Runs `work` between BEGIN IMMEDIATE and COMMIT; any throw rolls back. The statements are prepared once, because this
 * is the path of every write. Only BEGIN is retried: once it holds the lock, nobody can take it away.
 */
export function createTransact(
  sqlite: Database.Database,
  clock: Pick<Clock, 'monotonic'>,
  onRollback: () => void,
): Transact {
  const begin = sqlite.prepare('BEGIN IMMEDIATE')
  const commit = sqlite.prepare('COMMIT')
  const rollback = sqlite.prepare('ROLLBACK')
  let lastBusyAt = Number.NEGATIVE_INFINITY

  const beginWithRetry = (): void => {
    const tries = clock.monotonic() - lastBusyAt < SHORT_TEMPER_MS ? 1 : BEGIN_TRIES
    for (let left = tries; ; left -= 1) {
      try {
        begin.run()
        return
      } catch (error) {
        const busy = storageErrorCode(error) === 'busy'
        if (busy && left > 1) continue
        if (busy) lastBusyAt = clock.monotonic()
        throw asStorageError(error, NOTHING_CHANGED)
      }
    }
  }

  return (work) => {
    if (sqlite.inTransaction) throw new Error('a write transaction is open already: pass its Tx on instead')
    beginWithRetry()
    try {
      const value = work()
      if (value instanceof Promise) throw new Error('a write transaction must be synchronous')
      // SQLite ends a transaction by itself on some failures; whoever swallowed one must not look like a success.
      if (!sqlite.inTransaction) throw new Error('the write transaction ended before its work did')
      commit.run()
      return value
    } catch (error) {
      if (sqlite.inTransaction) rollback.run()
      onRollback()
      throw asStorageError(error, NOTHING_CHANGED)
    }
  }
}
