import { z } from 'zod'
import { ipcErrorSchema } from './envelope.ts'
import { eventEnvelopeSchema } from './events.ts'

/**
 * The frames of the web host's socket, one JSON text each. A browser sends `key` or `token` first and nothing else until
 * it is answered `welcome`; a refused one is told why and closed.
 */
export const browserFrameSchema = z.discriminatedUnion('type', [
  /** Shows the key that an earlier token bought. */
  z.strictObject({ type: z.literal('key'), key: z.string().max(200) }),
  /** Spends the one-time token of the printed link. */
  z.strictObject({ type: z.literal('token'), token: z.string().max(200) }),
  z.strictObject({
    type: z.literal('call'),
    id: z.number().int().nonnegative(),
    route: z.string(),
    input: z.unknown(),
  }),
])
export type BrowserFrame = z.infer<typeof browserFrameSchema>

/** `key`: unknown or revoked; `token`: spent or never ours. The page needs a fresh link. */
export const refusalReasonSchema = z.enum(['key', 'token', 'first-message'])
export type RefusalReason = z.infer<typeof refusalReasonSchema>

const envelopeSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: ipcErrorSchema }),
])

export const hostFrameSchema = z.discriminatedUnion('type', [
  /** `newKey` only after a token: keep it and show it next time. */
  z.object({ type: z.literal('welcome'), newKey: z.string().nullable() }),
  z.object({ type: z.literal('refused'), reason: refusalReasonSchema }),
  z.object({ type: z.literal('answer'), id: z.number().int(), envelope: envelopeSchema }),
  z.object({ type: z.literal('events'), events: z.array(eventEnvelopeSchema) }),
])
export type HostFrame = z.infer<typeof hostFrameSchema>

/** Close codes of ours, in the range that the protocol leaves to applications. */
export const closeCodes = { refused: 4401, revoked: 4403, tooSlow: 4408 } as const

/** The longest frame that the host reads; a call within the router's own limit fits. */
export const MAX_BROWSER_FRAME = 8 * 1024 * 1024
