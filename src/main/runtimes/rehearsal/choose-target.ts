/** A Session as the session tools show it. */
export type Candidate = {
  readonly sessionId: string
  readonly sessionName: string
  readonly agentName: string
  readonly isCurrent: boolean
  /** Text in which the search found the words: of its description or its messages. */
  readonly evidence: readonly string[]
}

export type Choice =
  | { readonly kind: 'one'; readonly candidate: Candidate }
  | { readonly kind: 'several'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'none' }

/** How well a candidate fits; a higher number beats any lower one, and equal numbers are left to the person. */
const FIT = { id: 6, exactName: 5, phraseInName: 4, wordsInName: 3, wordsInNames: 2, evidence: 1, none: 0 } as const

/** Picks the one Session that a person's words fit best. Never the caller itself, and never one of two equals. */
export function chooseTarget(words: string, candidates: readonly Candidate[]): Choice {
  const others = new Map(
    candidates.filter((candidate) => !candidate.isCurrent).map((candidate) => [candidate.sessionId, candidate]),
  )
  const fits = [...others.values()].map((candidate) => ({ candidate, fit: fitOf(words, candidate) }))
  const best = Math.max(0, ...fits.map(({ fit }) => fit))
  const found = fits.filter(({ fit }) => fit === best && fit > FIT.none).map(({ candidate }) => candidate)
  const [first] = found
  if (first === undefined) return { kind: 'none' }
  return found.length === 1 ? { kind: 'one', candidate: first } : { kind: 'several', candidates: found }
}

function fitOf(words: string, candidate: Candidate): number {
  const wanted = fold(words)
  const name = fold(candidate.sessionName)
  if (wanted === '') return FIT.none
  if (wanted === fold(candidate.sessionId)) return FIT.id
  if (wanted === name) return FIT.exactName
  if (name.includes(wanted)) return FIT.phraseInName
  const terms = termsOf(wanted)
  if (terms.every((term) => name.includes(term))) return FIT.wordsInName
  const names = `${name} ${fold(candidate.agentName)}`
  if (terms.every((term) => names.includes(term))) return FIT.wordsInNames
  return candidate.evidence.length > 0 ? FIT.evidence + coverage(terms, candidate.evidence) : FIT.none
}

/** The share of the words that the evidence holds, below 1 so that it stays under every name. */
function coverage(terms: readonly string[], evidence: readonly string[]): number {
  const text = fold(evidence.join(' '))
  return (terms.filter((term) => text.includes(term)).length / terms.length) * 0.9
}

/** Words that join names and say nothing by themselves. */
const JOINING: ReadonlySet<string> = new Set(['of', 'by', 'from', 'the', 'in', 'at', 'session', 'agent', '的'])

function termsOf(folded: string): readonly string[] {
  const terms = folded.split(/[^\p{L}\p{N}]+/u).filter((term) => term !== '' && !JOINING.has(term))
  return terms.length === 0 ? [folded] : terms
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
}
