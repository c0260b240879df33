import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CodedError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'
import {
  parseCreateArguments,
  parseDeliveriesArguments,
  parseListArguments,
  parseSearchArguments,
  parseSendArguments,
  toPlainJson,
} from './arguments.ts'

function codeOf(result: Result<unknown, CodedError>): string {
  return result.ok ? 'ok' : result.error.code
}

function messageOf(result: Result<unknown, CodedError>): string {
  return result.ok ? '' : result.error.message
}

test('[SEED-03] [SEED-04] [SEED-07] [SEED-13] defaults are those of the tools', () => {
  expect([
    parseListArguments({}),
    parseListArguments(undefined),
    parseSearchArguments({ query: 'x' }),
    parseCreateArguments({ message: 'x' }),
    parseSendArguments({ target_session_id: 't', message: 'x' }),
    parseDeliveriesArguments({}),
  ]).toEqual([
    { ok: true, value: { agentId: null, activeSince: null, cursor: null, limit: 50 } },
    { ok: true, value: { agentId: null, activeSince: null, cursor: null, limit: 50 } },
    { ok: true, value: { query: 'x', agentId: null, limit: 20 } },
    { ok: true, value: { message: 'x', title: null, idempotencyKey: null } },
    { ok: true, value: { targetSessionId: 't', message: 'x', reply: 'none', idempotencyKey: null } },
    {
      ok: true,
      value: { direction: 'incoming', requestId: null, status: null, limit: 20, cursor: null, contentOffset: 0 },
    },
  ])
})

test('an unknown key is refused by its name, own keys only', () => {
  expect(messageOf(parseListArguments({ agentId: 'a' }))).toBe(
    'Unknown argument "agentId". This tool takes agent_id, active_since, cursor, limit.',
  )
  expect(codeOf(parseListArguments(JSON.parse('{"__proto__":{"limit":1}}')))).toBe('INVALID_ARGUMENT')
  expect(codeOf(parseListArguments({ constructor: null }))).toBe('INVALID_ARGUMENT')
  expect(messageOf(parseListArguments({ ['x'.repeat(5000)]: 1 })).length).toBeLessThan(200)
  expect(parseListArguments(Object.create({ limit: 3 }))).toMatchObject({ ok: true, value: { limit: 50 } })
})

test('[M05] junk in optional fields counts as absent: null, blanks, an offset of 0', () => {
  expect(
    parseSendArguments({ target_session_id: ' t ', message: ' hello\n', reply: '', idempotency_key: '  ' }),
  ).toEqual({ ok: true, value: { targetSessionId: 't', message: 'hello', reply: 'none', idempotencyKey: null } })
  expect(
    parseDeliveriesArguments({
      direction: null,
      request_id: '',
      status: ' ',
      limit: '',
      cursor: null,
      content_offset: 0,
    }),
  ).toEqual(parseDeliveriesArguments({}))
  expect(codeOf(parseListArguments({ agent_id: null, active_since: '', limit: null }))).toBe('ok')
  // A label or an agent beside the id is no parameter, and the refusal says which there are.
  expect(messageOf(parseSendArguments({ target_session_id: 't', message: 'm', agent_name: 'Bo' }))).toContain(
    'Unknown argument "agent_name". This tool takes target_session_id, message, reply, idempotency_key.',
  )
})

test.each([
  [0, 1],
  [-5, 1],
  [101, 100],
  [2.9, 2],
  ['20', 20],
  [' 7.9 ', 7],
  ['1e1', 10],
  [Number.MAX_VALUE, 100],
])('limit %j counts as %d', (limit, expected) => {
  expect(parseListArguments({ limit })).toMatchObject({ ok: true, value: { limit: expected } })
})

test.each([['ten'], [true], [[]], [{}], [Number.NaN], [Number.POSITIVE_INFINITY], ['1e999'], ['0x10'], ['Infinity']])(
  'limit %j is refused',
  (limit) =>
    expect(parseListArguments({ limit })).toEqual({
      ok: false,
      error: { code: 'INVALID_ARGUMENT', message: 'limit must be a number.' },
    }),
)

test('required texts must be there, not blank, and texts', () => {
  expect([
    messageOf(parseSearchArguments({})),
    messageOf(parseSearchArguments({ query: ' \n ' })),
    messageOf(parseSendArguments({ message: 'x' })),
    messageOf(parseSendArguments({ target_session_id: 5, message: 'x' })),
    messageOf(parseCreateArguments({ message: ['x'] })),
  ]).toEqual([
    'query is missing or blank.',
    'query is missing or blank.',
    'target_session_id is missing or blank.',
    'target_session_id must be a string.',
    'message must be a string.',
  ])
})

