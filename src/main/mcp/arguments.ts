import type { DeliveryStatus, ReplyPolicy } from '#shared/delivery.ts'
import { deliveryStatusSchema, replyPolicySchema } from '#shared/delivery.ts'
import type { CodedError } from '#shared/errors.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { createArgumentReader } from './argument-reader.ts'

/** Arguments of the five tools, cleaned. null: absent. */
export type ListArguments = {
  readonly agentId: string | null
  /** Integer ms since the epoch. */
  readonly activeSince: number | null
  readonly cursor: string | null
  readonly limit: number
}
export type SearchArguments = { readonly query: string; readonly agentId: string | null; readonly limit: number }
export type CreateArguments = {
  readonly message: string
  readonly title: string | null
  readonly idempotencyKey: string | null
}
export type SendArguments = {
  readonly targetSessionId: string
  readonly message: string
  readonly reply: ReplyPolicy
  readonly idempotencyKey: string | null
}
export type DeliveriesArguments = {
  readonly direction: 'incoming' | 'outgoing'
  readonly requestId: string | null
  readonly status: DeliveryStatus | null
  readonly limit: number
  readonly cursor: string | null
  /** Code points; 0 without a request id. */
  readonly contentOffset: number
}

type Parsed<T> = Result<T, CodedError>

export function parseListArguments(raw: unknown): Parsed<ListArguments> {
  const reader = createArgumentReader(raw, ['agent_id', 'active_since', 'cursor', 'limit'])
  return reader.finish({
    agentId: reader.optionalText('agent_id'),
    activeSince: reader.optionalTime('active_since'),
    cursor: reader.optionalText('cursor'),
    limit: reader.limit(50),
  })
}

export function parseSearchArguments(raw: unknown): Parsed<SearchArguments> {
  const reader = createArgumentReader(raw, ['query', 'agent_id', 'limit'])
  return reader.finish({
    query: reader.requiredText('query', 4096),
    agentId: reader.optionalText('agent_id'),
    limit: reader.limit(20),
  })
}

export function parseCreateArguments(raw: unknown): Parsed<CreateArguments> {
  const reader = createArgumentReader(raw, ['message', 'title', 'idempotency_key'])
  return reader.finish({
    message: reader.message(),
    title: reader.optionalText('title', 255),
    idempotencyKey: reader.optionalText('idempotency_key', 255),
  })
}

export function parseSendArguments(raw: unknown): Parsed<SendArguments> {
  const reader = createArgumentReader(raw, ['target_session_id', 'message', 'reply', 'idempotency_key'])
  return reader.finish({
    targetSessionId: reader.requiredText('target_session_id'),
    message: reader.message(),
    reply: reader.choice('reply', replyPolicySchema.options) ?? 'none',
    idempotencyKey: reader.optionalText('idempotency_key', 255),
  })
}

export function parseDeliveriesArguments(raw: unknown): Parsed<DeliveriesArguments> {
  const reader = createArgumentReader(raw, ['direction', 'request_id', 'status', 'limit', 'cursor', 'content_offset'])
  const parsed = reader.finish({
    direction: reader.choice('direction', ['incoming', 'outgoing']) ?? 'incoming',
    requestId: reader.optionalText('request_id'),
    status: reader.choice('status', deliveryStatusSchema.options),
    limit: reader.limit(20),
    cursor: reader.optionalText('cursor'),
    contentOffset: reader.offset('content_offset'),
  })
  // An offset of 0 is what everybody gets; models that fill in every field are not punished for it.
  if (parsed.ok && parsed.value.contentOffset > 0 && parsed.value.requestId === null) {
    return err({ code: 'INVALID_ARGUMENT', message: 'content_offset needs a request_id.' })
  }
  return parsed
}

/** What in-memory callers may pass and no other transport could: the arguments as JSON would carry them. */
export function toPlainJson(raw: unknown): Parsed<unknown> {
  try {
    const json = JSON.stringify(raw) as string | undefined
    return ok(json === undefined ? undefined : JSON.parse(json))
  } catch {
    return err({ code: 'INVALID_ARGUMENT', message: 'The arguments are not plain JSON.' })
  }
}
