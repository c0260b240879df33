import type Database from 'better-sqlite3'
import type { Clock } from '../../kernel/clock.ts'
import { messageIdOf } from './message-key.ts'

/** A statement that takes longer than this gets a smaller window next time. */
const SLOW_MS = 8
const FAST_MS = 2
const FIRST_WINDOW = 65_536
const SMALLEST_WINDOW = 4_096
/** Rows of one answer of a statement. */
const PAGE = 512

export type Gathered = {
  /** Newest first. */
  readonly nos: readonly number[]
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

/** Reads `search.db` for queries. No statement of it walks further than one window of document numbers. */
export type IndexReader = ReturnType<typeof prepareIndexReader>

export function prepareIndexReader(sqlite: Database.Database, clock: Clock) {
  const docs = {
    page: sqlite
      .prepare<[string, number, number, number], [number, number]>(
        `SELECT gram.rowid, doc.session_no FROM gram JOIN doc ON doc.no = gram.rowid
         WHERE gram MATCH ? AND gram.rowid <= ? AND gram.rowid > ? ORDER BY gram.rowid DESC LIMIT ?`,
      )
      .raw(),
    highest: sqlite.prepare<[], number | null>('SELECT max(no) FROM doc').pluck(),
  }
  const names = {
    page: sqlite
      .prepare<[string, number, number, number], [number, number]>(
        `SELECT rowid, rowid FROM name_gram
         WHERE name_gram MATCH ? AND rowid <= ? AND rowid > ? ORDER BY rowid DESC LIMIT ?`,
      )
      .raw(),
    highest: sqlite.prepare<[], number | null>('SELECT max(no) FROM session').pluck(),
  }
  const docId = sqlite.prepare<[number], Buffer>('SELECT id FROM doc WHERE no = ?').pluck()
  const sessionId = sqlite.prepare<[number], string>('SELECT id FROM session WHERE no = ?').pluck()
  const agentNo = sqlite.prepare<[string], number>('SELECT no FROM agent WHERE id = ?').pluck()
  const counts = sqlite.prepare<[], [string, number]>('SELECT id, messages FROM session').raw()

  /** Matches of an expression, newest first, that `counts` lets through; `check` is called between statements. */
  const gather = (
    { page, highest }: typeof docs,
    expression: string,
    limits: GatherLimits,
    isWanted: (sessionNo: number) => boolean,
    check: () => void,
  ): Gathered => {
    const top = highest.get() ?? 0
    const nos: number[] = []
    let looked = 0
    let upper = top
    let window = FIRST_WINDOW
    while (upper > 0) {
      check()
      const lower = Math.max(0, upper - window)
      const started = clock.monotonic()
      const rows = page.all(expression, upper, lower, PAGE)
      const took = clock.monotonic() - started
      for (const [no, sessionNo] of rows) {
        looked += 1
        upper = no - 1
        if (isWanted(sessionNo)) nos.push(no)
        if (nos.length < limits.wanted && looked < limits.looked) continue
        return { nos, complete: false, estimate: Math.ceil((looked * top) / Math.max(1, top - upper)) }
      }
      if (rows.length < PAGE) upper = lower
      if (took > SLOW_MS) window = Math.max(SMALLEST_WINDOW, window >> 1)
      else if (took < FAST_MS) window *= 2
    }
    return { nos, complete: true, estimate: looked }
  }

  return {
    gatherDocs: (
      expression: string,
      limits: GatherLimits,
      isWanted: (sessionNo: number) => boolean,
      check: () => void,
    ) => gather(docs, expression, limits, isWanted, check),
    gatherNames: (
      expression: string,
      limits: GatherLimits,
      isWanted: (sessionNo: number) => boolean,
      check: () => void,
    ) => gather(names, expression, limits, isWanted, check),
    messageId(no: number): string | null {
      const key = docId.get(no)
      return key === undefined ? null : messageIdOf(key)
    },
    sessionId: (no: number) => sessionId.get(no),
    agentNo: (id: string) => agentNo.get(id),
    /** Messages in the index, by Session. */
    messageCounts: () => new Map(counts.all()),
  }
}
