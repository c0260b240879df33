import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Clock, Disposer } from '../kernel/clock.ts'
import { describeError, type Logger } from '../kernel/logger.ts'
import { type AuditHead, onAuditAppend, readAuditHead } from './audit-log.ts'
import type { Db } from './open-database.ts'

const EVERY_MS = 60_000
/** A restore makes a new generation: heads of another one say nothing about this chain's end. */
const headSchema = z.object({ count: z.number().int(), hash: z.string(), storeId: z.string(), generation: z.string() })
export type KeptHead = z.infer<typeof headSchema>

/** The head that was last copied beside the database, or null when there is none to read. */
export function readKeptHead(dir: string): KeptHead | null {
  try {
    return headSchema.parse(JSON.parse(readFileSync(headPath(dir), 'utf8')))
  } catch {
    // Absent in a new folder; a broken one proves nothing and counts as absent.
    return null
  }
}

/**
 * Copies the chain's head to `audit-head.json` at most once a minute, and when the database closes, so that rows cut
 * off the end of the chain are noticed. A copy that fails is logged and tried again with the next row.
 */
export function keepAuditHead(db: Db, deps: { readonly clock: Clock; readonly logger: Logger }): void {
  let timer: Disposer | null = null
  let written = readKeptHead(db.dir)
  const write = (): void => {
    timer?.()
    timer = null
    try {
      const head = readAuditHead(db)
      if (written?.count === head.count && written.hash === head.hash && written.generation === db.generation) return
      written = writeHead(db, head)
    } catch (error) {
      deps.logger.warn('the head of the audit chain could not be copied', describeError(error))
    }
  }
  onAuditAppend(db, () => {
    timer ??= deps.clock.after(EVERY_MS, write)
  })
  db.onClose(write)
}

function writeHead({ dir, storeId, generation }: Db, head: AuditHead): KeptHead {
  const kept: KeptHead = { ...head, storeId, generation }
  const part = `${headPath(dir)}.part`
  writeFileSync(part, JSON.stringify(kept), { flush: true })
  renameSync(part, headPath(dir))
  return kept
}

function headPath(dir: string): string {
  return join(dir, 'audit-head.json')
}
