/** A stretch of a text that looks like a secret; UTF-16 indexes, `end` exclusive. */
export type FoundSecret = { readonly name: string; readonly start: number; readonly end: number }

type SecretPattern = { readonly name: string; readonly pattern: RegExp }

/**
 * Forms that their issuers document or that scanners agree on. Every repeat is bounded and starts at a fixed prefix, so
 * that a hostile text costs no more than one pass a row. A missed secret is worse than a needless warning: a person
 * reads both.
 */
const secretPatterns: readonly SecretPattern[] = [
  { name: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{22,255})/g },
  { name: 'GitLab token', pattern: /\bglpat-[\w-]{20,100}/g },
  { name: 'AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { name: 'AWS secret key', pattern: /\baws_?secret_?(?:access_?)?key["']?\s{0,4}[:=]\s{0,4}["']?[A-Za-z0-9/+]{40}/gi },
  { name: 'model provider key', pattern: /\bsk-(?:[a-z]{2,10}[0-9]{0,2}-){0,3}[\w-]{20,255}/g },
  { name: 'Google API key', pattern: /\bAIza[\w-]{35}/g },
  { name: 'Google access token', pattern: /\bya29\.[\w-]{20,255}/g },
  { name: 'Slack token', pattern: /\b(?:xox[abeoprs]-[\w-]{10,255}|xapp-\d-[\w-]{20,255})/g },
  { name: 'Slack webhook', pattern: /\bhooks\.slack\.com\/services\/T\w{6,20}\/B\w{6,20}\/\w{16,40}/g },
  { name: 'Discord token', pattern: /\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}/g },
  { name: 'Telegram bot token', pattern: /\b\d{8,10}:AA[\w-]{33}/g },
  { name: 'Stripe key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}/g },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: 'PyPI token', pattern: /\bpypi-AgE[\w-]{50,255}/g },
  { name: 'Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{30,100}/g },
  { name: 'SendGrid key', pattern: /\bSG\.[\w-]{22}\.[\w-]{43}/g },
  { name: 'Azure storage key', pattern: /\bAccountKey=[A-Za-z0-9+/]{86}==/g },
  { name: 'JSON Web Token', pattern: /\beyJ[\w-]{8,4096}\.eyJ[\w-]{8,8192}\.[\w-]{16,2048}/g },
  { name: 'bearer token', pattern: /\bBearer\s{1,4}[\w.~+/-]{24,4096}/gi },
  { name: 'password in an address', pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{1,100}:[^\s/@]{3,200}@/gi },
]

/** `password = …` and the like, where the value is no plain word. */
const assignedSecret =
  /(?:passw(?:or)?d|passphrase|secret|api[_-]?key|access[_-]?key|auth[_-]?token|\btoken|密码|口令|密钥)["']?\s{0,4}[:=：]\s{0,4}["']?([^\s"',;()]{8,255})/gi
const PRIVATE_KEY_END = '-----END'

export function findSecrets(text: string): FoundSecret[] {
  const found = [...findPrivateKeys(text)]
  for (const { name, pattern } of secretPatterns) {
    for (const match of text.matchAll(pattern))
      found.push({ name, start: match.index, end: match.index + match[0].length })
  }
  for (const match of text.matchAll(assignedSecret)) {
    const value = match[1] ?? ''
    const end = match.index + match[0].length
    if (looksRandom(value)) found.push({ name: 'password', start: end - value.length, end })
  }
  return withoutOverlaps(found)
}

/** From the header to the end mark, or the header alone where the end was left out. */
function* findPrivateKeys(text: string): Generator<FoundSecret> {
  let covered = 0
  for (const match of text.matchAll(/-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g)) {
    if (match.index < covered) continue
    const header = match.index + match[0].length
    const end = text.indexOf(PRIVATE_KEY_END, header)
    const line = end === -1 ? -1 : text.indexOf('\n', end)
    covered = end === -1 ? text.length : line === -1 ? text.length : line
    yield { name: 'private key', start: match.index, end: end === -1 ? header : covered }
  }
}

function looksRandom(value: string): boolean {
  return /\d/.test(value) && /[^\d._-]/.test(value) && !/^(?:https?:|\$|<|\{|%)/i.test(value)
}

/** Of secrets that overlap, the one found under the more telling name, which stands first in the table. */
function withoutOverlaps(found: readonly FoundSecret[]): FoundSecret[] {
  const kept: FoundSecret[] = []
  let end = 0
  // The sort is stable, so that the order of the table decides between two at one place.
  for (const secret of found.toSorted((a, b) => a.start - b.start)) {
    if (secret.start < end) continue
    kept.push(secret)
    end = secret.end
  }
  return kept
}
