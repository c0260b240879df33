import { join } from 'node:path'
import type { Db } from '#main/db/open-database.ts'
import { writeTx } from '#main/db/write-tx.ts'
import { type Clock, systemClock } from '#main/kernel/clock.ts'
import { silentLogger } from '#main/kernel/logger.ts'
import type { SearchAnswer, SearchQuery } from '#main/sessions/search/search-answer.ts'
import { createSearchPendingStore } from '#main/sessions/search/search-pending-store.ts'
import { createSearchService, type SearchService } from '#main/sessions/search/search-service.ts'
import { openTestDatabase } from './database.ts'
import { createSearchRows, type SearchRows } from './search-rows.ts'

/** The worker's entry as source: Node strips its types. */
const searchWorkerUrl = new URL('../../src/main/sessions/search/search-worker.ts', import.meta.url)

/** A database and search over it, with the real worker. */
export interface SearchBed extends SearchRows, AsyncDisposable {
  readonly indexPath: string
  readonly db: Db
  /** The one in use; another after `restart`. */
  readonly search: SearchService
  ask(query: string, more?: Partial<SearchQuery>): Promise<SearchAnswer>
  /** Stops search, runs `between`, and starts a new one. */
  restart(between?: () => void): Promise<void>
  /** Rows that wait in the queue. */
  queued(): number
}

export async function openSearchBed(options: { clock?: Clock; workerUrl?: URL } = {}): Promise<SearchBed> {
  const test = await openTestDatabase()
  const { db } = test
  const indexPath = join(test.dir, 'search.db')
  const pending = createSearchPendingStore(db)
  const open = (): SearchService => {
    const service = createSearchService({
      relayPath: db.path,
      indexPath,
      workerUrl: options.workerUrl ?? searchWorkerUrl,
      storeId: db.storeId,
      generation: db.generation,
      logger: silentLogger,
      clock: options.clock ?? systemClock,
      prune: (seq) => pending.prune(seq),
    })
    service.start()
    return service
  }
  let search = open()
  const rows = createSearchRows((sql, parameters, queue = {}) => {
    writeTx(db, (tx) => {
      db.sqlite.prepare(sql).run(...parameters)
      if (queue.message !== undefined) pending.queueMessageTx(tx, queue.message)
      if (queue.session !== undefined) pending.queueSessionTx(tx, queue.session)
    })
    search.notify()
  })
  return {
    ...rows,
    indexPath,
    db,
    get search() {
      return search
    },
    ask: (query, more = {}) =>
      search.query({ query, limit: 20, asker: { kind: 'person' }, ...more }, new AbortController().signal),
    async restart(between) {
      await search.close()
      between?.()
      search = open()
    },
    queued: () => db.sqlite.prepare<[], number>('SELECT count(*) FROM search_pending').pluck().get() ?? 0,
    async [Symbol.asyncDispose]() {
      await search.close()
      await test.dispose()
    },
  }
}
