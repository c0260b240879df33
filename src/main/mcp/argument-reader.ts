import { z } from 'zod'
import type { CodedError } from '#shared/errors.ts'
import { err, ok, type Result } from '#shared/result.ts'

const MAX_MESSAGE_BYTES = 256 * 1024

/**
 * Reads the raw arguments of one call. It keeps the first failure and goes on with stand-ins, which `finish` never lets
 * out. Strings are trimmed; null and blank count as absent; NUL and lone surrogates become U+FFFD. Lengths count code
 * points. Never throws.
 */
export interface ArgumentReader {
  optionalText(key: string, maxLength?: number): string | null
  requiredText(key: string, maxLength?: number): string
  /** `message`: required, at most 256 KiB of UTF-8. */
  message(): string
  choice<const T extends string>(key: string, options: readonly T[]): T | null
  /** ISO 8601 with a zone, or a date alone (UTC); integer ms. */
  optionalTime(key: string): number | null
  /** `limit`: truncated, then clamped to 1..100. */
  limit(byDefault: number): number
  /** A whole number from 0; truncated. */
  offset(key: string): number
  finish<T>(value: T): Result<T, CodedError>
}

export function createArgumentReader(raw: unknown, keys: readonly string[]): ArgumentReader {
  let failure: CodedError | null = null
  const refuse = (message: string, code: CodedError['code'] = 'INVALID_ARGUMENT'): void => {
    failure ??= { code, message }
  }

  const values = asRecord(raw ?? {})
  if (values === null) refuse('The arguments must be one JSON object.')
  for (const key of values?.keys() ?? []) {
    if (!keys.includes(key)) refuse(`Unknown argument ${quote(key)}. This tool takes ${keys.join(', ')}.`)
  }

  const readText = (key: string, maxLength: number): string | null => {
    const value = values?.get(key)
    if (value === undefined || value === null) return null
    if (typeof value !== 'string') {
      refuse(`${key} must be a string.`)
      return null
    }
    const text = value.trim().replaceAll('\0', '\uFFFD').toWellFormed()
    if (isLonger(text, maxLength)) refuse(`${key} may have at most ${maxLength} characters.`)
    return text === '' ? null : text
  }
  const readRequired = (key: string, maxLength: number): string => {
    const text = readText(key, maxLength)
    if (text === null) refuse(`${key} is missing or blank.`)
    return text ?? ''
  }
  const readNumber = (key: string): number | null => {
    const value = values?.get(key)
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return null
    const number = typeof value === 'string' ? parseDecimal(value) : value
    if (typeof number === 'number' && Number.isFinite(number)) return Math.trunc(number)
    refuse(`${key} must be a number.`)
    return null
  }

  return {
    optionalText: (key, maxLength = Infinity) => readText(key, maxLength),
    requiredText: (key, maxLength = Infinity) => readRequired(key, maxLength),
    message() {
      const text = readRequired('message', Infinity)
      const bytes = Buffer.byteLength(text)
      if (bytes > MAX_MESSAGE_BYTES) {
        refuse(`The message has ${Math.ceil(bytes / 1024)} KiB; at most 256 KiB can be sent.`, 'MESSAGE_TOO_LARGE')
      }
      return text
    },
    choice(key, options) {
      const text = readText(key, Infinity)
      if (text === null) return null
      const chosen = options.find((option) => option === text)
      if (chosen === undefined) refuse(`${key} must be one of ${options.join(', ')}.`)
      return chosen ?? null
    },
    optionalTime(key) {
      const text = readText(key, Infinity)
      if (text === null) return null
      const time = isoTime.safeParse(text).success ? Date.parse(text) : Number.NaN
      if (Number.isFinite(time)) return time
      refuse(`${key} must be an ISO 8601 time with a zone, such as 2026-01-31T00:00:00Z.`)
      return null
    },
    limit: (byDefault) => Math.min(Math.max(readNumber('limit') ?? byDefault, 1), 100),
    offset(key) {
      const number = readNumber(key) ?? 0
      if (number < 0 || !Number.isSafeInteger(number)) refuse(`${key} must be a whole number from 0.`)
      return number === 0 ? 0 : number
    },
    finish: (value) => (failure === null ? ok(value) : err(failure)),
  }
}

const isoTime = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

function asRecord(raw: unknown): ReadonlyMap<string, unknown> | null {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return null
  return new Map<string, unknown>(Object.entries(raw))
}

function parseDecimal(text: string): number | null {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : null
}

/** UTF-16 units bound code points from above, so that only long texts are counted. */
function isLonger(text: string, maxLength: number): boolean {
  if (text.length <= maxLength) return false
  let count = 0
  for (const _ of text) if (++count > maxLength) return true
  return false
}

/** A key of the caller's in a sentence of ours: short, and nothing in it can be mistaken for the sentence. */
function quote(key: string): string {
  const points = [...key.toWellFormed()]
  return JSON.stringify(points.length > 60 ? `${points.slice(0, 60).join('')}…` : key)
}
