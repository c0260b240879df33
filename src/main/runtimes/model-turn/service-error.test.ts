import { APICallError } from '@ai-sdk/provider'
import { RetryError } from 'ai'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainServiceFailure, readServiceFailure, type ServiceContext } from './service-error.ts'

const context: ServiceContext = { service: 'The service', secrets: ['hunter2-hunter2'], addressHint: '' }

function explain(error: unknown): { readonly code: string; readonly message: string } {
  return explainServiceFailure(readServiceFailure(error, context), context)
}

function answered(
  statusCode: number,
  responseBody: string,
  responseHeaders: Record<string, string> = {},
): APICallError {
  return new APICallError({
    message: 'x',
    url: 'http://h/',
    requestBodyValues: {},
    statusCode,
    responseBody,
    responseHeaders,
  })
}

function unreachable(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) })
}

describe('what a failed service is said to have done', () => {
  test.each([
    [unreachable('ECONNREFUSED'), 'RUNTIME_ERROR', 'connection refused'],
    [unreachable('ENOTFOUND'), 'RUNTIME_ERROR', 'DNS'],
    [unreachable('CERT_HAS_EXPIRED'), 'RUNTIME_ERROR', 'certificate has expired'],
    [unreachable('ECONNRESET'), 'TURN_CUT', 'broke before'],
    [
      new TypeError('fetch failed', {
        cause: new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })], 'x'),
      }),
      'RUNTIME_ERROR',
      'connection refused',
    ],
    [answered(403, ''), 'RUNTIME_ERROR', 'does not allow this key'],
    [answered(402, ''), 'RUNTIME_ERROR', 'payment'],
    [answered(404, '{"detail":"no such model"}'), 'RUNTIME_ERROR', '“no such model”'],
    [answered(413, ''), 'RUNTIME_ERROR', 'too large'],
    [answered(429, '', { 'retry-after': '1.2' }), 'RUNTIME_ERROR', 'Try again in 2 s.'],
    [answered(429, '', { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }), 'RUNTIME_ERROR', 'Try again later.'],
    [answered(529, '{"error":{"message":"Overloaded"}}'), 'RUNTIME_ERROR', '“Overloaded”'],
    [
      new RetryError({ message: 'x', reason: 'maxRetriesExceeded', errors: [answered(503, ''), answered(401, '')] }),
      'RUNTIME_ERROR',
      'refused the key',
    ],
    ['plain words', 'RUNTIME_ERROR', '“plain words”'],
    [undefined, 'RUNTIME_ERROR', 'reported an error'],
  ])('case %#', (error, code, words) => {
    const said = explain(error)
    expect(said.code).toBe(code)
    expect(said.message).toContain(words)
  })

  test('never holds the key, markup or more than a few lines, whatever the service sends', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'hunter2-hunter2',
        '<html>',
        '</p>',
        '<!doctype html>',
        ' sk-abcdefgh12345678',
        '\n',
        '{"message":"',
        '"}',
      ),
      fc.string({ maxLength: 20 }),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.integer({ min: 300, max: 599 }),
        fc.boolean(),
        (pieces, status, json) => {
          const text = pieces.join('')
          const { message } = explain(answered(status, json ? JSON.stringify({ error: { message: text } }) : text))
          expect(message).not.toContain('hunter2')
          expect(message).not.toContain('abcdefgh')
          expect(message).not.toMatch(/<[a-z!/][^>]*>/i)
          expect(message).not.toContain('\n')
          expect(message.length).toBeLessThan(600)
        },
      ),
    )
  })
})
