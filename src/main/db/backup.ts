import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { err, ok, type Result } from '#shared/result.ts'
import type { CheckResult } from './check-file.ts'
import { storageErrorCode, type StorageErrorCode } from './storage-error.ts'

export type BackupInfo = {
  /** File name inside `backups/`. */
  readonly name: string
  readonly bytes: number
  /** Wall time, ms. */
  readonly createdAt: number
}

export type BackupFailure = {
  readonly code: StorageErrorCode
  readonly findings: readonly string[]
}

export type BackupRequest = {
  readonly sqlite: Database.Database
  readonly dir: string
  readonly now: number
  /** What the name starts with; `relay` for a person's own. */
  readonly label: string
  readonly check: (path: string) => CheckResult | Promise<CheckResult>
  /** Pages. */
  readonly onProgress?: (done: number, total: number) => void
}

const namePattern = /^[a-z0-9-]+-(\d{8}T\d{9}Z)(?:-\d+)?\.db$/
/** 4 MiB a step at the usual page size: a few milliseconds between which the app goes on. */
const PAGES_A_STEP = 1_000

/**
 * Copies the open database by SQLite's own backup, which stays whole while rows are written, and keeps the copy only
 * after it was opened and checked. A failure leaves the folder as it was.
 */
export async function makeBackup(request: BackupRequest): Promise<Result<BackupInfo, BackupFailure>> {
  const { sqlite, dir, now, label, check, onProgress } = request
  const folder = backupFolder(dir)
  const part = join(folder, `.${label}-${stamp(now)}.part`)
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    return err(asFailure(error))
  }
  try {
    await sqlite.backup(part, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress?.(totalPages - remainingPages, totalPages)
        return PAGES_A_STEP
      },
    })
    const checked = await check(part)
    if (checked.kind === 'sound') {
      const name = freeName(folder, `${label}-${stamp(now)}`)
      renameSync(part, join(folder, name))
      return ok({ name, bytes: statSync(join(folder, name)).size, createdAt: now })
    }
    const findings = checked.kind === 'damaged' ? checked.findings : [checked.detail]
    return err({ code: checked.kind === 'damaged' ? 'damaged' : 'io', findings })
  } catch (error) {
    return err(asFailure(error))
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${part}${suffix}`, { force: true })
  }
}

/** The newest first. */
export function listBackups(dir: string): BackupInfo[] {
  const found = readFolder(backupFolder(dir)).flatMap((name) => {
    const createdAt = parseStamp(namePattern.exec(name)?.[1])
    const size = statSync(join(backupFolder(dir), name), { throwIfNoEntry: false })?.size
    return createdAt === null || size === undefined ? [] : [{ name, bytes: size, createdAt }]
  })
  return found.sort((a, b) => b.createdAt - a.createdAt || b.name.localeCompare(a.name))
}

/** The path of a listed backup, or null: a name from outside never becomes a path unseen. */
export function backupPath(dir: string, name: string): string | null {
  return listBackups(dir).some((backup) => backup.name === name) ? join(backupFolder(dir), name) : null
}

function backupFolder(dir: string): string {
  return join(dir, 'backups')
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function freeName(folder: string, base: string): string {
  const taken = new Set(readdirSync(folder))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${base}.db` : `${base}-${number}.db`
    if (!taken.has(name)) return name
  }
}

/** `20261130T193000123Z`: sorts by time and is a file name everywhere. */
export function stamp(now: number): string {
  return new Date(now).toISOString().replaceAll(/[-:.]/g, '')
}

function parseStamp(text: string | undefined): number | null {
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z$/.exec(text ?? '')
  if (match === null) return null
  const [, year, month, day, hour, minute, second, ms] = match
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
}

/** What the disk or SQLite refused; anything else is thrown on. */
function asFailure(error: unknown): BackupFailure {
  const code = storageErrorCode(error) ?? fileErrorCode(error)
  if (code === null) throw error
  return { code, findings: [error instanceof Error ? error.message : code] }
}

function fileErrorCode(error: unknown): StorageErrorCode | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return 'full'
  if (error.code === 'EROFS' || error.code === 'EACCES' || error.code === 'EPERM') return 'readonly'
  return /^E[A-Z]+$/.test(error.code) ? 'io' : null
}
