import { z } from 'zod'
import { type AuditEntry, auditEntrySchema, type AuditReport } from '#shared/audit.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { readAuditHead } from '../db/audit-log.ts'
import type { Db } from '../db/open-database.ts'
import { verifyChain } from '../db/verify-audit-log.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import { keptHeads, reportOf } from './audit-report.ts'

type Deps = { readonly db: Db; readonly events: EventBus<AppEvent> }

export type AuditRefusal = { readonly code: 'CONFLICT'; readonly message: string }

/** Rows hashed without letting the loop run: a few milliseconds. */
const SLICE = 500
/** A Delivery has a handful; one that was put off for a day has no more than this. */
const MOST_ENTRIES = 500

const detailSchema = z.record(z.string(), z.json())

/** Reads the audit log for the person: what it holds about a Delivery, and whether it is whole. Never writes it. */
export class AuditService {
  readonly #deps: Deps
  #run: AbortController | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Oldest first. */
  entriesOf(deliveryId: string): AuditEntry[] {
    return this.#deps.db.sqlite
      .prepare<[string, number], { detail: string }>(
        `SELECT seq, at, actor, event, detail FROM audit_log
         WHERE subject_type = 'delivery' AND subject_id = ? ORDER BY seq LIMIT ?`,
      )
      .all(deliveryId, MOST_ENTRIES)
      .map((row) => auditEntrySchema.parse({ ...row, detail: detailSchema.parse(JSON.parse(row.detail)) }))
  }

  /** Goes through the whole chain in slices, between which the app goes on. */
  async verify(): Promise<Result<AuditReport, AuditRefusal>> {
    const { db, events } = this.#deps
    if (this.#run !== null) return err({ code: 'CONFLICT', message: 'The audit log is being checked already.' })
    const run = new AbortController()
    this.#run = run
    try {
      const chain = verifyChain(db, keptHeads(db.dir, db), SLICE)
      for (;;) {
        const step = chain.next()
        if (step.done === true) return ok(reportOf(step.value))
        events.publish({ type: 'job-progress', job: 'audit-verify', done: step.value, total: readAuditHead(db).count })
        await new Promise<void>((resolve) => setImmediate(resolve))
        if (run.signal.aborted || !db.sqlite.open) return err({ code: 'CONFLICT', message: 'The check was stopped.' })
      }
    } finally {
      this.#run = null
    }
  }

  stop(): void {
    this.#run?.abort()
  }
}
