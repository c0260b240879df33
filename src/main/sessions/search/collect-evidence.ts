import type { SearchScope } from '#shared/timeline.ts'
import { foldText } from './fold-text.ts'
import { agentToken, matchExpression } from './grams.ts'
import type { Gathered, GatherLimits, IndexReader, Wanted } from './index-reader.ts'
import type { IndexTables } from './index-tables.ts'
import { isExplained } from './index-writer.ts'
import type { QueryTerms } from './query-terms.ts'
import { type Evidence, holdsAll, NAME_WEIGHT, type RankFacts } from './rank.ts'
import type { MessageText, RelayReader, SessionFacts } from './relay-reader.ts'
import type { SearchQuery } from './search-answer.ts'
import { createTextTest, type TextTest } from './text-test.ts'

const everything: Wanted = (sessionIds) => new Set(sessionIds)

export type QueryContext = {
  readonly relay: RelayReader
  readonly index: IndexReader
  readonly tables: IndexTables
  readonly now: number
  readonly totals: (query: SearchQuery) => { sessions: number; messages: number }
  /** Throws when the query was cancelled. */
  readonly check: () => void
}

export type MessageEvidence = Evidence & { readonly messageId: string }
export type SessionEvidence = {
  readonly facts: SessionFacts
  readonly messages: MessageEvidence[]
  readonly names: Evidence | null
}
export type Collected = {
  readonly sessions: readonly SessionEvidence[]
  readonly facts: RankFacts
  /** Why the answer may not be over everything; null when it is. */
  readonly reason: NonNullable<SearchScope['reason']> | null
}

/** Newest queued rows that a query reads itself (design §4). */
const QUEUED_READ = 2000
/** Newest texts that hold every term and are ranked against each other. */
const RANKED = 2000
/** Texts looked at to find as many that the asker may see. */
const LOOKED = 20_000
/** Texts read for Sessions whose terms lie apart, over all terms together. */
const PARTIAL = 1000
/** Texts fetched by one statement. */
const READ_AT_ONCE = 128
/** Texts looked at to guess how common a term is. */
const PROBED = 100
/** Terms that the index is asked for one by one. */
const ASKED = 32
/** Queued Sessions whose messages a query accounts for; with more, it says that it is not complete. */
const SESSIONS_EXPLAINED = 50

/** Gathers the texts that hold a term, from the index and from what it has still to read, each checked on its own text. */
export function collectEvidence(ctx: QueryContext, query: SearchQuery, parsed: QueryTerms): Collected {
  const collection = new Collection(ctx, query, parsed)
  return collection.run()
}

class Collection {
  readonly #ctx: QueryContext
  readonly #query: SearchQuery
  readonly #terms: readonly string[]
  readonly #test: TextTest
  readonly #found = new Map<string, SessionEvidence>()
  readonly #visible = new Map<string, SessionFacts | null>()
  readonly #queued = new Set<string>()
  readonly #read = new Set<string>()
  #reason: Collected['reason'] = null

  constructor(ctx: QueryContext, query: SearchQuery, parsed: QueryTerms) {
    this.#ctx = ctx
    this.#query = query
    this.#terms = parsed.terms
    this.#test = createTextTest(parsed)
  }

  run(): Collected {
    const { index } = this.#ctx
    const state = this.#ctx.tables.state()
    // While the file is built its number only says where the queue is to be taken up afterwards.
    this.#readQueue(state.building === 'done' ? state.lastSeq : 0)
    if (state.building !== 'done' || this.#ctx.tables.countTodo() > 0) this.#reason = 'indexing'
    const agentNo = this.#query.agentId === undefined ? null : (index.agentNo(this.#query.agentId) ?? 0)
    let frequencies = this.#terms.map(() => 1)
    // An Agent that the index has never seen has no text in it.
    if (agentNo !== 0) frequencies = this.#readIndex(agentNo === null ? null : agentToken(agentNo))
    return {
      sessions: [...this.#found.values()],
      facts: { now: this.#ctx.now, docs: state.docs, meanLength: state.length / Math.max(1, state.docs), frequencies },
      reason: this.#reason,
    }
  }

  #readIndex(owner: string | null): number[] {
    const terms = this.#terms
    const ranked = { wanted: RANKED, looked: LOOKED }
    this.#takeNames(matchExpression(terms, owner), ranked)
    const all = this.#takeMessages(matchExpression(terms, owner), ranked)
    if (!all.complete) this.#explain('common-word')
    if (terms.length === 1) return [all.estimate]
    if (this.#sessionsWithAll() >= this.#query.limit) {
      const probe = { wanted: PROBED, looked: PROBED }
      return terms.map(
        (term) =>
          this.#ctx.index.gatherMessages(matchExpression([term], owner), probe, everything, this.#ctx.check).estimate,
      )
    }
    const asked = new Set([...terms].sort((a, b) => b.length - a.length).slice(0, ASKED))
    if (asked.size < terms.length) this.#explain('candidates')
    const share = { wanted: Math.max(PROBED, Math.floor(PARTIAL / asked.size)), looked: LOOKED }
    return terms.map((term) => {
      if (!asked.has(term)) return 1
      this.#takeNames(matchExpression([term], owner), share)
      const some = this.#takeMessages(matchExpression([term], owner), share)
      if (!some.complete) this.#explain('candidates')
      return some.estimate
    })
  }

  #explain(reason: NonNullable<Collected['reason']>): void {
    this.#reason ??= reason
  }

  #sessionsWithAll(): number {
    let count = 0
    for (const { messages, names } of this.#found.values()) {
      if (messages.some(({ counts }) => holdsAll(counts)) || (names !== null && holdsAll(names.counts))) count += 1
    }
    return count
  }

