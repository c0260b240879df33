import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RecoveryChoice, RecoveryState } from '#shared/ipc/recovery.ts'
import { assertNever, err, ok, type Result } from '#shared/result.ts'
import { describeError } from '../kernel/logger.ts'
import { appendAuditTx } from './audit-log.ts'
import { backupPath, listBackups } from './backup.ts'
import { checkFile, type CheckResult } from './check-file.ts'
import type { JsonValue } from './canonical-json.ts'
import { readMigrations } from './migration-files.ts'
import { DATABASE_FILE, type Db, openDatabase, type OpenFailure, type OpenOptions } from './open-database.ts'
import { openDatabaseFile } from './open-database-file.ts'
import { appliedMigrations, rescueRows, type RescueCount } from './rescue.ts'
import { storageErrorCode } from './storage-error.ts'
import { NEXT_FILE } from './swap-database.ts'
import { writeTx } from './write-tx.ts'

export type RecoveryOptions = OpenOptions & {
  readonly failure: OpenFailure
  /** Checks a whole file; by default on this thread. */
  readonly check?: (path: string) => CheckResult | Promise<CheckResult>
  readonly onState: (state: RecoveryState) => void
}

export type RecoveryRefusal = {
  /** `busy`: another choice is being carried out. */
  readonly reason: 'busy' | 'no-such-backup' | 'backup-damaged' | 'nothing-readable' | 'storage' | 'still-unusable'
  readonly findings: readonly string[]
}

export interface Recovery {
  state(): RecoveryState
  /** The opened database, or why it is not open; then the file is as it was, and another choice can be made. */
  choose(choice: RecoveryChoice): Promise<Result<Db, RecoveryRefusal>>
}

type Built = { readonly event: string; readonly detail: { readonly [key: string]: JsonValue } }

/** While a replacement is being built it has this name: only a finished one is ever put in place. */
const BUILDING_FILE = 'relay.building.db'
const WORK_FILE = 'relay.rescue-work.db'

/**
 * What can be done when `relay.db` can't be used; the caller holds the folder and has closed the file. Each choice but
 * `retry` builds a whole new file first and then swaps it in; the old one is kept beside it, never deleted.
 */
export function createRecovery(options: RecoveryOptions): Recovery {
  const { dir, logger } = options
  let failure = options.failure
  let progress: RecoveryState['progress'] = null
  let busy = false
  const building = join(dir, BUILDING_FILE)
  const check = options.check ?? checkFile

  const state = (): RecoveryState => ({
    reason: failure.reason === 'locked-by-other' ? 'unreadable' : failure.reason,
    findings: [...failure.findings],
    file: failure.path,
    bytes: statSync(failure.path, { throwIfNoEntry: false })?.size ?? 0,
    backups: listBackups(dir),
    progress,
  })
  const setProgress = (next: RecoveryState['progress']): void => {
    progress = next
    options.onState(state())
  }

  const build = async (
    choice: Exclude<RecoveryChoice, { choice: 'retry' }>,
  ): Promise<Result<Built, RecoveryRefusal>> => {
    removeFile(building)
    switch (choice.choice) {
      case 'backup': {
        const source = backupPath(dir, choice.name)
        if (source === null) return err({ reason: 'no-such-backup', findings: [] })
        copyFileSync(source, building)
        const checked = await check(building)
        if (checked.kind === 'damaged') return err({ reason: 'backup-damaged', findings: checked.findings })
        if (checked.kind === 'failed') return err({ reason: 'storage', findings: [checked.detail] })
        return ok({ event: 'restored', detail: { backup: choice.name } })
      }
      case 'rescue': {
        const count = await rescueInto(building, options, setProgress)
        if (count.copied === 0 && count.lostTables.length > 0) return err({ reason: 'nothing-readable', findings: [] })
        return ok({ event: 'rescued', detail: { ...count } })
      }
      case 'fresh':
        return ok({ event: 'started-fresh', detail: {} })
      default:
        return assertNever(choice)
    }
  }

  const replace = async (
    choice: Exclude<RecoveryChoice, { choice: 'retry' }>,
  ): Promise<Result<null, RecoveryRefusal>> => {
    const built = await build(choice)
    if (!built.ok) return built
    const opened = await openBuilding(options, building)
    if (!opened.ok) return err({ reason: 'still-unusable', findings: opened.error.findings })
    seal(opened.value, options, built.value)
    renameSync(building, join(dir, NEXT_FILE))
    return ok(null)
  }

  return {
    state,
    async choose(choice) {
      if (busy) return err({ reason: 'busy', findings: [] })
      busy = true
      try {
        if (choice.choice !== 'retry') {
          setProgress({ done: 0, total: 0, table: '' })
          const replaced = await replace(choice)
          if (!replaced.ok) return replaced
        }
        const opened = await openDatabase(options)
        if (opened.ok) return opened
        failure = opened.error
        return err({ reason: 'still-unusable', findings: failure.findings })
      } catch (error) {
        if (storageErrorCode(error) === null && !isFileError(error)) throw error
        logger.error('a recovery choice failed', describeError(error))
        return err({ reason: 'storage', findings: [error instanceof Error ? error.message : 'unknown error'] })
      } finally {
        removeFile(building)
        removeFile(join(dir, WORK_FILE))
        busy = false
        setProgress(null)
      }
    },
  }
}

/** Reads from a copy: opening the damaged file itself for reading would fold its log into it. */
async function rescueInto(
  building: string,
  options: RecoveryOptions,
  onProgress: (progress: { done: number; total: number; table: string }) => void,
): Promise<RescueCount> {
  const work = join(options.dir, WORK_FILE)
  removeFile(work)
  const damaged = join(options.dir, DATABASE_FILE)
  for (const suffix of ['', '-wal']) {
    if (existsSync(`${damaged}${suffix}`)) copyFileSync(`${damaged}${suffix}`, `${work}${suffix}`)
  }
  // As old as the damaged file, so that the columns are the same; opening the result again migrates it.
  const opened = await openBuilding(options, building, appliedMigrations(work))
  if (!opened.ok) throw new Error('an empty database could not be made')
  try {
    return await rescueRows(work, opened.value.sqlite, { clock: options.clock, onProgress })
  } finally {
    opened.value.close()
  }
}

async function openBuilding(
  options: RecoveryOptions,
  path: string,
  most = Number.POSITIVE_INFINITY,
): Promise<Result<Db, OpenFailure>> {
  const files = readMigrations(options.migrationsDir)
  if (!files.ok) return err({ reason: 'migration-failed', findings: files.error, path })
  const migrations = files.value.slice(0, most)
  // No backup before a migration here: what is migrated is a copy.
  return openDatabaseFile({ ...options, path, migrations, beforeMigration: () => Promise.resolve(null) })
}

/** A new generation, its audit row, and one file without a log beside it. */
function seal(db: Db, { clock, ids, dir }: RecoveryOptions, { event, detail }: Built): void {
  const generation = ids.next()
  try {
    writeTx(db, (tx) => {
      db.sqlite.prepare('UPDATE store SET generation = ?').run(generation)
      appendAuditTx(tx, {
        at: clock.now(),
        actor: 'person',
        subjectType: 'store',
        subjectId: db.storeId,
        event,
        detail: { ...detail, generation, hadFile: existsSync(join(dir, DATABASE_FILE)) },
      })
    })
    const mode = db.sqlite.pragma('journal_mode = DELETE', { simple: true })
    if (mode !== 'delete') throw new Error('the log could not be folded into the new file')
  } finally {
    db.close()
  }
}

function removeFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true })
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
