import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Disposer } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { CheckResult } from './check-file.ts'
import type { Db } from './open-database.ts'

const resultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sound') }),
  z.object({ kind: z.literal('damaged'), findings: z.array(z.string()) }),
  z.object({ kind: z.literal('failed'), detail: z.string() }),
])

export type CheckRun = {
  readonly result: Promise<CheckResult>
  /** Ends the thread; the result is then `failed`. */
  readonly stop: Disposer
}

/** Checks a file in a thread of its own. `workerUrl` is the built or the source `check-worker`. */
export function checkInWorker(workerUrl: URL, path: string): CheckRun {
  const worker = new Worker(workerUrl, { workerData: { path } })
  const result = new Promise<CheckResult>((resolve) => {
    worker.once('message', (message) => resolve(resultSchema.parse(message)))
    worker.once('error', (error) => {
      resolve({ kind: 'failed', detail: error instanceof Error ? error.message : 'the check thread failed' })
    })
    worker.once('exit', () => resolve({ kind: 'failed', detail: 'the check thread ended without an answer' }))
  })
  return { result, stop: () => void worker.terminate() }
}

/** Checks the open database, meant for after the first screen; damage goes to the database's own listeners. */
export function startQuickCheck(db: Db, workerUrl: URL, logger: Logger): Promise<CheckResult> {
  const run = checkInWorker(workerUrl, db.path)
  db.onClose(run.stop)
  return run.result.then((result) => {
    if (result.kind === 'damaged') db.reportDamage(result.findings)
    if (result.kind === 'failed') logger.warn('the database could not be checked', { detail: result.detail })
    return result
  })
}
