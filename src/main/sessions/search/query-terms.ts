import { foldText } from './fold-text.ts'

/** A query as it is searched for: every term is a plain substring of folded text. */
export type QueryTerms = {
  /** Distinct, in the order typed, never empty strings. */
  readonly terms: readonly string[]
  /** The query as one substring; the blanks between its words stand for any run of white space. */
  readonly whole: readonly string[]
}

/**
 * Words are parted by white space. What stands in double quotes is one term, blanks included; a star after a word is
 * what other search boxes add by themselves, and means nothing here, since every term matches inside words too. All
 * other punctuation is searched for as it is.
 */
export function parseQuery(query: string): QueryTerms {
  const folded = foldText(query).trim()
  const terms = new Set<string>()
  for (const [piece] of folded.matchAll(PIECE)) {
    const quoted = QUOTED.exec(piece)?.[1]?.trim()
    if (quoted !== undefined && quoted !== '') terms.add(quoted)
    else terms.add(STARRED.exec(piece)?.[1] ?? piece)
  }
  return { terms: [...terms], whole: folded === '' ? [] : folded.split(/\s+/u) }
}

const PIECE = /["\u201c\u201d][^"\u201c\u201d]+["\u201c\u201d](?!\S)|\S+/gu
const QUOTED = /^["\u201c\u201d]([^"\u201c\u201d]+)["\u201c\u201d]$/u
const STARRED = /^([^*"]+)\*$/u
