import type { ApprovalWarning } from '#shared/approval.ts'
import { findInvisible } from '#shared/invisible-characters.ts'
import { findMisleadingLinks } from './misleading-links.ts'
import { findSecrets } from './secret-patterns.ts'

/** A text over this many UTF-8 bytes is worth a look (design §8). */
const LARGE_BYTES = 8 * 1024
/** So many white characters in a row may push what follows out of view. */
const PADDING = /\s{100,}/g
/** Warnings of one kind; a text with more is shown with all its escapes anyway. */
const MAX_OF_A_KIND = 50

/** What a person should look at in a text that is about to be sent. Pure; offsets count code points. */
export function textWarnings(text: string): ApprovalWarning[] {
  const at = createOffsetReader(text)
  const bytes = Buffer.byteLength(text)
  const secrets = findSecrets(text).map(({ name, start, end }): ApprovalWarning => ({
    kind: 'secret',
    name,
    start: at(start),
    end: at(end),
  }))
  const links = findMisleadingLinks(text).map(({ shown, leadsTo, start, end }): ApprovalWarning => ({
    kind: 'link',
    shown,
    leadsTo,
    start: at(start),
    end: at(end),
  }))
  return [
    ...secrets.slice(0, MAX_OF_A_KIND),
    ...invisibleRuns(text, at).slice(0, MAX_OF_A_KIND),
    ...links.slice(0, MAX_OF_A_KIND),
    ...(bytes > LARGE_BYTES ? [{ kind: 'large' as const, bytes }] : []),
  ]
}

/** Neighbours become one warning, named by the first of them. Padding counts, as the character that it begins with. */
function invisibleRuns(text: string, at: (index: number) => number): ApprovalWarning[] {
  const runs: { codePoint: number; start: number; end: number }[] = []
  for (const { codePoint, offset } of findInvisible(text)) {
    const last = runs.at(-1)
    if (last?.end === offset) last.end = offset + 1
    else runs.push({ codePoint, start: offset, end: offset + 1 })
  }
  for (const match of text.matchAll(PADDING)) {
    const start = at(match.index)
    runs.push({ codePoint: match[0].codePointAt(0) ?? 0x20, start, end: at(match.index + match[0].length) })
  }
  return runs.toSorted((a, b) => a.start - b.start).map((run) => ({ kind: 'invisible', ...run }))
}

/** Turns UTF-16 indexes into code-point offsets. */
function createOffsetReader(text: string): (index: number) => number {
  if (!/[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text)) return (index) => index
  const offsets = new Uint32Array(text.length + 1)
  let offset = 0
  let index = 0
  for (const character of text) {
    offsets.fill(offset, index, index + character.length)
    offset += 1
    index += character.length
  }
  offsets[text.length] = offset
  return (position) => offsets[position] ?? offset
}
