import { foldingUnits, foldText, isFoldingBoundary } from './fold-text.ts'

export type Snippet = { readonly snippet: string; readonly marks: [number, number][] }

/** Code points of a snippet at most. */
const LONGEST = 255
/** UTF-16 units shown before the first hit. */
const BEFORE = 80
/** Folded piece by piece when looking for the place of a hit in a long text. */
const STRIDE = 2048

/**
 * The neighbourhood of the first hit, without control and direction characters, white space as single blanks. Marks are
 * code-point ranges [start, end) of the snippet where a term stands, also where the text writes it in another form.
 */
export function makeSnippet(text: string, terms: readonly string[]): Snippet {
  const hit = firstHit(text, terms)
  const from = boundaryBefore(text, Math.max(0, hit.start - BEFORE))
  const to = boundaryAfter(text, Math.min(text.length, Math.max(hit.start + 2 * LONGEST, hit.end)))
  const origin: number[] = []
  const end: number[] = []
  let folded = ''
  for (const unit of foldingUnits(text, from, to)) {
    folded += unit.folded
    while (origin.length < folded.length) {
      origin.push(unit.start)
      end.push(unit.end)
    }
  }
  const marked = new Uint8Array(to - from)
  for (const term of terms) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
      marked.fill(1, (origin[at] ?? from) - from, (end[at + term.length - 1] ?? to) - from)
    }
  }
  return clean(text, from, to, marked)
}

/** Where the earliest term stands, in UTF-16 units of the text as stored. */
function firstHit(text: string, terms: readonly string[]): { start: number; end: number } {
  const folded = foldText(text)
  let at = -1
  let length = 0
  for (const term of terms) {
    const found = folded.indexOf(term)
    if (found >= 0 && (at < 0 || found < at || (found === at && term.length > length))) {
      at = found
      length = term.length
    }
  }
  if (at < 0) return { start: 0, end: 0 }
  return { start: placeOf(text, at), end: placeOf(text, at + length) }
}

/** The unit of the stored text that a place of the folded text comes from. */
function placeOf(text: string, foldedAt: number): number {
  let seen = 0
  let start = 0
  while (start < text.length) {
    const end = boundaryAfter(text, Math.min(text.length, start + STRIDE))
    const length = foldText(text.slice(start, end)).length
    if (seen + length > foldedAt) {
      for (const unit of foldingUnits(text, start, end)) {
        if (seen + unit.folded.length > foldedAt) return unit.start
        seen += unit.folded.length
      }
      return end
    }
    seen += length
    start = end
  }
  return text.length
}

function boundaryBefore(text: string, at: number): number {
  let place = at
  while (!isFoldingBoundary(text, place) && at - place < STRIDE) place -= 1
  return place
}

function boundaryAfter(text: string, at: number): number {
  let place = at
  while (!isFoldingBoundary(text, place)) place += 1
  return place
}

function clean(text: string, from: number, to: number, marked: Uint8Array): Snippet {
  const chars: string[] = []
  const marks: [number, number][] = []
  let cut = false
  for (let at = from; at < to;) {
    const code = text.codePointAt(at) ?? 0
    const isMarked = marked[at - from] === 1
    const raw = String.fromCodePoint(code)
    at += raw.length
    const char = BLANK.test(raw) ? ' ' : raw === '\0' ? '\ufffd' : raw.toWellFormed()
    if (char !== ' ' && UNSEEN.test(char)) continue
    if (char === ' ' && (chars.length === 0 || chars.at(-1) === ' ')) continue
    if (chars.length === LONGEST) {
      cut = true
      break
    }
    const last = marks.at(-1)
    if (isMarked && last !== undefined && last[1] === chars.length) last[1] += 1
    else if (isMarked) marks.push([chars.length, chars.length + 1])
    chars.push(char)
  }
  if (!cut && chars.at(-1) === ' ' && marks.at(-1)?.[1] !== chars.length) chars.pop()
  return { snippet: chars.join(''), marks }
}

const BLANK = /\s/u
/** Control characters, and those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u
