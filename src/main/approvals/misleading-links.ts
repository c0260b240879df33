/** A link that leads elsewhere than it shows; UTF-16 indexes, `end` exclusive. */
export type MisleadingLink = {
  readonly shown: string
  readonly leadsTo: string
  readonly start: number
  readonly end: number
}

const MAX_PART = 2048
const markdownLink = new RegExp(
  `\\[([^\\[\\]\\n]{1,500})\\]\\(\\s{0,4}<?([^\\s()<>]{1,${MAX_PART}})>?[^()\\n]{0,500}\\)`,
  'g',
)
const referenceLink = /\[([^[\]\n]{1,500})\]\[([^[\]\n]{0,200})\]/g
const referenceTarget = new RegExp(`^ {0,3}\\[([^\\[\\]\\n]{1,200})\\]:\\s{0,4}<?([^\\s<>]{1,${MAX_PART}})`, 'gm')
const htmlLink = new RegExp(
  `<a\\s[^<>]{0,500}?href\\s{0,4}=\\s{0,4}["']?([^\\s"'<>]{1,${MAX_PART}})[^<>]{0,500}>([^<]{1,500})</a`,
  'gi',
)
const bareLink = new RegExp(`\\bhttps?://[^\\s<>()\\[\\]"'\`]{1,${MAX_PART}}`, 'gi')

/**
 * Links whose visible text is an address other than the one they lead to, and bare addresses whose host is not what a
 * reader takes it for: a name before an `@`, or letters of two scripts in one label.
 */
export function findMisleadingLinks(text: string): MisleadingLink[] {
  const found: MisleadingLink[] = []
  const add = (match: RegExpExecArray, shown: string, leadsTo: string): void => {
    if (differs(shown.trim(), leadsTo)) {
      found.push({ shown: shown.trim(), leadsTo, start: match.index, end: match.index + match[0].length })
    }
  }
  for (const match of text.matchAll(markdownLink)) add(match, match[1] ?? '', match[2] ?? '')
  for (const match of text.matchAll(htmlLink)) add(match, match[2] ?? '', match[1] ?? '')
  const targets = new Map([...text.matchAll(referenceTarget)].map((match) => [labelOf(match[1]), match[2] ?? '']))
  if (targets.size > 0) {
    for (const match of text.matchAll(referenceLink)) {
      const target = targets.get(labelOf(match[2] === '' ? match[1] : match[2]))
      if (target !== undefined) add(match, match[1] ?? '', target)
    }
  }
  for (const match of text.matchAll(bareLink)) {
    const url = parseAddress(match[0])
    if (url === null || !(url.username !== '' || hasMixedScripts(match[0]))) continue
    found.push({ shown: match[0], leadsTo: url.host, start: match.index, end: match.index + match[0].length })
  }
  return found.toSorted((a, b) => a.start - b.start)
}

function labelOf(label: string | undefined): string {
  return (label ?? '').trim().toLowerCase()
}

function differs(shown: string, leadsTo: string): boolean {
  const seen = parseAddress(shown)
  const real = parseAddress(leadsTo)
  if (seen === null || real === null) return false
  // `[notes.md](https://example.org/docs/notes.md)` shows a file's name, not a host.
  if (!shown.includes('://') && real.pathname.endsWith(`/${shown}`)) return false
  if (hostOf(seen) !== hostOf(real)) return true
  const path = pathOf(seen)
  return path !== '' && path !== pathOf(real)
}

function hostOf(url: URL): string {
  return url.host.replace(/^www\./, '')
}

function pathOf(url: URL): string {
  return `${url.pathname}${url.search}`.replace(/\/$/, '')
}

/** An http(s) address, with or without its scheme; null for any other text. */
function parseAddress(text: string): URL | null {
  const bare = /^(?:[\p{L}\p{N}-]{1,63}\.){1,10}\p{L}{2,63}(?::\d{1,5})?(?:[/?#]\S*)?$/u.test(text)
  if (!bare && !/^https?:\/\//i.test(text)) return null
  const address = bare ? `https://${text}` : text
  return URL.canParse(address) ? new URL(address) : null
}

/** Whether one label of the host mixes Latin with letters that look like Latin ones. */
function hasMixedScripts(address: string): boolean {
  const host = address.replace(/^https?:\/\//i, '').replace(/[/?#].*$/s, '')
  return host
    .split('.')
    .some((label) => /\p{sc=Latin}/u.test(label) && /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}]/u.test(label))
}
