import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { err, type Result } from '#shared/result.ts'
import { describeError } from '../kernel/logger.ts'
import { keepAuditHead, readKeptHead } from './audit-head-file.ts'
import { makeBackup } from './backup.ts'
import { checkFile } from './check-file.ts'
import { countGoodStart, noteMigrationBackup } from './migration-backup.ts'
import { readMigrations } from './migration-files.ts'
import { DATABASE_FILE, type Db, type OpenDeps, openDatabaseFile, type OpenFailure } from './open-database-file.ts'
import { finishSwap } from './swap-database.ts'

export { DATABASE_FILE } from './open-database-file.ts'
export type { Db, OpenDeps, OpenFailure, OpenProgress } from './open-database-file.ts'

export type OpenOptions = OpenDeps & {
  /** The data folder. The caller holds its owner lock. */
  readonly dir: string
  readonly migrationsDir: string
}

/**
 * Opens `relay.db` in a data folder, brings it up to date and checks that its schema is this version's. A store that
 * has been there is never taken for a new one because its file is gone or empty.
 */
export async function openDatabase(options: OpenOptions): Promise<Result<Db, OpenFailure>> {
  const { dir, clock, logger, onProgress } = options
  const path = join(dir, DATABASE_FILE)
  const refuse = (reason: OpenFailure['reason'], finding: readonly string[]) => err({ reason, findings: finding, path })
  try {
    mkdirSync(dir, { recursive: true })
    finishSwap(dir, clock.now())
  } catch (error) {
    logger.error('the data folder cannot be used', describeError(error))
    return refuse('unreadable', [error instanceof Error ? error.message : 'The data folder cannot be used.'])
  }
  const migrations = readMigrations(options.migrationsDir)
  if (!migrations.ok) return refuse('migration-failed', migrations.error)
  const size = statSync(path, { throwIfNoEntry: false })?.size
  const kept = readKeptHead(dir)
  if (!size && kept !== null) {
    const what = size === undefined ? 'is missing' : 'is empty'
    return refuse('damaged', [
      `The database file ${what}, although this folder had one with ${kept.count} audit entries.`,
    ])
  }
  const opened = await openDatabaseFile({
    ...options,
    path,
    migrations: migrations.value,
    async beforeMigration(sqlite, plan) {
      const made = await makeBackup({
        sqlite,
        dir,
        now: clock.now(),
        label: `before-migration-${String(plan.pending[0]?.number ?? 0).padStart(4, '0')}`,
        check: checkFile,
        onProgress: (done, total) => onProgress?.({ step: 'backup', done, total, name: DATABASE_FILE }),
      })
      if (!made.ok) return ['The backup that comes before a migration could not be made.', ...made.error.findings]
      noteMigrationBackup(dir, made.value.name)
      return null
    },
  })
  if (!opened.ok) return opened
  keepAuditHead(opened.value, options)
  try {
    if (!opened.value.migrated) countGoodStart(dir)
  } catch (error) {
    logger.warn('an old migration backup could not be removed', describeError(error))
  }
  return opened
}
