import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Db, openDatabase, type OpenOptions } from '#main/db/open-database.ts'
import { type Clock, systemClock } from '#main/kernel/clock.ts'
import { systemIds } from '#main/kernel/ids.ts'
import { silentLogger } from '#main/kernel/logger.ts'

export const migrationsDir = fileURLToPath(new URL('../../resources/migrations', import.meta.url))

export interface TestDatabase extends AsyncDisposable {
  readonly db: Db
  readonly dir: string
  /** Closes the database and opens the same file again, as a restart does. */
  reopen(): Promise<Db>
  /** Closes the database and removes its folder. `await using` does the same. */
  dispose(): Promise<void>
}

export function openOptions(dir: string, clock: Clock = systemClock): OpenOptions {
  return { dir, migrationsDir, clock, ids: systemIds, logger: silentLogger }
}

/** A real database file with the shipped migrations, in a folder of its own. */
export async function openTestDatabase(options: { clock?: Clock; dir?: string } = {}): Promise<TestDatabase> {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'relay-db-'))
  const open = async (): Promise<Db> => {
    const opened = await openDatabase(openOptions(dir, options.clock))
    if (!opened.ok) throw new Error(`the test database could not be opened: ${JSON.stringify(opened.error)}`)
    return opened.value
  }
  let db = await open()
  const dispose = async (): Promise<void> => {
    db.close()
    rmSync(dir, { recursive: true, force: true })
  }
  return {
    get db() {
      return db
    },
    dir,
    async reopen() {
      db.close()
      db = await open()
      return db
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  }
}
