import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { RecoveryState } from '#shared/ipc/recovery.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Clock, Disposer } from '../kernel/clock.ts'
import { createEventBus } from '../kernel/event-bus.ts'
import type { Ids } from '../kernel/ids.ts'
import { describeError, type Logger } from '../kernel/logger.ts'
import { applyMigrations, type MigrationFailure, type MigrationPlan, planMigrations } from './migrate.ts'
import type { MigrationFile } from './migration-files.ts'
import * as schema from './schema/index.ts'
import { asStorageError, StorageError, storageErrorCode } from './storage-error.ts'
import { createTransact } from './transact.ts'
import { watchStatements } from './watch-statements.ts'

export const DATABASE_FILE = 'relay.db'
/** How long a statement waits for another program's lock. */
const BUSY_TIMEOUT_MS = 250

/** The open main database. Its one connection writes; every other connection to the file is opened read-only. */
export interface Db {
  readonly sqlite: Database.Database
  readonly orm: BetterSQLite3Database<typeof schema>
  readonly dir: string
  readonly path: string
  readonly storeId: string
  /** A new one at creation and at each restore. */
  readonly generation: string
  /** Whether this opening made the store or migrated it. */
  readonly migrated: boolean
  /** BEGIN IMMEDIATE, `work`, COMMIT. Domain code goes through `writeTx`. */
  transact<T>(work: () => T): T
  /** Runs after each transaction that did not commit: what was cached inside it is not true. */
  onRollback(run: () => void): void
  /** Damage that any statement ran into, or that a check has found. Told once a connection. */
  onDamage(listener: (findings: readonly string[]) => void): Disposer
  /** For whoever finds damage by other means than a statement of this connection. */
  reportDamage(findings: readonly string[]): void
  /** Runs once, before the connection closes. */
  onClose(run: () => void): void
  close(): void
}

export type OpenFailure = {
  /** `locked-by-other`: another program holds the file's own lock; nothing is known against the file. */
  readonly reason: RecoveryState['reason'] | 'locked-by-other'
  /** Plain sentences: what was found. */
  readonly findings: readonly string[]
  readonly path: string
}

export type OpenProgress = {
  readonly step: 'backup' | 'migrate'
  /** Of `total` pages or migrations. */
  readonly done: number
  readonly total: number
  readonly name: string
}

export type OpenDeps = {
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly onProgress?: (progress: OpenProgress) => void
}

export type OpenFileOptions = OpenDeps & {
  readonly dir: string
  readonly path: string
  readonly migrations: readonly MigrationFile[]
  /** Runs before a store that has rows is migrated; sentences instead of null refuse the migration. */
  readonly beforeMigration: (sqlite: Database.Database, plan: MigrationPlan) => Promise<readonly string[] | null>
}

/** Opens one file, which may be absent, and brings it up to date. A refusal leaves the file as it was. */
export async function openDatabaseFile(options: OpenFileOptions): Promise<Result<Db, OpenFailure>> {
  const { path, migrations, logger } = options
  let sqlite: Database.Database | null = null
  const refuse = (reason: OpenFailure['reason'], findings: readonly string[]) => {
    sqlite?.close()
    return err({ reason, findings, path })
  }
  try {
    const plan = planFile(path, migrations)
    if (!plan.ok) return refuse(plan.error.reason, plan.error.findings)
    sqlite = new Database(path, { timeout: BUSY_TIMEOUT_MS })
    setPragmas(sqlite)
    const { empty, pending } = plan.value
    if (!empty && pending.length > 0) {
      const refusal = await options.beforeMigration(sqlite, plan.value)
      if (refusal !== null) return refuse('migration-failed', refusal)
    }
    if (empty || pending.length > 0) {
      const applied = applyMigrations(sqlite, plan.value, migrations, {
        ...options,
        onStep: (step) => options.onProgress?.({ step: 'migrate', ...step }),
      })
      if (!applied.ok) return refuse(applied.error.reason, applied.error.findings)
    }
    return ok(createDb(sqlite, options, empty || pending.length > 0))
  } catch (error) {
    const code = storageErrorCode(error)
    if (code === null) {
      sqlite?.close()
      throw error
    }
    logger.error('the database could not be opened', describeError(error))
    const detail = error instanceof Error ? error.message : code
    if (code === 'busy') return refuse('locked-by-other', [detail])
    return refuse(code === 'damaged' ? 'damaged' : 'unreadable', [detail])
  }
}

/**
 * Read-only, because a writable connection folds the log into the file when it closes, and a file that is refused stays
 * as it was.
 */
function planFile(path: string, migrations: readonly MigrationFile[]): Result<MigrationPlan, MigrationFailure> {
  if (!existsSync(path)) return ok({ empty: true, pending: migrations })
  const sqlite = new Database(path, { readonly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    return planMigrations(sqlite, migrations)
  } finally {
    sqlite.close()
  }
}

function setPragmas(sqlite: Database.Database): void {
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // A broken page is noticed when it is read, and functions that a foreign trigger names are not run.
  sqlite.pragma('cell_size_check = ON')
  sqlite.pragma('trusted_schema = OFF')
  // Otherwise REPLACE would remove a row without asking the trigger that refuses it.
  sqlite.pragma('recursive_triggers = ON')
}

function createDb(sqlite: Database.Database, { dir, path, clock, logger }: OpenFileOptions, migrated: boolean): Db {
  const damage = createEventBus<readonly string[]>((error) =>
    logger.error('a listener to damage threw', describeError(error)),
  )
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
    if (storage instanceof StorageError && storage.code === 'damaged') {
      reportDamage([`A statement failed with ${storage.sqliteCode}.`])
    }
    return storage
  })
  const store = sqlite.prepare<[], { id: string; generation: string }>('SELECT id, generation FROM store').get()
  if (store === undefined) throw new Error('the store has no row')
  return {
    sqlite,
    orm: drizzle(sqlite, { schema }),
    dir,
    path,
    storeId: store.id,
    generation: store.generation,
    migrated,
    transact: createTransact(sqlite, clock, () => {
      for (const run of onRollback) run()
    }),
    onRollback: (run) => void onRollback.push(run),
    onDamage: (listener) => damage.subscribe(listener),
    reportDamage,
    onClose: (run) => void onClose.push(run),
    close() {
      if (!sqlite.open) return
      for (const run of onClose.splice(0)) run()
      sqlite.close()
    },
  }
}
