import type { QueryTerms } from './query-terms.ts'

/** How often each term stands in a folded text; null where none does. */
export type TextTest = (folded: string) => { counts: number[]; length: number; whole: boolean } | null

/** Beyond this, one more mention adds nothing to the rank. */
const COUNTED = 32

export function createTextTest({ terms, whole }: QueryTerms): TextTest {
  const isWhole = wholeTest(whole)
  return (folded) => {
    let any = false
    const counts = terms.map((term) => {
      const count = countTerm(folded, term)
      any ||= count > 0
      return count
    })
    if (!any) return null
    return { counts, length: folded.length, whole: counts.every((count) => count > 0) && isWhole(folded) }
  }
}

function countTerm(folded: string, term: string): number {
  let count = 0
  for (let at = folded.indexOf(term); at >= 0 && count < COUNTED; at = folded.indexOf(term, at + term.length))
    count += 1
  return count
}

function wholeTest(words: readonly string[]): (folded: string) => boolean {
  const [only] = words
  if (words.length === 1 && only !== undefined) return (folded) => folded.includes(only)
  const pattern = new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')).join('\\s+'), 'u')
  return (folded) => pattern.test(folded)
}
