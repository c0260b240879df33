import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { stamp } from './backup.ts'
import { DATABASE_FILE } from './open-database-file.ts'

/** A whole new database that only waits to take the main file's place; its being there means that the swap has begun. */
export const NEXT_FILE = 'relay.next.db'

/**
 * Puts `relay.next.db` in the main file's place and keeps what was there as `relay.damaged-<time>.db`, its -wal and
 * -shm with it. The log goes first: a stale one beside the new file would be played into it. Cut off anywhere, the
 * next start finishes it. Answers the kept file's name, or null when there was none.
 */
export function finishSwap(dir: string, now: number): string | null {
  const next = join(dir, NEXT_FILE)
  if (!existsSync(next)) return null
  const main = join(dir, DATABASE_FILE)
  const keptName = freeName(dir, `relay.damaged-${stamp(now)}`)
  const keptAny = ['-wal', '-shm', ''].map((suffix) => {
    if (!existsSync(`${main}${suffix}`)) return false
    renameSync(`${main}${suffix}`, join(dir, `${keptName}${suffix}`))
    return true
  })
  renameSync(next, main)
  syncFolder(dir)
  return keptAny.includes(true) ? keptName : null
}

function freeName(dir: string, base: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${base}.db` : `${base}-${number}.db`
    if (!['', '-wal', '-shm'].some((suffix) => existsSync(join(dir, `${name}${suffix}`)))) return name
  }
}

/** Makes renames in a folder durable, where the system lets a folder be opened. */
function syncFolder(dir: string): void {
  let fd: number | null = null
  try {
    fd = openSync(dir, 'r')
    fsyncSync(fd)
  } catch (error) {
    // Windows refuses to open a folder; its file system keeps renames by itself.
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== 'EISDIR' && code !== 'EPERM' && code !== 'EACCES' && code !== 'EINVAL') throw error
  } finally {
    if (fd !== null) closeSync(fd)
  }
}
