import type Database from 'better-sqlite3'
import type { IndexTables, SessionEntry, Todo } from './index-tables.ts'
import type { MessageText, RelayReader } from './relay-reader.ts'

/** Rows in one step at most (design §4). */
const ROWS_A_STEP = 50
/** UTF-16 units of text in one step, so that long messages do not hold a query up. */
const TEXT_A_STEP = 262_144
/** Steps of the first build in one transaction: it can be repeated, and a commit costs as much as many rows. */
const STEPS_A_BUILD_COMMIT = 40

export interface IndexWriter {
  /** Does one small piece of what is left; false when nothing is. */
  step(): boolean
  /** The last seq whose change is in the index for good; 0 while it is being built. */
  committedSeq(): number
}

/**
 * Brings the index up to the main file, in small steps: first everything (a new file), then whole Sessions that were
 * put on the list, then the queue. What a step did and how far it came are one transaction, so that a death between
 * two steps loses nothing and repeats nothing that shows.
 */
export function createIndexWriter(sqlite: Database.Database, tables: IndexTables, relay: RelayReader): IndexWriter {
  let afterRow = 0
  let open = 0
  const settledSeq = (): number => {
    const { building, lastSeq } = tables.state()
    return building === 'done' ? lastSeq : 0
  }
  let committed = settledSeq()
  const begin = sqlite.prepare('BEGIN IMMEDIATE')
  const commit = sqlite.prepare('COMMIT')

  const transact = (work: () => boolean): boolean => {
    if (!sqlite.inTransaction) begin.run()
    let more: boolean
    try {
      more = relay.snapshot(work)
      open += 1
      if (tables.state().building !== 'done' && open < STEPS_A_BUILD_COMMIT) return more
      commit.run()
    } catch (error) {
      if (sqlite.inTransaction) sqlite.exec('ROLLBACK')
      afterRow = 0
      open = 0
      throw error
    }
    open = 0
    committed = settledSeq()
    return more
  }

  const sessionOf = (message: MessageText): SessionEntry | null => {
    const entry = tables.session(message.sessionId)
    if (entry !== undefined) return entry
    const facts = relay.session(message.sessionId)
    return facts === undefined ? null : tables.putSession(facts).entry
  }
  const put = (message: MessageText): number => {
    const owner = sessionOf(message)
    if (owner !== null) tables.putMessage(message, owner)
    return message.text.length
  }

  const buildSessions = (): boolean => {
    // From here on every change is read from the queue; the walks see this state or a newer one.
    if (afterRow === 0) tables.setLastSeq(relay.newestSeq())
    const rows = relay.sessionsAfterRow(afterRow, ROWS_A_STEP)
    for (const { row, id } of rows) {
      afterRow = row
      const facts = relay.session(id)
      if (facts !== undefined) tables.putSession(facts)
    }
    if (rows.length === ROWS_A_STEP) return true
    tables.setBuilding('messages')
    afterRow = 0
    return true
  }
  const buildMessages = (): boolean => {
    const rows = relay.messagesAfterRow(afterRow, ROWS_A_STEP)
    let size = 0
    for (const message of rows) {
      afterRow = message.row
      // A build that was cut off starts over and passes what it has.
      if (!tables.hasDoc(message.id)) size += put(message)
      if (size > TEXT_A_STEP) return true
    }
    if (rows.length < ROWS_A_STEP) tables.setBuilding('done')
    return true
  }

  const walk = (todo: Todo): boolean => {
    const entry = tables.sessionByNo(todo.sessionNo)
    if (entry === undefined) {
      tables.removeTodo(todo.sessionNo)
      return true
    }
    if (relay.session(entry.id) === undefined) {
      if (!tables.removeSomeOf(entry.no, ROWS_A_STEP)) {
        tables.removeSession(entry)
        tables.removeTodo(entry.no)
      }
      return true
    }
    const rows = relay.messagesOfSession(entry.id, todo.afterCreated, todo.afterId, ROWS_A_STEP)
    let size = 0
    for (const message of rows) {
      tables.moveTodo(entry.no, message)
      if (todo.again === 1 || !tables.hasDoc(message.id)) size += put(message)
      if (size > TEXT_A_STEP) return true
    }
    if (rows.length < ROWS_A_STEP) tables.removeTodo(entry.no)
    return true
  }

  const readSession = (id: string, seq: number): void => {
    const facts = relay.session(id)
    if (facts === undefined) {
      const gone = tables.session(id)
      if (gone !== undefined) tables.addTodo(gone.no, false)
      return
    }
    const { entry, moved } = tables.putSession(facts)
    if (moved) tables.addTodo(entry.no, true)
    else if (!isExplained(tables, relay, entry, seq)) tables.addTodo(entry.no, false)
  }
  const readMessage = (id: string): number => {
    const message = relay.message(id)
    if (message !== undefined) return put(message)
    tables.removeMessage(id)
    return 0
  }
  const readPending = (): boolean => {
    const rows = relay.pendingAfter(tables.state().lastSeq, ROWS_A_STEP)
    const seen = new Set<string>()
    let size = 0
    for (const { seq, kind, refId } of rows) {
      tables.setLastSeq(seq)
      if (seen.has(`${kind} ${refId}`)) continue
      seen.add(`${kind} ${refId}`)
      if (kind === 'session') readSession(refId, seq)
      else size += readMessage(refId)
      if (size > TEXT_A_STEP) return true
    }
    return rows.length === ROWS_A_STEP || tables.todo() !== undefined
  }

  return {
    step() {
      switch (tables.state().building) {
        case 'sessions':
          return transact(buildSessions)
        case 'messages':
          return transact(buildMessages)
        case 'done': {
          const todo = tables.todo()
          if (todo !== undefined) return transact(() => walk(todo))
          if (relay.pendingAfter(tables.state().lastSeq, 1).length === 0) return false
          return transact(readPending)
        }
      }
    },
    committedSeq: () => committed,
  }
}

/** Queued rows looked through to explain a difference; with more, the whole Session is read. */
const EXPLAINED_BY = 2000

/**
 * Whether what the queue holds after `seq` accounts for every message that the index and the main file do not share in
 * this Session. An import queues only the Session, so its messages are not accounted for.
 */
export function isExplained(tables: IndexTables, relay: RelayReader, entry: SessionEntry, seq: number): boolean {
  const missing = relay.countOfSession(entry.id) - entry.messages
  const rows = relay.pendingAfter(seq, EXPLAINED_BY + 1)
  if (rows.length > EXPLAINED_BY) return false
  const ids = new Set(rows.flatMap(({ kind, refId }) => (kind === 'message' ? [refId] : [])))
  let explained = 0
  for (const id of ids) {
    explained += Number(relay.sessionOfMessage(id) === entry.id) - Number(tables.sessionNoOfDoc(id) === entry.no)
  }
  return missing === explained
}
