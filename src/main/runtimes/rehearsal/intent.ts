/** What a person can ask of the rehearsal. */
export type Intent =
  | { readonly kind: 'ask'; readonly target: string; readonly task: string }
  | { readonly kind: 'tell'; readonly target: string; readonly message: string }
  | { readonly kind: 'new'; readonly title: string | null; readonly task: string }
  | { readonly kind: 'find'; readonly query: string }
  | { readonly kind: 'list' }
  | { readonly kind: 'say'; readonly text: string }
  /** `ms` null: until somebody stops it. */
  | { readonly kind: 'wait'; readonly ms: number | null; readonly next: Intent | null }
  | { readonly kind: 'fail'; readonly reason: string }
  /** Not understood, or understood but incomplete. */
  | { readonly kind: 'unknown' }

const LONGEST_WAIT_MS = 60 * 60_000
const DEFAULT_WAIT_MS = 3000

/** A name in quotes, or words without any. */
export const QUOTED = String.raw`(?:"([^"]+)"|“([^”]+)”|「([^」]+)」|『([^』]+)』|《([^》]+)》|'([^']+)')`
/** What may follow a quoted name: what it is, or whose. */
export const AFTER_NAME = String.raw`(\s+(?:session|agent|chat|(?:of|by|from)\s+\S+(?:\s+(?:session|agent))?))?`

/** Reads the rest of a command that holds another. */
export type ParseRest = (text: string) => Intent
/** One way to say something. `read` answers null when the words that it found are not enough. */
export type Rule = {
  readonly pattern: RegExp
  readonly read: (groups: readonly string[], parse: ParseRest) => Intent | null
}

export function rule(source: string, read: Rule['read']): Rule {
  return { pattern: new RegExp(`^${source}$`, 'isu'), read }
}

export function pick(groups: readonly string[], from: number, to: number): string {
  return groups.slice(from, to).find((group) => group !== '') ?? ''
}

/** A quoted name, with the agent's name where one follows it. */
export function named(groups: readonly string[]): string {
  return `${pick(groups, 0, 6)}${/\s(?:of|by|from)\s/iu.test(groups[6] ?? '') ? (groups[6] ?? '') : ''}`
}

export function ask(target: string, task: string): Intent | null {
  const name = cleanTarget(target)
  return name === '' || clean(task) === '' ? null : { kind: 'ask', target: name, task: clean(task) }
}

export function tell(target: string, message: string): Intent | null {
  const name = cleanTarget(target)
  return name === '' || clean(message) === '' ? null : { kind: 'tell', target: name, message: clean(message) }
}

export function create(title: string | null, task: string): Intent | null {
  if (clean(task) === '') return null
  const name = title === null ? '' : clean(title)
  return { kind: 'new', title: name === '' ? null : [...name].slice(0, 255).join(''), task: clean(task) }
}

export function find(query: string): Intent | null {
  const text = unquote(clean(query).replace(/[?？。.!！]+$/u, ''))
  return text === '' ? null : { kind: 'find', query: text }
}

export function say(text: string): Intent | null {
  return clean(text) === '' ? null : { kind: 'say', text: unquote(clean(text)) }
}

export function wait(ms: number | null, rest: string, parse: ParseRest): Intent {
  return { kind: 'wait', ms, next: clean(rest) === '' ? null : parse(clean(rest)) }
}

export function duration(amount: string, unit: string): number {
  const value = Number(amount)
  if (amount === '' || !Number.isFinite(value)) return DEFAULT_WAIT_MS
  return Math.min(LONGEST_WAIT_MS, Math.round(value * unitMs(unit.toLowerCase())))
}

function unitMs(unit: string): number {
  if (unit === 'ms' || unit.startsWith('milli') || unit === '毫秒') return 1
  if (unit.startsWith('h') || unit.includes('小时')) return 3_600_000
  if (unit.startsWith('m') || unit.startsWith('分')) return 60_000
  return 1000
}

export function clean(text: string): string {
  return text.trim()
}

/** Leaves the name itself: without article, quotes, and the word "session". */
function cleanTarget(text: string): string {
  const bare = unquote(clean(text))
    .replace(/^(?:the|my|our|that)\s+/iu, '')
    .replace(/^(?:session|agent|会话)\s+(?=\S)/iu, '')
    .replace(/\s+(?:session|agent|chat)$/iu, '')
    .replace(/\s*(?:的?会话|的?智能体)$/u, '')
    .replace(/^(?:session|agent|chat)$/iu, '')
  return unquote(bare.trim())
}

function unquote(text: string): string {
  const match = new RegExp(`^${QUOTED}$`, 'su').exec(text)
  return match === null ? text : (match.slice(1).find((group) => group !== undefined) ?? text).trim()
}
