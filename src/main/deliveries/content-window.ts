/** A stretch of a text. All numbers count code points; `next` is null at the end. */
export type ContentWindow = { readonly content: string; readonly length: number; readonly next: number | null }

export function contentWindow(text: string, offset: number, count: number): ContentWindow {
  const length = countCodePoints(text)
  const end = Math.min(offset + count, length)
  const content = offset >= length ? '' : sliceCodePoints(text, offset, end)
  return { content, length, next: end < length ? end : null }
}

function countCodePoints(text: string): number {
  if (!hasPairs(text)) return text.length
  let length = 0
  for (const _ of text) length += 1
  return length
}

function sliceCodePoints(text: string, start: number, end: number): string {
  if (!hasPairs(text)) return text.slice(start, end)
  let position = 0
  let index = 0
  let from = 0
  for (const character of text) {
    if (position === start) from = index
    if (position === end) return text.slice(from, index)
    position += 1
    index += character.length
  }
  return text.slice(from)
}

function hasPairs(text: string): boolean {
  return /[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text)
}
