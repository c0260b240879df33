export type SnippetPiece = { readonly text: string; readonly marked: boolean; readonly start: number }

/** Cuts a snippet at its marks, which are code-point ranges [start, end); ranges that overlap or overrun are clipped. */
export function piecesOf(snippet: string, marks: readonly (readonly [number, number])[]): readonly SnippetPiece[] {
  const points = [...snippet]
  const pieces: SnippetPiece[] = []
  const push = (start: number, end: number, marked: boolean): void => {
    if (end > start) pieces.push({ text: points.slice(start, end).join(''), marked, start })
  }
  let at = 0
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0])) {
    const start = Math.max(at, from)
    const end = Math.min(points.length, Math.max(start, to))
    push(at, Math.min(start, points.length), false)
    push(start, end, true)
    at = Math.max(at, end)
  }
  push(at, points.length, false)
  return pieces
}
