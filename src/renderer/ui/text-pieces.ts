import { findInvisible } from '#shared/invisible-characters.ts'

/** A stretch of a text: plain, marked by `mark` (the caller's own number), or one character that cannot be seen. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly at: number; readonly mark: number | null }
  | { readonly kind: 'hidden'; readonly codePoint: number; readonly at: number; readonly mark: number | null }

/** A range in code points, as warnings give them: [start, end). */
export type Range = { readonly start: number; readonly end: number }

/** Cuts a text at its marks and at every character that cannot be seen. Nothing is lost and nothing is added. */
export function piecesOf(text: string, marks: readonly Range[]): Piece[] {
  const points = [...text]
  const hidden = new Set(findInvisible(text).map(({ offset }) => offset))
  const pieces: Piece[] = []
  let start = 0
  let mark = markAt(marks, 0)
  const flush = (end: number): void => {
    if (end > start) pieces.push({ kind: 'text', text: points.slice(start, end).join(''), at: start, mark })
    start = end
  }
  for (const [at, point] of points.entries()) {
    const here = markAt(marks, at)
    if (here !== mark) {
      flush(at)
      mark = here
    }
    if (!hidden.has(at)) continue
    flush(at)
    pieces.push({ kind: 'hidden', codePoint: point.codePointAt(0) ?? 0, at, mark })
    start = at + 1
  }
  flush(points.length)
  return pieces
}

function markAt(marks: readonly Range[], at: number): number | null {
  const index = marks.findIndex(({ start, end }) => start <= at && at < end)
  return index === -1 ? null : index
}

/** `U+200B`. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
}

/** The text without a range of code points. */
export function without(text: string, { start, end }: Range): string {
  const points = [...text]
  return [...points.slice(0, start), ...points.slice(end)].join('')
}
