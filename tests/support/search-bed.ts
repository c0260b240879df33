import { join } from 'node:path'
import type { Db } from '#main/db/open-database.ts'
import { writeTx } from '#main/db/write-tx.ts'
import { systemClock } from '#main/kernel/clock.ts'
import { systemIds } from '#main/kernel/ids.ts'
import { silentLogger } from '#main/kernel/logger.ts'
import type { SearchAnswer, SearchQuery } from '#main/sessions/search/search-answer.ts'
import { createSearchPendingStore } from '#main/sessions/search/search-pending-store.ts'
import { createSearchService, type SearchService } from '#main/sessions/search/search-service.ts'
import { openTestDatabase } from './database.ts'

export const workerUrl = new URL('../../src/main/sessions/search/search-worker.ts', import.meta.url)

/** A database with as little in it as search needs, written by hand, and search over it. */
export interface SearchBed extends AsyncDisposable {
  readonly dir: string
  readonly db: () => Db
  readonly search: () => SearchService
  agent(values?: { name?: string; reach?: string }): string
  session(agentId: string | null, values?: { name?: string; description?: string; reach?: string }, queue?: boolean): string
  message(sessionId: string, text: string, values?: { createdAt?: number; queue?: boolean }): string
  /** Any change, in one transaction with the rows that it queues. */
  change(sql: string, parameters: unknown[], queue?: { message?: string; session?: string }): void
  ask(query: string, more?: Partial<SearchQuery>): Promise<SearchAnswer>
  /** Stops search, runs `between`, and starts a new one. */
  restart(between?: () => void | Promise<void>): Promise<void>
  /** Stops indexing, so that what follows is only queued; `resume` starts it again. */
  readonly indexPath: string
}

export async function openSearchBed(): Promise<SearchBed> {
  const test = await openTestDatabase()
  const indexPath = join(test.dir, 'search.db')
  let pending = createSearchPendingStore(test.db)
  const open = (): SearchService => {
    const { path, storeId, generation } = test.db
    const service = createSearchService({
      relayPath: path,
      indexPath,
      workerUrl,
      storeId,
      generation,
      logger: silentLogger,
      clock: systemClock,
      prune: (seq) => pending.prune(seq),
    })
    service.start()
    return service
  }
  let search = open()
  let positions = 0
  const change: SearchBed['change'] = (sql, parameters, queue = {}) => {
    writeTx(test.db, (tx) => {
      test.db.sqlite.prepare(sql).run(...parameters)
      if (queue.message !== undefined) pending.queueMessageTx(tx, queue.message)
      if (queue.session !== undefined) pending.queueSessionTx(tx, queue.session)
    })
    search.notify()
  }
  return {
    dir: test.dir,
    indexPath,
    db: () => test.db,
    search: () => search,
    agent({ name = 'Agent', reach = 'open' } = {}) {
      const id = systemIds.next()
      change("INSERT INTO agents VALUES (?, ?, '', '{}', '', '{}', ?, 0, 0, NULL)", [id, name, reach])
      return id
    },
    session(agentId, { name = '', description = '', reach = 'open' } = {}, queue = true) {
      const id = systemIds.next()
      change(
        `INSERT INTO sessions (id, agent_id, name, name_set_by_person, description, workspace, origin, reach, created_at, last_activity_at)
         VALUES (?, ?, ?, 1, ?, '', 'user', ?, 0, 0)`,
        [id, agentId, name, description, reach],
        queue ? { session: id } : {},
      )
      return id
    },
    message(sessionId, text, { createdAt = 0, queue = true } = {}) {
      const id = systemIds.next()
      change(
        "INSERT INTO messages VALUES (?, ?, NULL, ?, 'user', '[]', ?, 'complete', 1, 0, ?)",
        [id, sessionId, (positions += 1), text, createdAt],
        queue ? { message: id } : {},
      )
      return id
    },
    change,
    ask: (query, more = {}) => search.query({ query, limit: 20, asker: { kind: 'person' }, ...more }, new AbortController().signal),
    async restart(between) {
      await search.close()
      await between?.()
      search = open()
    },
    async [Symbol.asyncDispose]() {
      await search.close()
      await test.dispose()
    },
  }
}
