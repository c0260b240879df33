import type Database from 'better-sqlite3'
import { foldText } from './fold-text.ts'
import { agentToken, gramTokens, sessionToken } from './grams.ts'
import type { MessageText, SessionFacts } from './relay-reader.ts'

export type IndexState = {
  readonly lastSeq: number
  readonly building: 'sessions' | 'messages' | 'done'
  readonly docs: number
  /** Sum of the folded lengths of all documents, in UTF-16 units. */
  readonly length: number
}
export type SessionEntry = {
  readonly no: number
  readonly id: string
  readonly agentNo: number
  readonly messages: number
}
export type Todo = {
  readonly sessionNo: number
  readonly again: 0 | 1
  readonly afterCreated: number
  readonly afterId: string
}

/** The statements that write `search.db`. All run inside a transaction of the caller's. */
export type IndexTables = ReturnType<typeof prepareIndexTables>

export function prepareIndexTables(sqlite: Database.Database) {
  const state = sqlite.prepare<[], IndexState>('SELECT last_seq AS lastSeq, building, docs, length FROM state')
  const setLastSeq = sqlite.prepare<[number]>('UPDATE state SET last_seq = ?')
  const setBuilding = sqlite.prepare<[string]>('UPDATE state SET building = ?')
  const addTotals = sqlite.prepare<[number, number]>('UPDATE state SET docs = docs + ?, length = length + ?')
  const agentNo = sqlite.prepare<[string], number>('SELECT no FROM agent WHERE id = ?').pluck()
  const addAgent = sqlite.prepare<[string]>('INSERT INTO agent (id) VALUES (?)')
  const session = sqlite.prepare<[string], SessionEntry>(
    'SELECT no, id, agent_no AS agentNo, messages FROM session WHERE id = ?',
  )
  const sessionByNo = sqlite.prepare<[number], SessionEntry>(
    'SELECT no, id, agent_no AS agentNo, messages FROM session WHERE no = ?',
  )
  const addSession = sqlite.prepare<[string, number]>('INSERT INTO session (id, agent_no, messages) VALUES (?, ?, 0)')
  const setAgentOf = sqlite.prepare<[number, number]>('UPDATE session SET agent_no = ? WHERE no = ?')
  const addMessages = sqlite.prepare<[number, number]>('UPDATE session SET messages = messages + ? WHERE no = ?')
  const removeSession = sqlite.prepare<[number]>('DELETE FROM session WHERE no = ?')
  const doc = sqlite.prepare<[string], { no: number; sessionNo: number; length: number }>(
    'SELECT no, session_no AS sessionNo, length FROM doc WHERE id = ?',
  )
  const docsOf = sqlite.prepare<[number, number], { no: number; sessionNo: number; length: number }>(
    'SELECT no, session_no AS sessionNo, length FROM doc WHERE session_no = ? LIMIT ?',
  )
  const addDoc = sqlite.prepare<[string, number, number]>('INSERT INTO doc (id, session_no, length) VALUES (?, ?, ?)')
  const setDoc = sqlite.prepare<[number, number, number]>('UPDATE doc SET session_no = ?, length = ? WHERE no = ?')
  const removeDoc = sqlite.prepare<[number]>('DELETE FROM doc WHERE no = ?')
  const addGrams = sqlite.prepare<[number, string]>('INSERT INTO gram (rowid, runs) VALUES (?, ?)')
  const removeGrams = sqlite.prepare<[number]>('DELETE FROM gram WHERE rowid = ?')
  const addNameGrams = sqlite.prepare<[number, string]>('INSERT INTO name_gram (rowid, runs) VALUES (?, ?)')
  const removeNameGrams = sqlite.prepare<[number]>('DELETE FROM name_gram WHERE rowid = ?')
  const todo = sqlite.prepare<[], Todo>(
    'SELECT session_no AS sessionNo, again, after_created AS afterCreated, after_id AS afterId FROM todo ORDER BY session_no LIMIT 1',
  )
  const countTodo = sqlite.prepare<[], number>('SELECT count(*) FROM todo').pluck()
  const addTodo = sqlite.prepare<[number, number]>(
    `INSERT INTO todo VALUES (?, ?, -1, '')
     ON CONFLICT DO UPDATE SET again = max(again, excluded.again), after_created = -1, after_id = ''`,
  )
  const moveTodo = sqlite.prepare<[number, string, number]>(
    'UPDATE todo SET after_created = ?, after_id = ? WHERE session_no = ?',
  )
  const removeTodo = sqlite.prepare<[number]>('DELETE FROM todo WHERE session_no = ?')

  const agentNoOf = (id: string | null): number => {
    if (id === null) return 0
    return agentNo.get(id) ?? Number(addAgent.run(id).lastInsertRowid)
  }
  const dropDoc = (entry: { no: number; sessionNo: number; length: number }): void => {
    removeGrams.run(entry.no)
    removeDoc.run(entry.no)
    addMessages.run(-1, entry.sessionNo)
    addTotals.run(-1, -entry.length)
  }
  return {
    state(): IndexState {
      const row = state.get()
      if (row === undefined) throw new Error('the index has no state row')
      return row
    },
    setLastSeq: (seq: number) => void setLastSeq.run(seq),
    setBuilding: (building: IndexState['building']) => void setBuilding.run(building),
    session: (id: string) => session.get(id),
    sessionByNo: (no: number) => sessionByNo.get(no),
    hasDoc: (messageId: string) => doc.get(messageId) !== undefined,
    sessionNoOfDoc: (messageId: string) => doc.get(messageId)?.sessionNo,

    /** Writes the Session's name and description; says whether it had another Agent before. */
    putSession(facts: SessionFacts): { entry: SessionEntry; moved: boolean } {
      const agent = agentNoOf(facts.agentId)
      const before = session.get(facts.id)
      const no = before?.no ?? Number(addSession.run(facts.id, agent).lastInsertRowid)
      if (before !== undefined) removeNameGrams.run(no)
      if (before !== undefined && before.agentNo !== agent) setAgentOf.run(agent, no)
      const names = gramTokens(foldText(`${facts.name}\n${facts.description}`))
      addNameGrams.run(no, `${names}${owners(agent, null)}`)
      const entry = { no, id: facts.id, agentNo: agent, messages: before?.messages ?? 0 }
      return { entry, moved: before !== undefined && before.agentNo !== agent }
    },
    removeSession(entry: SessionEntry): void {
      removeNameGrams.run(entry.no)
      removeSession.run(entry.no)
    },
    putMessage(message: MessageText, owner: SessionEntry): void {
      const folded = foldText(message.text)
      const before = doc.get(message.id)
      if (before !== undefined) {
        removeGrams.run(before.no)
        setDoc.run(owner.no, folded.length, before.no)
        if (before.sessionNo !== owner.no) addMessages.run(-1, before.sessionNo)
      }
      const no = before?.no ?? Number(addDoc.run(message.id, owner.no, folded.length).lastInsertRowid)
      if (before === undefined || before.sessionNo !== owner.no) addMessages.run(1, owner.no)
      addGrams.run(no, `${gramTokens(folded)}${owners(owner.agentNo, owner.no)}`)
      addTotals.run(before === undefined ? 1 : 0, folded.length - (before?.length ?? 0))
    },
    removeMessage(id: string): void {
      const entry = doc.get(id)
      if (entry !== undefined) dropDoc(entry)
    },
    /** Removes at most `limit` messages of a Session; false when none are left. */
    removeSomeOf(sessionNo: number, limit: number): boolean {
      const some = docsOf.all(sessionNo, limit)
      for (const entry of some) dropDoc(entry)
      return some.length === limit
    },

    todo: () => todo.get(),
    countTodo: () => countTodo.get() ?? 0,
    /** Puts a whole Session on the list; `again` reads also the messages that the index has. */
    addTodo: (sessionNo: number, again: boolean) => void addTodo.run(sessionNo, Number(again)),
    moveTodo: (sessionNo: number, after: MessageText) => void moveTodo.run(after.createdAt, after.id, sessionNo),
    removeTodo: (sessionNo: number) => void removeTodo.run(sessionNo),
  }
}

function owners(agentNo: number, sessionNo: number | null): string {
  const agent = agentNo === 0 ? '' : ` ${agentToken(agentNo)}`
  return sessionNo === null ? agent : `${agent} ${sessionToken(sessionNo)}`
}
