import type { Clock } from '../../kernel/clock.ts'
import type { IndexReader } from './index-reader.ts'
import type { RelayReader } from './relay-reader.ts'
import type { SearchQuery } from './search-answer.ts'

export type Totals = { readonly sessions: number; readonly messages: number }

/** Up to so many Sessions are counted for every query; beyond, a count holds for a while. */
const COUNTED_EACH_TIME = 1000
const HOLDS_MS = 10_000
const KEPT = 64

/** How much a query looks at: the Sessions that its asker may see, and their messages in the index. */
export function createTotals(relay: RelayReader, index: IndexReader, clock: Clock): (query: SearchQuery) => Totals {
  const kept = new Map<string, Totals & { at: number }>()
  return ({ asker, agentId, includeTrashed }) => {
    const askerId = asker.kind === 'agent' ? asker.sessionId : ''
    const key = JSON.stringify([askerId, agentId ?? null, includeTrashed === true])
    const before = kept.get(key)
    if (before !== undefined && before.sessions > COUNTED_EACH_TIME && clock.monotonic() - before.at < HOLDS_MS) {
      return { sessions: before.sessions, messages: before.messages }
    }
    const counts = index.messageCounts()
    const ids = relay.visibleSessions({
      trashed: asker.kind === 'person' && includeTrashed === true,
      agentOnly: asker.kind === 'agent',
      askerId,
      agentId: agentId ?? null,
    })
    const totals = { sessions: ids.length, messages: ids.reduce((total, id) => total + (counts.get(id) ?? 0), 0) }
    if (kept.size >= KEPT) kept.clear()
    kept.set(key, { ...totals, at: clock.monotonic() })
    return totals
  }
}
