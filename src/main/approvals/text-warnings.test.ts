import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApprovalWarning } from '#shared/approval.ts'
import { textWarnings } from './text-warnings.ts'

function secretIn(text: string): string[] {
  const points = [...text]
  return textWarnings(text).flatMap((warning) =>
    warning.kind === 'secret' ? [`${warning.name}: ${points.slice(warning.start, warning.end).join('')}`] : [],
  )
}

function linksIn(text: string): string[] {
  return textWarnings(text).flatMap((warning) =>
    warning.kind === 'link' ? [`${warning.shown} -> ${warning.leadsTo}`] : [],
  )
}

/** Made up here, so that no scanner takes this file for a leak. */
const letters = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0rL'
const some = (length: number): string => letters.repeat(10).slice(0, length)
const upper = 'ABCDEFGH12345678'

test.each([
  ['GitHub token', `ghp_${some(36)}`],
  ['GitHub token', `github_pat_${some(60)}`],
  ['GitLab token', `glpat-${some(20)}`],
  ['AWS access key', `AKIA${upper}`],
  ['AWS secret key', `aws_secret_access_key = ${some(40)}`],
  ['model provider key', `sk-${some(48)}`],
  ['model provider key', `sk-proj-${some(60)}`],
  ['model provider key', `sk-ant-api03-${some(80)}`],
  ['Google API key', `AIza${some(35)}`],
  ['Slack token', `xoxb-${some(40)}`],
  ['Stripe key', `sk_live_${some(24)}`],
  ['Telegram bot token', `123456789:AA${some(33)}`],
  ['npm token', `npm_${some(36)}`],
  ['Hugging Face token', `hf_${some(34)}`],
  ['JSON Web Token', `eyJ${some(20)}.eyJ${some(40)}.${some(43)}`],
  ['bearer token', `Bearer ${some(40)}`],
  ['password in an address', 'postgres://app:hunter2x@'],
  ['private key', `-----BEGIN RSA PRIVATE KEY-----\n${some(64)}\n-----END RSA PRIVATE KEY-----`],
  ['private key', '-----BEGIN OPENSSH PRIVATE KEY-----'],
])('finds a %s', (name, secret) => {
  expect(secretIn(`用这个😀 ${secret}\nthen go on`)).toEqual([`${name}: ${secret}`])
})

test('finds the value that a password is set to, and only that', () => {
  expect(secretIn('password: "hunter2-is-old", user: bo')).toEqual(['password: hunter2-is-old'])
  expect(secretIn('密码：Tr0ub4dor&3')).toEqual(['password: Tr0ub4dor&3'])
})

test.each([
  ['words', 'The token is read from the header; the password field stays empty.'],
  ['code', 'const token = readToken(request)\nif (secret === undefined) return'],
  ['a reference', 'api_key: ${API_KEY_2}\npassword: <your password 1>'],
  ['a commit and a uuid', 'fix 75c303e1b5a9f2c8d4e6, session 0190f3a1-7a4b-7c3d-9e2f-1a2b3c4d5e6f'],
  ['an address', 'http://127.0.0.1:11434/v1 and https://example.org:8443/a@b'],
  ['a public key', '-----BEGIN PUBLIC KEY-----'],
])('takes no secret out of %s', (_name, text) => expect(secretIn(text)).toEqual([]))

test('[A16] hidden characters, direction changes and padding are pointed at, neighbours as one', () => {
  expect(textWarnings('ok 😀\u200B\u200B then \u202Egpj')).toEqual([
    { kind: 'invisible', codePoint: 0x200b, start: 4, end: 6 },
    { kind: 'invisible', codePoint: 0x202e, start: 12, end: 13 },
  ])
  expect(textWarnings(`ls${' '.repeat(5000)}; rm -rf ~`)).toEqual([
    { kind: 'invisible', codePoint: 0x20, start: 2, end: 5002 },
  ])
  expect(textWarnings(`why${'\n'.repeat(200)}because`)).toEqual([
    { kind: 'invisible', codePoint: 0x0a, start: 3, end: 203 },
  ])
  expect(textWarnings('a  b\n\n\nc\td\r\n    e')).toEqual([])
})

test('links that lead elsewhere than they show', () => {
  expect(linksIn('see [https://bank.example](https://evil.example/login)')).toEqual([
    'https://bank.example -> https://evil.example/login',
  ])
  expect(linksIn('see [bank.example](https://evil.example)')).toEqual(['bank.example -> https://evil.example'])
  expect(linksIn('see [bank.example][1]\n\n[1]: https://evil.example')).toEqual([
    'bank.example -> https://evil.example',
  ])
  expect(linksIn('<a class="x" href="https://evil.example">www.bank.example</a>')).toEqual([
    'www.bank.example -> https://evil.example',
  ])
  expect(linksIn('[https://h.example/a](https://h.example/b)')).toEqual(['https://h.example/a -> https://h.example/b'])
  expect(linksIn('go to https://bank.example@evil.example/x now')).toEqual([
    'https://bank.example@evil.example/x -> evil.example',
  ])
  expect(linksIn('go to https://p\u0430ypal.example/')).toEqual([
    'https://p\u0430ypal.example/ -> xn--pypal-4ve.example',
  ])
})

test('links that show what they are, or only words, are fine', () => {
  const text = [
    '[docs](https://docs.example/a)',
    '[https://docs.example](https://www.docs.example/)',
    '[docs.example](https://docs.example/start)',
    '[notes.md](./notes.md) and [notes.md](https://git.example/x/notes.md)',
    'https://例子.example/路径 and https://docs.example/?q=a@b',
    '[x][1] [1]',
  ].join('\n')
  expect(linksIn(text)).toEqual([])
})

test('a text over 8 KiB is large', () => {
  expect(textWarnings('字'.repeat(2730))).toEqual([])
  expect(textWarnings('字'.repeat(2731))).toEqual([{ kind: 'large', bytes: 8193 }])
})

test('a hostile text of 256 KiB is read in one pass a pattern, and its warnings are bounded', () => {
  const hostile = [
    '-----BEGIN PRIVATE KEY-----',
    '[https://a.example](',
    '<a href=',
    '<a '.repeat(3),
    'eyJaaaaaaaa.eyJ',
    'password: ',
    'a\u200B',
    'https://a',
    'sk-ab-ab-ab-',
    'x://a:',
    '[',
    'Bearer ',
    '\u{1F3F4}\u{E0067}',
  ]
  for (const piece of hostile) {
    const text = piece.repeat(Math.floor((256 * 1024) / Buffer.byteLength(piece)))
    const started = process.cpuUsage().user
    const warnings = textWarnings(text)
    expect({ piece, slow: process.cpuUsage().user - started > 2_000_000 }).toEqual({ piece, slow: false })
    expect(warnings.length).toBeLessThanOrEqual(151)
  }
})

test('for any text nothing throws, and offsets lie inside it in order', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(
      '😀',
      '\u202E',
      '[a.example](https://b.example)',
      `ghp_${some(36)}`,
      ' '.repeat(100),
      '\n',
      'password: a1b2c3d4',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const { length } = [...text]
      const last: Partial<Record<ApprovalWarning['kind'], number>> = {}
      for (const warning of textWarnings(text)) {
        if (!('start' in warning)) continue
        expect(warning.start).toBeGreaterThanOrEqual(last[warning.kind] ?? 0)
        expect(warning.end).toBeGreaterThan(warning.start)
        expect(warning.end).toBeLessThanOrEqual(length)
        last[warning.kind] = warning.start
      }
    }),
    { numRuns: 300 },
  )
})
