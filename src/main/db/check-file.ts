import Database from 'better-sqlite3'
import { storageErrorCode } from './storage-error.ts'

/** `failed`: it could not be looked at, which says nothing about the file. */
export type CheckResult =
  | { readonly kind: 'sound' }
  | { readonly kind: 'damaged'; readonly findings: readonly string[] }
  | { readonly kind: 'failed'; readonly detail: string }

const MOST_FINDINGS = 20

/** `quick_check` on a read-only connection of its own. Took 12 s on 677 MB: on the main thread for small files only. */
export function checkFile(path: string): CheckResult {
  let sqlite: Database.Database | null = null
  try {
    sqlite = new Database(path, { readonly: true, fileMustExist: true, timeout: 5_000 })
    const findings = sqlite.prepare<[], string>(`PRAGMA quick_check(${MOST_FINDINGS})`).pluck().all()
    return findings.length === 1 && findings[0] === 'ok' ? { kind: 'sound' } : { kind: 'damaged', findings }
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'unknown error'
    return storageErrorCode(error) === 'damaged' ? { kind: 'damaged', findings: [detail] } : { kind: 'failed', detail }
  } finally {
    sqlite?.close()
  }
}
