import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { and, desc, eq, sql } from 'drizzle-orm'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import type { DeliveryExportAnswer } from '#shared/audit.ts'
import type { Delivery, DeliveryFilter } from '#shared/delivery.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { AUDIT_ROOT, type AuditHead } from '../db/audit-log.ts'
import { stamp } from '../db/backup.ts'
import type { Db } from '../db/open-database.ts'
import * as schema from '../db/schema/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import { csvLine } from './csv-line.ts'
import { matching } from './delivery-list.ts'
import { toRecord } from './delivery-record.ts'
import { ExportFile, type WrittenFile } from './export-file.ts'
import { exportColumns, exportRow } from './export-row.ts'

type Deps = { readonly db: Db; readonly clock: Clock; readonly events: EventBus<AppEvent> }

export type ExportRefusal = { readonly code: 'CONFLICT' | 'STORAGE'; readonly message: string }

/** Rows read at once, without their texts. */
const PAGE = 200
/** Characters that may wait for the disk; with one text, all that an export holds in memory. */
const MOST_PENDING = 256 * 1024
/** Without it a spreadsheet takes the file for one in an older encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

const stopped: ExportRefusal = { code: 'CONFLICT', message: 'The export was stopped. Nothing was kept.' }

/**
 * Writes what a filter shows as JSONL and CSV with a manifest. The rows are those of one instant: a read-only
 * connection of its own holds a snapshot while the app goes on writing.
 */
export class DeliveryExport {
  readonly #deps: Deps
  #run: AbortController | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  stop(): void {
    this.#run?.abort()
  }

  async write(filter: DeliveryFilter, appVersion: string): Promise<Result<DeliveryExportAnswer, ExportRefusal>> {
    const { db, clock } = this.#deps
    if (this.#run !== null) return err({ code: 'CONFLICT', message: 'An export is being written already.' })
    const run = new AbortController()
    this.#run = run
    const at = clock.now()
    const exports = join(db.dir, 'exports')
    const part = join(exports, `.${stamp(at)}.part`)
    const sqlite = new Database(db.path, { readonly: true, fileMustExist: true })
    try {
      await mkdir(part, { recursive: true })
      sqlite.exec('BEGIN')
      const written = await this.#writeInto(part, sqlite, filter, run.signal)
      if (written === null) return err(stopped)
      const { storeId } = db
      const manifest = {
        version: 1,
        app: { name: 'Session Relay', version: appVersion },
        storeId,
        exportedAt: new Date(at).toISOString(),
        filter,
        ...written,
      }
      const manifestFile = await writeWhole(part, 'manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
      const folder = join(exports, stamp(at))
      await rename(part, folder)
      return ok({ folder, files: [...written.files, manifestFile], rows: written.counts.rows })
    } catch (error) {
      if (!isFileError(error)) throw error
      return err({ code: 'STORAGE', message: `The export could not be written (${error.code}). Nothing was kept.` })
    } finally {
      sqlite.close()
      await rm(part, { recursive: true, force: true })
      this.#run = null
    }
  }

  async #writeInto(folder: string, sqlite: Database.Database, filter: DeliveryFilter, signal: AbortSignal) {
    const orm = drizzle(sqlite, { schema })
    const textOf = sqlite.prepare<[string], string>('SELECT text FROM messages WHERE id = ?').pluck()
    const auditHead = readHead(sqlite)
    const total = countRows(orm, filter)
    const counts = { rows: 0, requests: 0, results: 0 }
    const files = [
      await ExportFile.create(folder, 'deliveries.jsonl'),
      await ExportFile.create(folder, 'deliveries.csv'),
    ] as const
    const [jsonl, csv] = files
    const flush = async (): Promise<void> => {
      for (const file of files) await file.flush()
      // A file that takes its bytes at once would not let the loop run.
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
    let finished: WrittenFile[] | null = null
    try {
      csv.add(`${BYTE_ORDER_MARK}${csvLine(exportColumns)}`)
      let last: Delivery | null = null
      do {
        const page = readPage(orm, filter, last)
        for (const delivery of page) {
          const row = exportRow(delivery, textOf.get(delivery.messageId) ?? '')
          counts.rows += 1
          counts[delivery.kind === 'request' ? 'requests' : 'results'] += 1
          jsonl.add(`${JSON.stringify(row)}\n`)
          csv.add(csvLine(Object.values(row)))
          if (jsonl.pending + csv.pending > MOST_PENDING) await flush()
          if (signal.aborted) return null
        }
        await flush()
        if (signal.aborted) return null
        this.#deps.events.publish({ type: 'job-progress', job: 'deliveries-export', done: counts.rows, total })
        last = page.length < PAGE ? null : (page.at(-1) ?? null)
      } while (last !== null)
      finished = [await jsonl.finish(), await csv.finish()]
      return { counts, auditHead, files: finished }
    } finally {
      if (finished === null) for (const file of files) await file.abandon()
    }
  }
}

/** The newest first, as the table shows them. */
function readPage(
  orm: BetterSQLite3Database<typeof schema>,
  filter: DeliveryFilter,
  after: Delivery | null,
): Delivery[] {
  const { deliveries, messages } = schema
  return orm
    .select({ delivery: deliveries })
    .from(deliveries)
    .leftJoin(messages, eq(messages.id, deliveries.messageId))
    .where(
      and(
        matching(filter),
        after === null
          ? undefined
          : sql`(${deliveries.acceptedAt}, ${deliveries.id}) < (${after.acceptedAt}, ${after.id})`,
      ),
    )
    .orderBy(desc(deliveries.acceptedAt), desc(deliveries.id))
    .limit(PAGE)
    .all()
    .map(({ delivery }) => toRecord(delivery))
}

function countRows(orm: BetterSQLite3Database<typeof schema>, filter: DeliveryFilter): number {
  const { deliveries, messages } = schema
  const counted = orm.select({ rows: sql<number>`count(*)` }).from(deliveries)
  // The texts are read only where one is looked for.
  const joined = filter.text === undefined ? counted : counted.leftJoin(messages, eq(messages.id, deliveries.messageId))
  return joined.where(matching(filter)).get()?.rows ?? 0
}

function readHead(sqlite: Database.Database): AuditHead {
  const row = sqlite.prepare<[], AuditHead>('SELECT seq AS count, hash FROM audit_log ORDER BY seq DESC LIMIT 1').get()
  return row ?? { count: 0, hash: AUDIT_ROOT }
}

async function writeWhole(folder: string, name: string, text: string): Promise<WrittenFile> {
  const file = await ExportFile.create(folder, name)
  file.add(text)
  return file.finish()
}

function isFileError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
}
