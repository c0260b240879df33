/**
 * What the index holds of a text: the set of its one-, two- and three-character runs, in any script, each written as
 * one token that FTS5's `ascii` tokenizer leaves whole. A term of any length then has candidates without a scan; that
 * its runs stand side by side is checked on the text itself.
 */

/** Runs of one term that an expression asks for at most; the text decides the rest. */
const RUNS_A_TERM = 12
/** Runs in one expression at most. */
const RUNS_AN_EXPRESSION = 48
/** `ascii` takes letters, digits and everything beyond ASCII as parts of a token; all else moves up here. */
const PUNCTUATION_BASE = 0x10ff00

const asToken: readonly string[] = Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  return /[0-9a-z]/.test(char) ? char : String.fromCodePoint(PUNCTUATION_BASE + code)
})

function encoded(folded: string): string[] {
  const chars: string[] = []
  for (const char of folded) {
    const code = char.charCodeAt(0)
    chars.push(code < 128 ? (asToken[code] ?? char) : char)
  }
  return chars
}

/** Every run of up to three characters of a folded text, once each, parted by blanks. */
export function gramTokens(folded: string): string {
  const runs = new Set<string>()
  let before = ''
  let twoBefore = ''
  for (const char of encoded(folded)) {
    runs.add(char)
    if (before !== '') runs.add(before + char)
    if (twoBefore !== '') runs.add(twoBefore + before + char)
    twoBefore = before
    before = char
  }
  return [...runs].join(' ')
}

/** The runs whose presence a text with this term cannot do without. */
export function termTokens(term: string): string[] {
  const chars = encoded(term)
  if (chars.length <= 3) return [chars.join('')]
  const last = chars.length - 3
  const steps = Math.min(RUNS_A_TERM - 1, Math.ceil(last / 2))
  const starts = new Set(Array.from({ length: steps + 1 }, (_, step) => Math.round((step * last) / steps)))
  return [...starts].map((start) => chars.slice(start, start + 3).join(''))
}

/** An FTS5 expression for texts that hold the runs of every term, longest terms first where there are too many. */
export function matchExpression(terms: readonly string[], owner: string | null): string {
  const tokens = new Set(owner === null ? [] : [owner])
  for (const term of [...terms].sort((a, b) => b.length - a.length)) {
    for (const token of termTokens(term)) if (tokens.size < RUNS_AN_EXPRESSION) tokens.add(token)
  }
  return [...tokens].map((token) => `"${token}"`).join(' AND ')
}

/** Marks a document as its Agent's; longer than any run, so that no text can look like it. */
export function agentToken(agentNo: number): string {
  return `agent${agentNo}`
}

export function sessionToken(sessionNo: number): string {
  return `session${sessionNo}`
}
