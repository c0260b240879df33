import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { err, ok, type Result } from '#shared/result.ts'
import { storageErrorCode } from './storage-error.ts'

const ownerSchema = z.object({
  pid: z.number().int(),
  /** The kind of start that holds the folder, such as `desktop` or `web`. */
  host: z.string(),
  /** The machine's name: a shared folder may be held from elsewhere. */
  machine: z.string(),
  /** ISO 8601 UTC. */
  since: z.string(),
})
export type Owner = z.infer<typeof ownerSchema>

export interface OwnerLock {
  readonly dir: string
  /** Frees the folder. The system does the same on any death of the process. */
  release(): void
}

export type LockRefusal = {
  /** `held`: another process owns the folder. `unusable`: the folder can't be made or written. */
  readonly reason: 'held' | 'unusable'
  /** Who holds it, as far as it said; for the message only. */
  readonly owner: Owner | null
  readonly detail: string
}

/**
 * Makes this process the only owner of a data folder for as long as it lives: `BEGIN EXCLUSIVE` on a database of its
 * own. Take it before any other file in the folder is opened. Never open `lock.db` in another way: on POSIX, closing
 * any second descriptor of it in this process would drop the lock.
 */
export function acquireOwnerLock(dir: string, owner: Owner): Result<OwnerLock, LockRefusal> {
  let sqlite: Database.Database | null = null
  try {
    mkdirSync(dir, { recursive: true })
    sqlite = new Database(join(dir, 'lock.db'), { timeout: 0 })
    sqlite.exec('BEGIN EXCLUSIVE')
    writeFileSync(join(dir, 'owner.json'), JSON.stringify(owner))
  } catch (error) {
    sqlite?.close()
    const reason = storageErrorCode(error) === 'busy' ? 'held' : 'unusable'
    return err({ reason, owner: readOwner(dir), detail: error instanceof Error ? error.message : 'unknown' })
  }
  const held = sqlite
  return ok({ dir, release: () => void held.close() })
}

function readOwner(dir: string): Owner | null {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(join(dir, 'owner.json'), 'utf8')))
  } catch {
    // Only the message is poorer without it: the lock itself does not depend on the file.
    return null
  }
}
