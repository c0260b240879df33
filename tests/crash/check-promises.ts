import path from 'node:path'
import Database from 'better-sqlite3'
import { AUDIT_ROOT, type AuditHead } from '#main/db/audit-log.ts'
import { verifyChain } from '#main/db/verify-audit-log.ts'
import { checkAnswers } from './check-answers.ts'
import { standingRules } from './standing-rules.ts'
import { checkTold, type Told } from './told.ts'
import type { Violation } from './violation.ts'

/** How far the database of a folder was found in order: the next look goes on from there. */
export type Checked = { readonly violations: readonly Violation[]; readonly head: AuditHead; readonly requests: number }

/**
 * Reads the database of a host, running or gone, and names every promise of design §7 and §8 that does not hold, and
 * everything that a window or a caller was told and that is not true any more. Call it when all that runs by itself
 * has run.
 */
export function checkPromises(dataDir: string, told: Told, kept: AuditHead | null = null): Checked {
  const sqlite = new Database(path.join(dataDir, 'relay.db'), { readonly: true, fileMustExist: true })
  try {
    // One snapshot for all that follows.
    sqlite.exec('BEGIN')
    const violations: Violation[] = standingRules.flatMap(({ kind, what, sql }) =>
      sqlite
        .prepare<[], { id: unknown }>(sql)
        .all()
        .map(({ id }) => ({ kind, what: `${what}: ${String(id)}` })),
    )
    violations.push(...checkTold(sqlite, told), ...checkAnswers(sqlite))
    const integrity = sqlite.pragma('quick_check', { simple: true })
    if (integrity !== 'ok') violations.push({ kind: 'wrong', what: `the file is damaged: ${String(integrity)}` })
    const loose = sqlite.pragma('foreign_key_check') as unknown[]
    if (loose.length > 0)
      violations.push({ kind: 'wrong', what: `rows point nowhere: ${JSON.stringify(loose.slice(0, 3))}` })
    const head = checkChain(sqlite, kept, violations)
    const requests =
      sqlite.prepare<[], number>("SELECT count(*) FROM deliveries WHERE kind = 'request'").pluck().get() ?? 0
    return { violations, head, requests }
  } finally {
    sqlite.close()
  }
}

function checkChain(sqlite: Database.Database, kept: AuditHead | null, violations: Violation[]): AuditHead {
  const walk = verifyChain({ sqlite }, kept === null ? [] : [kept])
  for (;;) {
    const step = walk.next()
    if (step.done !== true) continue
    if (step.value.ok) return step.value.head
    violations.push({
      kind: 'wrong',
      what: `the audit chain is broken: ${step.value.problem} at ${String(step.value.seq)}`,
    })
    return { count: 0, hash: AUDIT_ROOT }
  }
}
