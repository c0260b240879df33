import type { SearchAnswer, SearchQuery } from './search-answer.ts'
import { collectEvidence, type QueryContext, type SessionEvidence } from './collect-evidence.ts'
import { foldText } from './fold-text.ts'
import { parseQuery, type QueryTerms } from './query-terms.ts'
import { type RankFacts, rankSession, sum, termScores, type Tier } from './rank.ts'
import { makeSnippet } from './snippet.ts'

type Hit = SearchAnswer['hits'][number]

/** Message matches shown of one Session. */
const MATCHES_A_SESSION = 3

/**
 * Answers one query on one state of the main file. Synchronous; calls `ctx.check` at least every few milliseconds,
 * which throws when nobody waits for the answer any more.
 */
export function runQuery(ctx: QueryContext, query: SearchQuery): SearchAnswer {
  return ctx.relay.snapshot(() => {
    const parsed = parseQuery(query.query)
    const totals = ctx.totals(query)
    if (parsed.terms.length === 0) return { hits: [], scope: { ...totals, complete: true } }
    const collected = collectEvidence(ctx, query, parsed)
    const ranked = rank(collected.sessions, collected.facts).slice(0, query.limit)
    return {
      hits: ranked.map((session) => {
        ctx.check()
        return show(ctx, session, parsed, collected.facts)
      }),
      scope: {
        ...totals,
        complete: collected.reason === null,
        ...(collected.reason === null ? {} : { reason: collected.reason }),
      },
    }
  })
}

function rank(sessions: readonly SessionEvidence[], facts: RankFacts): SessionEvidence[] {
  const rows: { session: SessionEvidence; tier: Tier; score: number }[] = sessions.map((session) => ({
    session,
    ...rankSession([...session.messages, ...(session.names === null ? [] : [session.names])], facts),
  }))
  rows.sort(
    (a, b) =>
      a.tier - b.tier ||
      b.score - a.score ||
      b.session.facts.lastActivityAt - a.session.facts.lastActivityAt ||
      (a.session.facts.id < b.session.facts.id ? 1 : -1),
  )
  return rows.map(({ session }) => session)
}

function show(ctx: QueryContext, session: SessionEvidence, { terms }: QueryTerms, facts: RankFacts): Hit {
  const { id, name, description, agentId, agentName, trashed } = session.facts
  const matches = bestMessages(session, facts).flatMap(({ messageId, at }) => {
    const message = ctx.relay.message(messageId)
    return message === undefined ? [] : [{ messageId, ...makeSnippet(message.text, terms), createdAt: at }]
  })
  const fields = [
    { field: 'name' as const, text: name },
    { field: 'description' as const, text: description },
  ]
  return {
    sessionId: id,
    sessionName: name,
    agentId,
    agentName: agentName ?? '',
    trashed: trashed === 1,
    matches,
    metadataMatches: fields.flatMap(({ field, text }) => {
      const folded = foldText(text)
      return terms.some((term) => folded.includes(term)) ? [{ field, ...makeSnippet(text, terms) }] : []
    }),
  }
}

/** The best message first; then those that show a term which the ones before do not; then the next best. */
function bestMessages({ messages }: SessionEvidence, facts: RankFacts): SessionEvidence['messages'] {
  const left = messages
    .map((message) => ({
      message,
      score: sum(termScores(message, facts)),
      held: message.counts.filter((count) => count > 0).length,
    }))
    .sort(
      (a, b) =>
        Number(b.message.whole) - Number(a.message.whole) ||
        b.held - a.held ||
        b.score - a.score ||
        b.message.at - a.message.at,
    )
    .map(({ message }) => message)
  const chosen: typeof left = []
  const shown = new Set<number>()
  while (chosen.length < MATCHES_A_SESSION && left.length > 0) {
    const adds = left.findIndex(({ counts }) => counts.some((count, term) => count > 0 && !shown.has(term)))
    const [next] = left.splice(Math.max(0, adds), 1)
    if (next === undefined) break
    for (const [term, count] of next.counts.entries()) if (count > 0) shown.add(term)
    chosen.push(next)
  }
  return chosen
}
