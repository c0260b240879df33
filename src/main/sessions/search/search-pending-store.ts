import { lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/open-database.ts'
import { searchPending } from '../../db/schema/index.ts'
import { type Tx, writeTx } from '../../db/write-tx.ts'

/** Owns `search_pending`: what the search worker has still to read. Whoever changes a text queues it in its own transaction. */
export interface SearchPendingStore {
  /** A message was written, changed or removed. */
  queueMessageTx(tx: Tx, messageId: string): void
  /** A Session was named, described, imported, given to another Agent, trashed or removed. */
  queueSessionTx(tx: Tx, sessionId: string): void
  /** Forgets rows up to and with `seq`; only ever a number that the worker reported after its own commit. */
  prune(seq: number): void
}

export function createSearchPendingStore(db: Db): SearchPendingStore {
  const insert = db.orm
    .insert(searchPending)
    .values({ kind: sql.placeholder('kind'), refId: sql.placeholder('refId') })
    .prepare()
  const remove = db.orm
    .delete(searchPending)
    .where(lte(searchPending.seq, sql.placeholder('seq')))
    .prepare()
  return {
    queueMessageTx: (_tx, refId) => void insert.run({ kind: 'message', refId }),
    queueSessionTx: (_tx, refId) => void insert.run({ kind: 'session', refId }),
    prune: (seq) => writeTx(db, () => void remove.run({ seq })),
  }
}
