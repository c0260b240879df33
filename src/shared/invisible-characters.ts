/**
 * Characters that a reader cannot see, or that change how the text around them is shown. Names and snippets are cleaned
 * of them; an approval shows them as escapes. Ranges are inclusive code points.
 */
const invisibleRanges: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  // Soft hyphen, combining grapheme joiner, Arabic letter mark.
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  // Hangul and Khmer fillers, Mongolian separators.
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  // Zero width, direction marks, embeddings, overrides, isolates, invisible operators, line and paragraph separators.
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  // Tags and the variation selectors supplement, both used to carry hidden text.
  [0xe0000, 0xe0fff],
]

const invisiblePattern = new RegExp(
  `[${invisibleRanges.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`).join('')}]`,
  'u',
)

const BLACK_FLAG = 0x1f3f4
const TAG_SPACE = 0xe0020
const TAG_END = 0xe007f

/** Line feeds and tabs are seen, so they do not count. */
export function isInvisible(codePoint: number): boolean {
  return invisiblePattern.test(String.fromCodePoint(codePoint))
}

export type InvisibleCharacter = { readonly codePoint: number; readonly offset: number; readonly index: number }

/**
 * The invisible characters of a text that no common use explains. Left alone are: the carriage return of a line break, a
 * joiner inside an emoji or between letters of a script that needs it, a style selector after its emoji or ideograph,
 * and the tags of a flag. `offset` counts code points, `index` UTF-16 units.
 */
export function findInvisible(text: string): InvisibleCharacter[] {
  if (!invisiblePattern.test(text)) return []
  const found: InvisibleCharacter[] = []
  let offset = 0
  let index = 0
  let before = ''
  let inFlag = false
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const after = index + character.length
    if (codePoint === BLACK_FLAG) inFlag = flagFollows(text, after)
    const hidden = isInvisible(codePoint)
    const inFlagTags = inFlag && codePoint > TAG_SPACE && codePoint <= TAG_END
    const unexplained = hidden && !inFlagTags && !isExplained(codePoint, before, text.codePointAt(after))
    if (unexplained) found.push({ codePoint, offset, index })
    if (!hidden && codePoint !== BLACK_FLAG) inFlag = false
    if (codePoint === TAG_END) inFlag = false
    // What is not explained explains nothing after it.
    before = unexplained ? '' : character
    offset += 1
    index = after
  }
  return found
}

/** The text with each invisible character written as `\u{202E}`; everything else, line breaks too, stays as it is. */
export function escapeInvisible(text: string): string {
  let escaped = ''
  let from = 0
  for (const { codePoint, index } of findInvisible(text)) {
    escaped += `${text.slice(from, index)}\\u{${codePoint.toString(16).toUpperCase().padStart(4, '0')}}`
    from = index + (codePoint > 0xffff ? 2 : 1)
  }
  return escaped + text.slice(from)
}

/** A name, title or snippet for one line: without control and direction characters, at most `limit` code points. */
export function cleanLabel(text: string, limit = 255): string {
  const wellFormed = text.toWellFormed()
  let cleaned = ''
  let from = 0
  for (const { codePoint, index } of findInvisible(wellFormed)) {
    cleaned += wellFormed.slice(from, index)
    if (isLineEnd(codePoint)) cleaned += ' '
    from = index + (codePoint > 0xffff ? 2 : 1)
  }
  cleaned = (cleaned + wellFormed.slice(from)).replaceAll(/[\t\r\n]+/g, ' ').trim()
  if (cleaned.length <= limit) return cleaned
  const points = [...cleaned]
  return points.length <= limit ? cleaned : `${points.slice(0, limit - 1).join('')}…`
}

const joinedScripts =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]/u
const letterOrMark = /[\p{L}\p{M}]/u

/** Whether an invisible character stands where writing needs it. `before` is '' and `next` undefined at the ends. */
function isExplained(codePoint: number, before: string, next: number | undefined): boolean {
  if (codePoint === 0x0d) return next === 0x0a
  if (codePoint === 0x200c || codePoint === 0x200d) {
    const after = next === undefined ? '' : String.fromCodePoint(next)
    const inEmoji = codePoint === 0x200d && /[\p{ExtPict}\p{EMod}\u{FE0F}]/u.test(before) && /\p{ExtPict}/u.test(after)
    return inEmoji || (joinedScripts.test(before) && letterOrMark.test(before) && joinedScripts.test(after))
  }
  if (codePoint === 0xfe0e || codePoint === 0xfe0f) return /\p{Emoji}/u.test(before)
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return /\p{sc=Han}/u.test(before)
  return false
}

function isLineEnd(codePoint: number): boolean {
  return (
    codePoint === 0x0d ||
    codePoint === 0x0b ||
    codePoint === 0x0c ||
    codePoint === 0x85 ||
    codePoint === 0x2028 ||
    codePoint === 0x2029
  )
}

/** Whether 3 to 6 tag letters and the end tag follow: a flag such as that of Scotland. */
function flagFollows(text: string, index: number): boolean {
  return /^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/u.test(text.slice(index, index + 14))
}