test('lengths count code points, after trimming', () => {
  expect(codeOf(parseCreateArguments({ message: 'x', title: ` ${'😀'.repeat(255)} ` }))).toBe('ok')
  expect(codeOf(parseCreateArguments({ message: 'x', title: '😀'.repeat(256) }))).toBe('INVALID_ARGUMENT')
  expect(codeOf(parseSearchArguments({ query: '字'.repeat(4096) }))).toBe('ok')
  expect(codeOf(parseSearchArguments({ query: '字'.repeat(4097) }))).toBe('INVALID_ARGUMENT')
  expect(codeOf(parseSendArguments({ target_session_id: 't', message: 'x', idempotency_key: 'k'.repeat(256) }))).toBe(
    'INVALID_ARGUMENT',
  )
})

test('a message may have 256 KiB of UTF-8', () => {
  const text = '字'.repeat((256 * 1024) / 3)
  expect(codeOf(parseCreateArguments({ message: `${text}x` }))).toBe('ok')
  expect(parseCreateArguments({ message: `${text}xx` })).toEqual({
    ok: false,
    error: { code: 'MESSAGE_TOO_LARGE', message: 'The message has 257 KiB; at most 256 KiB can be sent.' },
  })
  expect(codeOf(parseSendArguments({ target_session_id: 't', message: `${text}xx` }))).toBe('MESSAGE_TOO_LARGE')
})

test('NUL and lone surrogates become U+FFFD', () => {
  expect(parseCreateArguments({ message: 'a\0b\uD800c😀' })).toMatchObject({
    ok: true,
    value: { message: 'a\uFFFDb\uFFFDc😀' },
  })
})

test('choices are exact and never guessed', () => {
  expect(messageOf(parseDeliveriesArguments({ direction: 'both' }))).toBe(
    'direction must be one of incoming, outgoing.',
  )
  expect(messageOf(parseDeliveriesArguments({ status: 'Accepted' }))).toBe(
    'status must be one of accepted, delivering, consumed, failed.',
  )
  expect(messageOf(parseSendArguments({ target_session_id: 't', message: 'm', reply: 'yes' }))).toBe(
    'reply must be one of none, completion.',
  )
})

test('active_since is a time with a zone, or a day', () => {
  const since = (active_since: unknown) => parseListArguments({ active_since })
  expect(since('2026-01-31T10:00:00+02:00')).toMatchObject({
    ok: true,
    value: { activeSince: Date.UTC(2026, 0, 31, 8) },
  })
  expect(since('2026-01-31')).toMatchObject({ ok: true, value: { activeSince: Date.UTC(2026, 0, 31) } })
  for (const bad of ['2026-01-31T10:00:00', '2026-02-30', 'yesterday', '1700000000', 1_700_000_000]) {
    expect(codeOf(since(bad))).toBe('INVALID_ARGUMENT')
  }
})

test('content_offset goes with request_id only', () => {
  expect(messageOf(parseDeliveriesArguments({ content_offset: 5 }))).toBe('content_offset needs a request_id.')
  expect(parseDeliveriesArguments({ request_id: 'r', content_offset: '32768' })).toMatchObject({
    ok: true,
    value: { contentOffset: 32768 },
  })
  expect(codeOf(parseDeliveriesArguments({ request_id: 'r', content_offset: -1 }))).toBe('INVALID_ARGUMENT')
  expect(codeOf(parseDeliveriesArguments({ request_id: 'r', content_offset: 1e300 }))).toBe('INVALID_ARGUMENT')
})

test('[E04] no value whatever makes a parser throw, and what passes is clean', () => {
  const keys = [
    'agent_id',
    'query',
    'message',
    'title',
    'limit',
    'cursor',
    'status',
    'content_offset',
    'request_id',
    'reply',
  ]
  const odd = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\uD800', '\0', ' ', Number.NaN, -0, Symbol('s'), () => 1),
  )
  const parsers = [
    parseListArguments,
    parseSearchArguments,
    parseCreateArguments,
    parseSendArguments,
    parseDeliveriesArguments,
  ]
  const isClean = (value: unknown): boolean =>
    typeof value === 'string'
      ? value === value.trim() && value.isWellFormed() && !value.includes('\0')
      : value === null || Number.isSafeInteger(value)
  fc.assert(
    fc.property(fc.oneof(odd, fc.dictionary(fc.constantFrom(...keys), odd)), (raw) => {
      const values = parsers.flatMap((parse) => {
        const parsed: Result<Readonly<Record<string, unknown>>, CodedError> = parse(raw)
        return parsed.ok ? Object.values<unknown>(parsed.value) : []
      })
      expect(values.filter((value) => !isClean(value))).toEqual([])
      const plain = toPlainJson(raw)
      const value = plain.ok ? plain.value : undefined
      expect(value === undefined ? value : JSON.parse(JSON.stringify(value))).toEqual(value)
    }),
  )
})
