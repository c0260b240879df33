import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { canonicalJson, type JsonValue } from './canonical-json.ts'
import type { Db } from './open-database.ts'
import type { Tx } from './write-tx.ts'

export type AuditEntry = {
  /** Wall time, ms. */
  readonly at: number
  /** Who did it: `person`, `system`, or an id of a Session, Channel or window. */
  readonly actor: string
  readonly subjectType: string
  readonly subjectId: string
  readonly event: string
  /** Ids, codes, counts and content hashes; never text of a person or a model. */
  readonly detail: { readonly [key: string]: JsonValue }
}

/** The end of the chain: how many rows, and the last one's hash. */
export type AuditHead = { readonly count: number; readonly hash: string }

/** What the first row names as the hash before it. */
export const AUDIT_ROOT = '0'.repeat(64)

interface Chain {
  /** null: unknown, to be read. */
  head: AuditHead | null
  readonly last: Database.Statement<[], AuditHead>
  readonly insert: Database.Statement<unknown[]>
  readonly onAppend: (() => void)[]
}

const chains = new WeakMap<Db, Chain>()

/** Appends one row to the hash chain. Its place and its hash are part of the caller's transaction. */
export function appendAuditTx({ db }: Tx, entry: AuditEntry): AuditHead {
  const chain = chainOf(db)
  const before = chain.head ?? readHead(chain)
  // Unknown until the insert has worked, so that a failed one leaves no wrong head behind.
  chain.head = null
  const seq = before.count + 1
  const detail = canonicalJson(entry.detail)
  const hash = auditHash({ ...entry, seq, detail, previousHash: before.hash })
  chain.insert.run(
    seq,
    entry.at,
    entry.actor,
    entry.subjectType,
    entry.subjectId,
    entry.event,
    detail,
    before.hash,
    hash,
  )
  chain.head = { count: seq, hash }
  for (const run of chain.onAppend) run()
  return chain.head
}

/** Calls `run` within each transaction that appends; it may not have committed yet. */
export function onAuditAppend(db: Db, run: () => void): void {
  chainOf(db).onAppend.push(run)
}

export function readAuditHead(db: Db): AuditHead {
  return readHead(chainOf(db))
}

export type AuditRow = Omit<AuditEntry, 'detail'> & {
  readonly seq: number
  readonly detail: string
  readonly previousHash: string
}

/** SHA-256, hex, over the canonical JSON of the row, the hash of the row before it among it. */
export function auditHash(row: AuditRow): string {
  const { at, actor, subjectType, subjectId, event, seq, detail, previousHash } = row
  const text = JSON.stringify([seq, at, actor, subjectType, subjectId, event, detail, previousHash])
  return createHash('sha256').update(text).digest('hex')
}

function chainOf(db: Db): Chain {
  const known = chains.get(db)
  if (known !== undefined) return known
  const chain: Chain = {
    head: null,
    onAppend: [],
    last: db.sqlite.prepare<[], AuditHead>('SELECT seq AS count, hash FROM audit_log ORDER BY seq DESC LIMIT 1'),
    insert: db.sqlite.prepare(
      `INSERT INTO audit_log (seq, at, actor, subject_type, subject_id, event, detail, previous_hash, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
  }
  db.onRollback(() => void (chain.head = null))
  chains.set(db, chain)
  return chain
}

function readHead(chain: Chain): AuditHead {
  return chain.last.get() ?? { count: 0, hash: AUDIT_ROOT }
}
