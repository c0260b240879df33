import type Database from 'better-sqlite3'
import type { Approval } from '#shared/approval.ts'
import type { DeliveryRow } from '#shared/delivery.ts'
import type { Violation } from './violation.ts'

type SeenDelivery = {
  readonly status: DeliveryRow['status']
  readonly outcome: DeliveryRow['outcome']
  readonly errorCode: string | null
  readonly turnId: string | null
  readonly seq: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
}
type SeenApproval = { readonly state: Approval['state']; readonly requestId: string | null; readonly text: string }
/** `unsure`: a call about it was under way when the process went, so that either is right. */
type Place = 'here' | 'trashed' | 'unsure'

const rank: { readonly [S in DeliveryRow['status']]: number } = { accepted: 0, delivering: 1, consumed: 2, failed: 2 }

/**
 * What windows were told before the process died. All of it must still be true afterwards: a state may have gone on,
 * never back, and what had ended stays as it was. Contradictions between two answers are found as they come.
 */
export class Told {
  readonly violations: Violation[] = []
  readonly requests = new Set<string>()
  readonly turns = new Map<string, string>()
  readonly withdrawn = new Set<string>()
  readonly cancelled = new Set<string>()
  readonly read = new Set<string>()
  readonly deliveries = new Map<string, SeenDelivery>()
  readonly approvals = new Map<string, SeenApproval>()
  readonly contents = new Map<string, string>()
  readonly places = new Map<string, Place>()
  #settledBy = new Map<string, number>()

  turn(turnId: string, text: string): void {
    this.turns.set(turnId, text)
  }

  delivery(row: DeliveryRow): void {
    const now: SeenDelivery = {
      status: row.status,
      outcome: row.outcome,
      errorCode: row.error?.code ?? null,
      turnId: row.turnId,
      seq: row.seq,
      startedAt: row.startedAt,
      finishedAt: row.finishedAt,
    }
    const before = this.deliveries.get(row.id)
    const change = before === undefined ? null : contradiction(before, now)
    // Answers may overtake each other, so an older one after a newer is no contradiction by itself.
    if (change !== null && !isOlder(now, before))
      this.violations.push({ kind: 'wrong', what: `delivery ${row.id} was told ${change}` })
    if (before === undefined || !isOlder(now, before)) this.deliveries.set(row.id, now)
  }

  /** `mine`: this window was told that its answer was the one that settled it. */
  approval(approval: Approval, mine: boolean): void {
    if (approval.state === 'pending') return
    const now: SeenApproval = {
      state: approval.state,
      requestId: approval.requestId,
      text: approval.editedText ?? approval.text,
    }
    const before = this.approvals.get(approval.id)
    if (before !== undefined && (before.state !== now.state || before.requestId !== now.requestId)) {
      this.violations.push({
        kind: 'wrong',
        what: `approval ${approval.id} was told ${before.state} and then ${now.state}`,
      })
    }
    this.approvals.set(approval.id, now)
    if (now.requestId !== null) this.requests.add(now.requestId)
    if (!mine) return
    const times = (this.#settledBy.get(approval.id) ?? 0) + 1
    this.#settledBy.set(approval.id, times)
    if (times > 1) this.violations.push({ kind: 'doubled', what: `approval ${approval.id} was settled by two answers` })
  }
}

function isOlder(now: SeenDelivery, before: SeenDelivery | undefined): boolean {
  return before !== undefined && rank[now.status] < rank[before.status]
}

function contradiction(before: SeenDelivery, now: SeenDelivery): string | null {
  if (before.seq !== now.seq) return `as number ${before.seq} and then as ${now.seq}`
  if (rank[now.status] < rank[before.status]) return `${before.status} and then ${now.status}`
  if (before.startedAt !== null && (before.turnId !== now.turnId || before.startedAt !== now.startedAt)) {
    return `running in Turn ${String(before.turnId)} and then in ${String(now.turnId)}`
  }
  const isEnded = rank[before.status] === 2
  if (isEnded && JSON.stringify(before) !== JSON.stringify(now))
    return `${JSON.stringify(before)} and then ${JSON.stringify(now)}`
  return null
}

/** Compares what was told with the rows. */
export function checkTold(sqlite: Database.Database, told: Told): Violation[] {
  const violations = [...told.violations]
  const complain = (kind: Violation['kind'], what: string): void => void violations.push({ kind, what })

  const delivery = sqlite.prepare<[string], SeenDelivery & { held: number }>(
    `SELECT status, outcome, error_code AS errorCode, turn_id AS turnId, seq, started_at AS startedAt,
       finished_at AS finishedAt, held FROM deliveries WHERE id = ?`,
  )
  for (const id of told.requests)
    if (delivery.get(id) === undefined) complain('lost', `a request that was told is gone: ${id}`)
  for (const [id, before] of told.deliveries) {
    const row = delivery.get(id)
    if (row === undefined) {
      complain('lost', `a delivery that was told is gone: ${id}`)
      continue
    }
    const { held: _held, ...now } = row
    const change = contradiction(before, now)
    if (change !== null) complain('wrong', `delivery ${id} was told ${change}`)
  }
  for (const id of told.cancelled) {
    const now = delivery.get(id)
    if (now === undefined || now.finishedAt === null || now.outcome !== 'interrupted') {
      complain('wrong', `a request that was told cancelled is ${String(now?.status)} ${String(now?.outcome)}: ${id}`)
    }
  }
  for (const id of told.read)
    if (delivery.get(id)?.status !== 'consumed') complain('wrong', `a result that was marked read is not: ${id}`)

  const approval = sqlite.prepare<[string], SeenApproval>(
    "SELECT state, request_id AS requestId, coalesce(edited_text, json_extract(arguments, '$.message')) AS text FROM approvals WHERE id = ?",
  )
  for (const [id, before] of told.approvals) {
    const now = approval.get(id)
    if (now === undefined) complain('lost', `an approval that was told is gone: ${id}`)
    else if (now.state !== before.state || now.requestId !== before.requestId || now.text !== before.text) {
      complain('wrong', `approval ${id} was told ${JSON.stringify(before)} and is ${JSON.stringify(now)}`)
    }
  }

  const turn = sqlite.prepare<[string], { state: string; startedAt: number | null; text: string | null }>(
    `SELECT t.state, t.started_at AS startedAt, m.text FROM turns t LEFT JOIN messages m ON m.id = t.input_message_id WHERE t.id = ?`,
  )
  for (const [id, text] of told.turns) {
    const now = turn.get(id)
    if (now === undefined || now.text !== text) complain('lost', `a message that was told is gone: Turn ${id}`)
  }
  for (const id of told.withdrawn) {
    if (turn.get(id)?.startedAt !== null) complain('wrong', `a message that was taken back ran: Turn ${id}`)
  }

  const content = sqlite
    .prepare<[string], string>('SELECT m.text FROM deliveries d JOIN messages m ON m.id = d.message_id WHERE d.id = ?')
    .pluck()
  for (const [id, text] of told.contents)
    if (content.get(id) !== text) complain('wrong', `the text of a delivery changed: ${id}`)

  const trashedAt = sqlite.prepare<[string], number | null>('SELECT trashed_at FROM sessions WHERE id = ?').pluck()
  for (const [id, place] of told.places) {
    if (place !== 'unsure' && (place === 'trashed') !== (typeof trashedAt.get(id) === 'number')) {
      complain('wrong', `a Session that was told ${place} is not: ${id}`)
    }
  }
  return violations
}
