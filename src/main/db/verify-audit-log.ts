import { AUDIT_ROOT, auditHash, type AuditHead } from './audit-log.ts'
import type { Db } from './open-database.ts'

export type AuditVerdict =
  | { readonly ok: true; readonly head: AuditHead }
  /**
   * `row-missing`, `row-changed`: found at `seq`. `ends-early`: the chain stops before a head that was kept.
   * `head-differs`: it has another row where a kept head was.
   */
  | {
      readonly ok: false
      readonly problem: 'row-missing' | 'row-changed' | 'ends-early' | 'head-differs'
      readonly seq: number
    }

type Row = {
  readonly seq: number
  readonly at: number
  readonly actor: string
  readonly subjectType: string
  readonly subjectId: string
  readonly event: string
  readonly detail: string
  readonly previousHash: string
  readonly hash: string
}

/**
 * Goes through the whole chain in batches, yielding the last seq of each, so that the caller can let the loop run
 * between them. Rows appended meanwhile are checked too. The chain must go on from every head in `kept`.
 */
export function* verifyChain(
  db: Pick<Db, 'sqlite'>,
  kept: readonly AuditHead[],
  batch = 1_000,
): Generator<number, AuditVerdict> {
  const rows = db.sqlite.prepare<[number, number], Row>(
    `SELECT seq, at, actor, subject_type AS subjectType, subject_id AS subjectId, event, detail,
            previous_hash AS previousHash, hash
     FROM audit_log WHERE seq > ? ORDER BY seq LIMIT ?`,
  )
  const heads = new Map<number, Set<string>>()
  for (const head of kept) heads.set(head.count, (heads.get(head.count) ?? new Set()).add(head.hash))
  let head: AuditHead = { count: 0, hash: AUDIT_ROOT }
  for (;;) {
    const page = rows.all(head.count, batch)
    for (const row of page) {
      const seq = head.count + 1
      if (row.seq !== seq) return { ok: false, problem: 'row-missing', seq }
      if (row.previousHash !== head.hash || row.hash !== auditHash(row))
        return { ok: false, problem: 'row-changed', seq }
      head = { count: seq, hash: row.hash }
      const wanted = heads.get(seq)
      if (wanted !== undefined && (wanted.size > 1 || !wanted.has(row.hash)))
        return { ok: false, problem: 'head-differs', seq }
    }
    if (page.length < batch) break
    yield head.count
  }
  const latest = Math.max(0, ...kept.map((one) => one.count))
  return latest > head.count ? { ok: false, problem: 'ends-early', seq: head.count } : { ok: true, head }
}
