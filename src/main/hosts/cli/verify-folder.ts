import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { AuditReport } from '#shared/audit.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { keptHeads, readStoreMark, reportOf } from '../../backup/audit-report.ts'
import { DATABASE_FILE } from '../../db/open-database.ts'
import { acquireOwnerLock } from '../../db/owner-lock.ts'
import { verifyChain } from '../../db/verify-audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import { lockSentence } from '../lock-sentence.ts'

export type FolderVerdict = {
  readonly report: AuditReport
  /** Copies of the log's end, kept outside it, that it was compared with. */
  readonly witnesses: number
}

export type VerifyDeps = {
  readonly clock: Clock
  readonly onProgress: (done: number, total: number) => void
}

/**
 * Checks the audit log of a data folder that no app holds. The folder is ours while it runs; the database is opened
 * read-only and never migrated. The error is a sentence for the person.
 */
export function verifyFolder(dataDir: string, { clock, onProgress }: VerifyDeps): Result<FolderVerdict, string> {
  const file = path.join(dataDir, DATABASE_FILE)
  // Before the lock is taken, because taking it would make the folder.
  if (!existsSync(file)) return err(`There is no ${DATABASE_FILE} in ${dataDir}. Name the data folder with --data.`)
  const since = new Date(clock.now()).toISOString()
  const lock = acquireOwnerLock(dataDir, { pid: process.pid, host: 'command', machine: hostname(), since })
  if (!lock.ok) return err(lockSentence(dataDir, lock.error))
  let sqlite: Database.Database | null = null
  try {
    sqlite = new Database(file, { readonly: true, fileMustExist: true })
    const mark = readStoreMark(sqlite)
    if (mark === null) return err(`${file} is not a database of Session Relay.`)
    const heads = keptHeads(dataDir, mark)
    const total = sqlite.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM audit_log').pluck().get() ?? 0
    const chain = verifyChain({ sqlite }, heads)
    for (let step = chain.next(); ; step = chain.next()) {
      if (step.done === true) return ok({ report: reportOf(step.value), witnesses: heads.length })
      onProgress(step.value, total)
    }
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return err(`${file} could not be read: ${error.message} (${error.code}).`)
  } finally {
    sqlite?.close()
    lock.value.release()
  }
}
