import type { Clock, Disposer } from '../kernel/clock.ts'
import { describeError, type Logger } from '../kernel/logger.ts'
import { StorageError } from './storage-error.ts'

/** Wait before work that the disk refused is tried again, ms. */
const RETRY_MS = 2000

type Deps = { readonly clock: Clock; readonly logger: Logger }

/**
 * Runs `work` after `ms`, and again every two seconds while the disk refuses it: nobody stands behind a timer who could
 * be told. `what` is for the log.
 */
export function afterWithRetry({ clock, logger }: Deps, ms: number, what: string, work: () => void): Disposer {
  let stop = clock.after(ms, attempt)
  function attempt(): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      logger.warn(`${what}: not now, the disk refuses`, describeError(error))
      stop = clock.after(RETRY_MS, attempt)
    }
  }
  return () => stop()
}
