import { statSync } from 'node:fs'
import { err, ok, type Result } from '#shared/result.ts'
import { type BackupInfo, listBackups, makeBackup } from '../db/backup.ts'
import type { Db } from '../db/open-database.ts'
import { checkInWorker, startQuickCheck } from '../db/quick-check.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'

type Deps = {
  readonly db: Db
  readonly checkWorker: URL
  readonly clock: Clock
  readonly logger: Logger
}

export type DataCheck = { readonly ok: boolean; readonly findings: string[] }

/** What a person does with the data folder as a whole: look at it, check it, back it up. */
export class DataService {
  readonly #deps: Deps
  #lastCheck: { at: number; ok: boolean } | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  status(): {
    dir: string
    databaseBytes: number
    backups: BackupInfo[]
    lastCheck: { at: number; ok: boolean } | null
  } {
    const { db } = this.#deps
    const bytes = [db.path, `${db.path}-wal`].reduce(
      (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
    return { dir: db.dir, databaseBytes: bytes, backups: listBackups(db.dir), lastCheck: this.#lastCheck }
  }

  /** Reads the whole database in a thread of its own; damage is told to whoever listens for it. */
  async check(): Promise<DataCheck> {
    const { db, checkWorker, clock, logger } = this.#deps
    const result = await startQuickCheck(db, checkWorker, logger)
    this.#lastCheck = { at: clock.now(), ok: result.kind === 'sound' }
    if (result.kind === 'sound') return { ok: true, findings: [] }
    return { ok: false, findings: result.kind === 'damaged' ? [...result.findings] : [result.detail] }
  }

  /** Copies the open database, checks the copy, and keeps it only when it is sound. */
  async backUp(): Promise<Result<BackupInfo, string>> {
    const { db, checkWorker, clock } = this.#deps
    const made = await makeBackup({
      sqlite: db.sqlite,
      dir: db.dir,
      now: clock.now(),
      label: 'relay',
      check: (path) => checkInWorker(checkWorker, path).result,
    })
    return made.ok ? ok(made.value) : err(`The backup was not kept. ${made.error.findings.join(' ')}`)
  }
}
