import { join } from 'node:path'
import type { Db } from '#main/db/open-database.ts'
import { writeTx } from '#main/db/write-tx.ts'
import { systemClock } from '#main/kernel/clock.ts'
import { makeIndexFile } from '#main/sessions/search/index-file.ts'
import { prepareIndexReader } from '#main/sessions/search/index-reader.ts'
import { prepareIndexTables } from '#main/sessions/search/index-tables.ts'
import { createIndexWriter } from '#main/sessions/search/index-writer.ts'
import { openRelayReader } from '#main/sessions/search/relay-reader.ts'
import { runQuery } from '#main/sessions/search/run-query.ts'
import type { SearchAnswer, SearchQuery } from '#main/sessions/search/search-answer.ts'
import { createSearchPendingStore } from '#main/sessions/search/search-pending-store.ts'
import { createTotals } from '#main/sessions/search/search-totals.ts'
import { openTestDatabase } from './database.ts'
import { createSearchRows, type SearchRows } from './search-rows.ts'

/** The index and its queries without a worker: nothing is indexed but by `step` and `indexAll`. */
export interface SearchIndex extends SearchRows, AsyncDisposable {
  readonly db: Db
  /** One step of the writer; false when nothing is left. */
  step(): boolean
  indexAll(): void
  /** Forgets the queue as far as the index has it. */
  prune(): void
  /** Messages that the index file holds. */
  documents(): number
  ask(query: string, more?: Partial<SearchQuery>, check?: () => void): SearchAnswer
}

export async function openSearchIndex(): Promise<SearchIndex> {
  const test = await openTestDatabase()
  const { db } = test
  const pending = createSearchPendingStore(db)
  // Thousands of small transactions, and no power cut to survive.
  db.sqlite.pragma('synchronous = OFF')
  const relay = openRelayReader(db.path)
  const sqlite = makeIndexFile(join(test.dir, 'search.db'), db)
  const tables = prepareIndexTables(sqlite)
  const index = prepareIndexReader(sqlite, systemClock)
  const writer = createIndexWriter(sqlite, tables, relay)
  const totals = createTotals(relay, index, systemClock)
  const rows = createSearchRows((sql, parameters, queue = {}) =>
    writeTx(db, (tx) => {
      db.sqlite.prepare(sql).run(...parameters)
      if (queue.message !== undefined) pending.queueMessageTx(tx, queue.message)
      if (queue.session !== undefined) pending.queueSessionTx(tx, queue.session)
    }),
  )
  return {
    ...rows,
    db,
    step: () => writer.step(),
    indexAll() {
      while (writer.step());
    },
    prune: () => pending.prune(writer.committedSeq()),
    documents: () => tables.state().docs,
    ask: (query, more = {}, check = () => {}) =>
      runQuery(
        { relay, index, tables, now: 0, totals, check },
        { query, limit: 20, asker: { kind: 'person' }, ...more },
      ),
    async [Symbol.asyncDispose]() {
      relay.close()
      sqlite.close()
      await test.dispose()
    },
  }
}
