/**
 * The form in which texts and queries are compared: NFKC (so width and composed forms agree), lower case, final sigma
 * as sigma, sharp s as ss. Lone surrogates and NUL become U+FFFD. Folding twice changes nothing.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  let folded = text.toWellFormed().normalize('NFKC').toLowerCase()
  if (RARE.test(folded)) {
    folded = folded.replace(/ς/gu, 'σ').replace(/ß/gu, 'ss').replace(RESERVED, '\ufffd')
  }
  return folded.normalize('NFKC')
}

/** Printable ASCII, tab and line ends: lower case is all that folding does. */
const ASCII = /^[\x20-\x7e\t\n\r]*$/
/** By UTF-16 units, which is much faster: the last one starts every character of the reserved range. */
const RARE = /[ςß\0\udbff]/
/** NUL, and the private-use range that `grams.ts` writes punctuation as. */
const RESERVED = /[\0\u{10ff00}-\u{10ff7f}]/gu

/**
 * Cuts a text into pieces whose folded forms, joined, are the folded text: a piece starts at a character that nothing
 * before it composes with. `end` is exclusive, both in UTF-16 units of `text`.
 */
export function* foldingUnits(
  text: string,
  from: number,
  to: number,
): Generator<{ start: number; end: number; folded: string }> {
  UNIT.lastIndex = from
  for (let match = UNIT.exec(text); match !== null && match.index < to; match = UNIT.exec(text)) {
    const start = match.index
    const end = Math.min(to, start + match[0].length)
    const folded = foldText(text.slice(start, end))
    // A run of a script written without safe characters is cut finer where that changes nothing.
    const parts = end - start > 1 ? finer(text, start, end, folded) : null
    if (parts === null) yield { start, end, folded }
    else yield* parts
    UNIT.lastIndex = end
  }
}

/** True where a piece may start: no character before it changes how it folds. */
export function isFoldingBoundary(text: string, at: number): boolean {
  return at <= 0 || at >= text.length || SAFE.test(text.charAt(at))
}

const SAFE = /[\x20-\x7e\t\n\r\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uac00-\ud7a3]/
const UNIT =
  /[\x20-\x7e\t\n\r\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uac00-\ud7a3]?[^\x20-\x7e\t\n\r\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uac00-\ud7a3]*/g

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function finer(
  text: string,
  start: number,
  end: number,
  folded: string,
): { start: number; end: number; folded: string }[] | null {
  const parts = [...graphemes.segment(text.slice(start, end))].map(({ segment, index }) => ({
    start: start + index,
    end: start + index + segment.length,
    folded: foldText(segment),
  }))
  return parts.map((part) => part.folded).join('') === folded ? parts : null
}
