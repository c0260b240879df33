/** One text that holds at least one term: a message, or a Session's name and description. */
export type Evidence = {
  /** How often each term stands in it, in the order of the terms. */
  readonly counts: readonly number[]
  /** UTF-16 units of the folded text. */
  readonly length: number
  /** It holds the query as one substring. */
  readonly whole: boolean
  /** Milliseconds since the epoch; for a name, the Session's last activity. */
  readonly at: number
  /** What it weighs beside others: a name says more than a message. */
  readonly weight: number
}

export type RankFacts = {
  readonly now: number
  /** Documents in the index, and their mean length. */
  readonly docs: number
  readonly meanLength: number
  /** In how many documents each term stands, about. */
  readonly frequencies: readonly number[]
}

/** 0 holds the whole query · 1 one text with every term · 2 every term, in different texts · 3 some of the terms */
export type Tier = 0 | 1 | 2 | 3

/** A name or description counts as much as two mentions in a message. */
export const NAME_WEIGHT = 2
const K1 = 1.2
const B = 0.75
/** A text of today weighs up to a quarter more than an old one; half of that is gone after thirty days. */
const RECENCY = 0.25
const RECENCY_HALF_LIFE_MS = 30 * 24 * 60 * 60 * 1000

/** What each term adds to the weight of a text by bm25, times the recency of the text. */
export function termScores(evidence: Evidence, facts: RankFacts): number[] {
  const age = Math.max(0, facts.now - evidence.at)
  const recency = 1 + RECENCY * 2 ** (-age / RECENCY_HALF_LIFE_MS)
  const norm = K1 * (1 - B + (B * evidence.length) / Math.max(1, facts.meanLength))
  return evidence.counts.map((count, term) => {
    const holding = Math.min(facts.docs, facts.frequencies[term] ?? 0)
    const rarity = Math.log(1 + (facts.docs - holding + 0.5) / (holding + 0.5))
    return ((count * (K1 + 1)) / (count + norm)) * rarity * recency * evidence.weight
  })
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

export function holdsAll(counts: readonly number[]): boolean {
  return counts.every((count) => count > 0)
}

/** The tier of a Session by its evidence, and its weight inside it. */
export function rankSession(evidence: readonly Evidence[], facts: RankFacts): { tier: Tier; score: number } {
  const scored = evidence.map((one) => ({ one, scores: termScores(one, facts) }))
  const best = (of: typeof scored): number => Math.max(...of.map(({ scores }) => sum(scores)))
  const whole = scored.filter(({ one }) => one.whole)
  if (whole.length > 0) return { tier: 0, score: best(whole) }
  const all = scored.filter(({ one }) => holdsAll(one.counts))
  if (all.length > 0) return { tier: 1, score: best(all) }
  const most = facts.frequencies.map((_, term) => Math.max(0, ...scored.map(({ scores }) => scores[term] ?? 0)))
  return { tier: most.every((score) => score > 0) ? 2 : 3, score: sum(most) }
}
