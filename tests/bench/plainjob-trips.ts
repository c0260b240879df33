import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { better, defineQueue } from 'plainjob'

/** The field's own queue on SQLite, doing what a round trip does: two jobs, each enqueued, taken and finished. */
export interface PlainjobTrips extends Disposable {
  trip(): void
}

export function openPlainjob(): PlainjobTrips {
  const dir = mkdtempSync(join(tmpdir(), 'relay-plainjob-'))
  const sqlite = new Database(join(dir, 'jobs.db'))
  const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }
  const queue = defineQueue({ connection: better(sqlite), logger: silent })
  // It sets NORMAL itself, which may lose what it has confirmed.
  sqlite.pragma('synchronous = FULL')
  const job = (type: string): void => {
    queue.add(type, { text: 'work' })
    const taken = queue.getAndMarkJobAsProcessing(type)
    if (taken === undefined) throw new Error('plainjob has no job')
    queue.getJobById(taken.id)
    queue.markJobAsDone(taken.id)
  }
  return {
    trip() {
      job('request')
      job('result')
    },
    [Symbol.dispose]() {
      queue.close()
      if (sqlite.open) sqlite.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