  #takeNames(expression: string, limits: GatherLimits): void {
    const { matches, complete } = this.#ctx.index.gatherNames(expression, limits, this.#wanted, this.#ctx.check)
    if (!complete) this.#explain('common-word')
    for (const { sessionId } of matches) this.#takeSession(sessionId)
  }

  #takeMessages(expression: string, limits: GatherLimits): Gathered {
    const { index, check } = this.#ctx
    const gathered = index.gatherMessages(expression, limits, this.#wanted, check)
    const ids: string[] = []
    for (const { messageId } of gathered.matches) {
      if (messageId === null || this.#queued.has(messageId) || this.#read.has(messageId)) continue
      this.#read.add(messageId)
      ids.push(messageId)
    }
    this.#readMessages(ids)
    return gathered
  }

  /** What the index has not read yet is read here, so that a text is found, and a removed one is not, at once. */
  #readQueue(lastSeq: number): void {
    const { relay, tables, check } = this.#ctx
    const rows = relay.newestPending(lastSeq, QUEUED_READ + 1)
    if (rows.length > QUEUED_READ) this.#reason = 'indexing'
    const sessions = new Set<string>()
    for (const { kind, refId } of rows.slice(0, QUEUED_READ)) {
      if (kind === 'session') sessions.add(refId)
      else this.#queued.add(refId)
    }
    this.#readMessages([...this.#queued])
    if (sessions.size > SESSIONS_EXPLAINED) this.#reason = 'indexing'
    for (const id of [...sessions].slice(0, SESSIONS_EXPLAINED)) {
      check()
      const facts = this.#takeSession(id)
      if (facts === null || this.#reason !== null) continue
      const entry = tables.session(id) ?? { no: -1, id, agentNo: 0, messages: 0 }
      const agentNo = facts.agentId === null ? 0 : (this.#ctx.index.agentNo(facts.agentId) ?? 0)
      const isMoved = entry.no > 0 && entry.agentNo !== agentNo
      if (isMoved || !isExplained(tables, relay, entry, lastSeq)) this.#reason = 'indexing'
    }
  }

  #readMessages(ids: readonly string[]): void {
    for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
      this.#ctx.check()
      for (const message of this.#ctx.relay.messages(ids.slice(from, from + READ_AT_ONCE))) this.#takeMessage(message)
    }
  }

  #takeMessage(message: MessageText): void {
    if (message.leftOut === 1 && this.#query.asker.kind === 'agent') return
    const tested = this.#test(foldText(message.text))
    if (tested === null) return
    const session = this.#takeSession(message.sessionId, true)
    if (session === null) return
    this.#found.get(session.id)?.messages.push({ messageId: message.id, ...tested, at: message.createdAt, weight: 1 })
  }

  /** Notes a Session that the asker may see, with what its name and description hold; null when it may not. */
  #takeSession(id: string, hasMessage = false): SessionFacts | null {
    const facts = this.#visibleFacts(id)
    if (facts === null || this.#found.has(id)) return facts
    const tested = this.#test(foldText(`${facts.name}\n${facts.description}`))
    if (tested === null && !hasMessage) return facts
    const names = tested === null ? null : { ...tested, at: facts.lastActivityAt, weight: NAME_WEIGHT }
    this.#found.set(id, { facts, messages: [], names })
    return facts
  }

  readonly #wanted: Wanted = (sessionIds) => {
    const unknown = new Set(sessionIds.filter((id) => !this.#visible.has(id)))
    for (const id of unknown) this.#visible.set(id, null)
    if (unknown.size > 0) for (const facts of this.#ctx.relay.sessions([...unknown])) this.#judge(facts)
    return new Set(sessionIds.filter((id) => this.#visible.get(id) !== null))
  }

  #judge(facts: SessionFacts): void {
    this.#visible.set(facts.id, isVisible(facts, this.#query) ? facts : null)
  }

  #visibleFacts(id: string): SessionFacts | null {
    let facts = this.#visible.get(id)
    if (facts === undefined) {
      const row = this.#ctx.relay.session(id)
      facts = row !== undefined && isVisible(row, this.#query) ? row : null
      this.#visible.set(id, facts)
    }
    return facts
  }
}

/** A person finds everything that is not in the trash, orphans too; an Agent only what is Visible to its Session. */
function isVisible(session: SessionFacts, { asker, agentId, includeTrashed }: SearchQuery): boolean {
  if (agentId !== undefined && session.agentId !== agentId) return false
  if (asker.kind === 'person') return session.trashed === 0 || includeTrashed === true
  if (session.trashed === 1 || session.agentId === null || session.agentDeleted === 1) return false
  return session.hidden === 0 || session.id === asker.sessionId
}
