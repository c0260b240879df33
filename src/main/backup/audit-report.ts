import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { AuditReport } from '#shared/audit.ts'
import { assertNever } from '#shared/result.ts'
import { readKeptHead } from '../db/audit-head-file.ts'
import type { AuditHead } from '../db/audit-log.ts'
import { backupPath, listBackups } from '../db/backup.ts'
import { storageErrorCode } from '../db/storage-error.ts'
import type { AuditVerdict } from '../db/verify-audit-log.ts'

/** Which store, since which restore. */
export type StoreMark = { readonly storeId: string; readonly generation: string }

/**
 * The heads that were copied out of this store since its last restore: beside the database, and in each backup that
 * can be read. What was copied before a restore may rightly go on otherwise, and proves nothing.
 */
export function keptHeads(dir: string, mark: StoreMark): AuditHead[] {
  const kept = readKeptHead(dir)
  const heads = kept === null ? [] : [kept]
  for (const { name } of listBackups(dir)) {
    const path = backupPath(dir, name)
    const head = path === null ? null : readBackupHead(path)
    if (head !== null) heads.push(head)
  }
  return heads.filter((head) => head.storeId === mark.storeId && head.generation === mark.generation)
}

export function readStoreMark(sqlite: Database.Database): StoreMark | null {
  return sqlite.prepare<[], StoreMark>('SELECT id AS storeId, generation FROM store').get() ?? null
}

function readBackupHead(path: string): (AuditHead & StoreMark) | null {
  let sqlite: Database.Database | null = null
  try {
    sqlite = new Database(path, { readonly: true, fileMustExist: true })
    const mark = readStoreMark(sqlite)
    const head = sqlite
      .prepare<[], AuditHead>('SELECT seq AS count, hash FROM audit_log ORDER BY seq DESC LIMIT 1')
      .get()
    return mark === null || head === undefined ? null : { ...head, ...mark }
  } catch (error) {
    // A backup that can't be read, or that is older than the audit log, is no witness: neither for nor against.
    if (error instanceof Database.SqliteError && (storageErrorCode(error) !== null || error.code === 'SQLITE_ERROR'))
      return null
    throw error
  } finally {
    sqlite?.close()
    // Reading a file in WAL mode leaves these two beside it; a backup stays one file.
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  }
}

/** The verdict in plain words. */
export function reportOf(verdict: AuditVerdict): AuditReport {
  if (verdict.ok) return { ok: true, rows: verdict.head.count, firstBroken: null }
  const { problem, seq } = verdict
  switch (problem) {
    case 'row-missing':
      return broken(seq - 1, seq, `Entry ${seq} is missing.`)
    case 'row-changed':
      return broken(
        seq - 1,
        seq,
        `Entry ${seq} was changed after it was written, or does not follow the entry before it.`,
      )
    case 'head-differs':
      return broken(
        seq - 1,
        seq,
        `Entry ${seq} is another one than the copy of the log’s end that was kept outside it says.`,
      )
    case 'ends-early':
      return broken(
        seq,
        seq + 1,
        `The log ends after entry ${seq}, but a copy of its end that was kept outside it has more entries.`,
      )
    default:
      return assertNever(problem)
  }
}

function broken(rows: number, seq: number, what: string): AuditReport {
  return { ok: false, rows, firstBroken: { seq, what } }
}
