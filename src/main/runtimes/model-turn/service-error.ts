import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider'
import { RetryError } from 'ai'
import type { CodedError } from '#shared/errors.ts'
import { isRecord } from './tool-output.ts'

/** What kind of failure a service answered with; every words-for-a-person and every test step starts from it. */
export type ServiceFailure =
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'broken' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'http'; readonly status: number; readonly retryAfterSeconds: number | null; readonly said: string }
  | { readonly kind: 'unknown'; readonly said: string }

/** Where the request went and what must never be repeated. */
export type ServiceContext = {
  /** Names the service at the start of a sentence. */
  readonly service: string
  readonly secrets: readonly string[]
  /** What may be wrong with the address when the service knows no such path; empty where nothing comes to mind. */
  readonly addressHint: string
}

const REACH_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ENOTFOUND: 'its name is not known (DNS)',
  EAI_AGAIN: 'its name could not be looked up (DNS)',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no network to it',
  EACCES: 'the connection was not allowed',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate could not be checked',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak https there',
  EPROTO: 'it does not speak https there',
}
const BROKEN_CODES: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_ABORTED',
  'ECONNABORTED',
])

export function readServiceFailure(thrown: unknown, context: ServiceContext): ServiceFailure {
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 300) {
    const retryAfterSeconds = retryAfter(error.responseHeaders)
    return {
      kind: 'http',
      status: error.statusCode,
      retryAfterSeconds,
      said: sayable(saidInBody(error.responseBody), context),
    }
  }
  const codes = causeCodes(error)
  const reason = codes.map((code) => REACH_REASONS[code]).find((text) => text !== undefined)
  if (reason !== undefined) return { kind: 'unreachable', reason }
  if (codes.some((code) => BROKEN_CODES.has(code))) return { kind: 'broken' }
  if (isUnreadable(error)) return { kind: 'unreadable' }
  if (APICallError.isInstance(error)) {
    return error.statusCode === undefined
      ? { kind: 'unreachable', reason: 'the request got no answer' }
      : { kind: 'unreadable' }
  }
  return { kind: 'unknown', said: sayable(saidInError(error), context) }
}

export function explainServiceFailure(failure: ServiceFailure, context: ServiceContext): CodedError {
  const { service } = context
  switch (failure.kind) {
    case 'unreachable':
      return runtimeError(`${service} could not be reached: ${failure.reason}. Check its address and that it runs.`)
    case 'broken':
      return {
        code: 'TURN_CUT',
        message: `The connection to ${service} broke before the answer was whole. What had arrived is kept.`,
      }
    case 'unreadable':
      return {
        code: 'TURN_CUT',
        message: `Part of the answer of ${service} could not be read, so it is not whole. What had arrived is kept.`,
      }
    case 'http':
      return runtimeError(
        `${explainStatus(failure, context)}${failure.said === '' ? '' : ` It said: “${failure.said}”`}`,
      )
    case 'unknown':
      return runtimeError(`${service} reported an error.${failure.said === '' ? '' : ` It said: “${failure.said}”`}`)
  }
}

function explainStatus(failure: Extract<ServiceFailure, { kind: 'http' }>, context: ServiceContext): string {
  const { status, retryAfterSeconds } = failure
  const { service, addressHint } = context
  if (status < 400)
    return `${service} sends requests on to another address (${status}). Enter that address itself; a key is not sent after a redirect.`
  if (status === 401) return `${service} refused the key (401). Set another key in the Agent's settings.`
  if (status === 403) return `${service} does not allow this key to use the model (403).`
  if (status === 402) return `${service} wants payment before it answers (402).`
  if (status === 404)
    return `${service} knows no such address or model (404). Check the address and the model's name.${addressHint}`
  if (status === 408 || status === 504) return `${service} did not answer in time (${status}).`
  if (status === 413) return `The conversation is too large for ${service} (413).`
  if (status === 429) {
    const when = retryAfterSeconds === null ? 'Try again later.' : `Try again in ${retryAfterSeconds} s.`
    return `${service} takes no more requests now: its rate limit or quota is reached (429). ${when}`
  }
  if (status >= 500) return `${service} has a fault of its own (${status}). Try again later.`
  return `${service} refused the request (${status}).`
}

function runtimeError(message: string): CodedError {
  return { code: 'RUNTIME_ERROR', message }
}

function isUnreadable(error: unknown): boolean {
  return (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    EmptyResponseBodyError.isInstance(error) ||
    InvalidResponseDataError.isInstance(error)
  )
}

/** System codes down the chain of causes; a connection tried over several addresses holds one error for each. */
function causeCodes(error: unknown): readonly string[] {
  const codes: string[] = []
  const waiting: unknown[] = [error]
  for (let seen = 0; waiting.length > 0 && seen < 20; seen += 1) {
    const next = waiting.shift()
    if (!(next instanceof Error)) continue
    if ('code' in next && typeof next.code === 'string') codes.push(next.code)
    if ('errors' in next && Array.isArray(next.errors)) waiting.push(...(next.errors as unknown[]))
    waiting.push(next.cause)
  }
  return codes
}

function retryAfter(headers: Readonly<Record<string, string>> | undefined): number | null {
  const seconds = Number(headers?.['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null
}

/** The sentence inside a service's JSON error; a page of HTML or anything else says nothing. */
function saidInBody(body: string | undefined): string {
  if (body === undefined) return ''
  try {
    return saidInError(JSON.parse(body))
  } catch {
    return ''
  }
}

/** Finds the sentence in the usual shapes: { error: { message } }, { error: '…' }, { message }, { detail }, '…'. */
function saidInError(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return value.message
  if (!isRecord(value)) return ''
  return saidInError(value['error'] ?? value['message'] ?? value['detail'])
}

const LONGEST_SAID = 300

/** One short line without markup and without the key, also where a service repeats the key in part. */
function sayable(text: string, context: ServiceContext): string {
  if (/<\/?[a-z!][^>]*>/i.test(text)) return ''
  let said = text.replaceAll(/\s+/g, ' ').trim()
  for (const secret of context.secrets) if (secret !== '') said = said.replaceAll(secret, '•••')
  said = said.replaceAll(/(?<![a-z])(?:(?:sk|pk|key|gsk|xai)[-_]|AIza)[a-z0-9*_-]{8,}/gi, '•••')
  return said.length > LONGEST_SAID ? `${said.slice(0, LONGEST_SAID)}…` : said
}
