import type Database from 'better-sqlite3'
import type { Clock } from '../../kernel/clock.ts'

/** A statement that takes longer than this gets a smaller window next time. */
const SLOW_MS = 8
const FAST_MS = 2
const FIRST_WINDOW = 65_536
const SMALLEST_WINDOW = 4_096
/** Rows of one answer of a statement. */
const PAGE = 512

export type Match = {
  readonly sessionId: string
  /** Absent where a Session's name is what matches. */
  readonly messageId: string | null
}

export type Gathered = {
  /** Newest first. */
  readonly matches: readonly Match[]
  /** False when there are more than were asked for, or too few of the first ones counted. */
  readonly complete: boolean
  /** How many documents match, estimated from the span looked through. */
  readonly estimate: number
}

export type GatherLimits = {
  /** Documents wanted. */
  readonly wanted: number
  /** Documents looked at, wanted or not. */
  readonly looked: number
}

/** Those of some Sessions that count. Asked once a page, so that it can read them together. */
export type Wanted = (sessionIds: readonly string[]) => ReadonlySet<string>

type Row = [no: number, sessionId: string, messageId: string | null]
type Source = {
  readonly page: Database.Statement<[string, number, number, number], Row>
  readonly highest: Database.Statement<[], number | null>
}

/** Reads `search.db` for queries. No statement of it walks further than one window of document numbers. */
export type IndexReader = ReturnType<typeof prepareIndexReader>

export function prepareIndexReader(sqlite: Database.Database, clock: Clock) {
  const docs: Source = {
    page: sqlite
      .prepare<[string, number, number, number], Row>(
        `SELECT gram.rowid, session.id, doc.id
         FROM gram CROSS JOIN doc ON doc.no = gram.rowid CROSS JOIN session ON session.no = doc.session_no
         WHERE gram MATCH ? AND gram.rowid <= ? AND gram.rowid > ? ORDER BY gram.rowid DESC LIMIT ?`,
      )
      .raw(),
    highest: sqlite.prepare<[], number | null>('SELECT max(no) FROM doc').pluck(),
  }
  const names: Source = {
    page: sqlite
      .prepare<[string, number, number, number], Row>(
        `SELECT name_gram.rowid, session.id, NULL
         FROM name_gram CROSS JOIN session ON session.no = name_gram.rowid
         WHERE name_gram MATCH ? AND name_gram.rowid <= ? AND name_gram.rowid > ? ORDER BY name_gram.rowid DESC LIMIT ?`,
      )
      .raw(),
    highest: sqlite.prepare<[], number | null>('SELECT max(no) FROM session').pluck(),
  }
  const agentNo = sqlite.prepare<[string], number>('SELECT no FROM agent WHERE id = ?').pluck()
  const counts = sqlite.prepare<[], [string, number]>('SELECT id, messages FROM session').raw()

  const gather = (
    { page, highest }: Source,
    expression: string,
    limits: GatherLimits,
    wanted: Wanted,
    check: () => void,
  ): Gathered => {
    const top = highest.get() ?? 0
    const matches: Match[] = []
    let looked = 0
    let upper = top
    let window = FIRST_WINDOW
    while (upper > 0) {
      check()
      const lower = Math.max(0, upper - window)
      const size = Math.min(PAGE, limits.looked)
      const started = clock.monotonic()
      const rows = page.all(expression, upper, lower, size)
      const took = clock.monotonic() - started
      const counted = wanted(rows.map(([, sessionId]) => sessionId))
      for (const [no, sessionId, messageId] of rows) {
        looked += 1
        upper = no - 1
        if (counted.has(sessionId)) matches.push({ sessionId, messageId })
        if (matches.length < limits.wanted && looked < limits.looked) continue
        return { matches, complete: false, estimate: Math.ceil((looked * top) / Math.max(1, top - upper)) }
      }
      if (rows.length < size) upper = lower
      if (took > SLOW_MS) window = Math.max(SMALLEST_WINDOW, window >> 1)
      else if (took < FAST_MS) window *= 2
    }
    return { matches, complete: true, estimate: looked }
  }

  return {
    /** Messages that match an expression, newest first; `check` is called between statements. */
    gatherMessages: (expression: string, limits: GatherLimits, wanted: Wanted, check: () => void) =>
      gather(docs, expression, limits, wanted, check),
    /** Sessions whose name or description matches. */
    gatherNames: (expression: string, limits: GatherLimits, wanted: Wanted, check: () => void) =>
      gather(names, expression, limits, wanted, check),
    agentNo: (id: string) => agentNo.get(id),
    /** Messages in the index, by Session. */
    messageCounts: () => new Map(counts.all()),
  }
}
