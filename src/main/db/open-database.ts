import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { RecoveryState } from '#shared/ipc/recovery.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Clock, Disposer } from '../kernel/clock.ts'
import { createEventBus } from '../kernel/event-bus.ts'
import type { Ids } from '../kernel/ids.ts'
import { describeError, type Logger } from '../kernel/logger.ts'
import { applyMigrations, planMigrations } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import * as schema from './schema/index.ts'
import { asStorageError, StorageError, storageErrorCode } from './storage-error.ts'
import { createTransact } from './transact.ts'
import { watchStatements } from './watch-statements.ts'

export const DATABASE_FILE = 'relay.db'
/** How long a statement waits for another program's lock. */
export const BUSY_TIMEOUT_MS = 250

/** The open main database. Its one connection writes; every other connection to the file is opened read-only. */
export interface Db {
  readonly sqlite: Database.Database
  readonly orm: BetterSQLite3Database<typeof schema>
  readonly dir: string
  readonly path: string
  readonly storeId: string
  /** A new one at creation and at each restore. */
  readonly generation: string
  /** BEGIN IMMEDIATE, `work`, COMMIT. Domain code goes through `writeTx`. */
  transact<T>(work: () => T): T
  /** Damage that any statement ran into, or that a check has found. Told once a connection. */
  onDamage(listener: (findings: readonly string[]) => void): Disposer
  /** For whoever finds damage by other means than a statement of this connection. */
  reportDamage(findings: readonly string[]): void
  /** Runs after each transaction that did not commit: what was cached inside it is not true. */
  onRollback(run: () => void): void
  /** Runs once before the connection closes. */
  onClose(run: () => void): void
  close(): void
}

export type OpenFailure = {
  readonly reason: RecoveryState['reason']
  /** Plain sentences: what was found. */
  readonly findings: readonly string[]
  readonly path: string
}

export type OpenProgress = { readonly step: 'backup' | 'migrate'; readonly done: number; readonly total: number; readonly name: string }

export type OpenOptions = {
  readonly dir: string
  readonly migrationsDir: string
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly onProgress?: (progress: OpenProgress) => void
}

/** Opens `relay.db`, brings it up to date and checks that it is what this version knows. The caller holds the folder. */
export async function openDatabase(options: OpenOptions): Promise<Result<Db, OpenFailure>> {
  mkdirSync(options.dir, { recursive: true })
  const path = join(options.dir, DATABASE_FILE)
  const refuse = (reason: OpenFailure['reason'], findings: readonly string[]) => err({ reason, findings, path })
  const files = readMigrations(options.migrationsDir)
  if (!files.ok) return refuse('migration-failed', files.error)
  let sqlite: Database.Database | null = null
  try {
    sqlite = new Database(path, { timeout: BUSY_TIMEOUT_MS })
    const plan = planMigrations(sqlite, files.value)
    if (!plan.ok) {
      sqlite.close()
      return refuse(plan.error.reason, plan.error.findings)
    }
    setPragmas(sqlite)
    if (plan.value.empty || plan.value.pending.length > 0) {
      const applied = applyMigrations(sqlite, plan.value, options)
      if (!applied.ok) {
        sqlite.close()
        return refuse(applied.error.reason, applied.error.findings)
      }
    }
    return ok(createDb(sqlite, options, path))
  } catch (error) {
    sqlite?.close()
    const code = storageErrorCode(error)
    if (code === null) throw error
    options.logger.error('the database could not be opened', describeError(error))
    return refuse(code === 'damaged' ? 'damaged' : 'unreadable', [error instanceof Error ? error.message : code])
  }
}

function setPragmas(sqlite: Database.Database): void {
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
}

function createDb(sqlite: Database.Database, { dir, clock, logger }: OpenOptions, path: string): Db {
  const damage = createEventBus<readonly string[]>((error) => logger.error('a damage listener threw', describeError(error)))
  const onClose: (() => void)[] = []
  const onRollback: (() => void)[] = []
  let reported = false
  const reportDamage = (findings: readonly string[]): void => {
    if (reported) return
    reported = true
    logger.error('the database is damaged', { findings: findings.length })
    damage.publish(findings)
  }
  watchStatements(sqlite, (error) => {
    const storage = asStorageError(error, 'Nothing was changed.')
    if (storage instanceof StorageError && storage.code === 'damaged') reportDamage([`A statement failed: ${storage.sqliteCode}.`])
    return storage
  })
  const store = sqlite.prepare<[], { id: string; generation: string }>('SELECT id, generation FROM store').get()
  if (store === undefined) throw new Error('the store row is missing')
  return {
    sqlite,
    orm: drizzle(sqlite, { schema }),
    dir,
    path,
    storeId: store.id,
    generation: store.generation,
    transact: createTransact(sqlite, clock, () => {
      for (const run of onRollback) run()
    }),
    onRollback: (run) => void onRollback.push(run),
    onDamage: damage.subscribe,
    reportDamage,
    onClose: (run) => void onClose.push(run),
    close() {
      if (!sqlite.open) return
      for (const run of onClose.splice(0)) run()
      sqlite.close()
    },
  }
}
