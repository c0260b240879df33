import { z } from 'zod'
import { codedErrorSchema } from './errors.ts'
import { idSchema, timeSchema } from './ids.ts'

/** `interactive`: a person at a window started the Turn and can answer. */
export const interactionSchema = z.enum(['interactive', 'headless'])
export type Interaction = z.infer<typeof interactionSchema>

/** What a Turn came from. A repeat of a Turn keeps its origin and its interaction. */
export const turnOriginSchema = z.enum(['person', 'request', 'result', 'channel'])
export type TurnOrigin = z.infer<typeof turnOriginSchema>

export const turnStateSchema = z.enum(['queued', 'running', 'succeeded', 'failed', 'interrupted'])
export type TurnState = z.infer<typeof turnStateSchema>

/** Tokens as the model's service counted them; null where it did not say. */
export const usageSchema = z.object({
  inputTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
})
export type Usage = z.infer<typeof usageSchema>

export const turnSchema = z.object({
  id: idSchema,
  sessionId: idSchema,
  interaction: interactionSchema,
  origin: turnOriginSchema,
  state: turnStateSchema,
  /** The message that the Turn answers. */
  inputMessageId: idSchema,
  /** The Turn that this one repeats. */
  repeatOf: idSchema.nullable(),
  /** Trace id and hop count of the request that caused it; a person's Turn starts a trace at hop 0. */
  traceId: idSchema,
  hop: z.number().int(),
  createdAt: timeSchema,
  startedAt: timeSchema.nullable(),
  endedAt: timeSchema.nullable(),
  error: codedErrorSchema.nullable(),
  usage: usageSchema.nullable(),
  steps: z.number().int(),
  /** A queued Turn found older than 24 h at start-up: runs only after a person says so. */
  needsConsent: z.boolean(),
})
export type Turn = z.infer<typeof turnSchema>

/** Where a text stream of a running Turn stands. */
export const turnDeltaSchema = z.object({
  turnId: idSchema,
  sessionId: idSchema,
  messageId: idSchema,
  /** Counts the changes of this Turn from 1; a gap means: read the message again. */
  seq: z.number().int(),
  change: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), partIndex: z.number().int(), append: z.string() }),
    z.object({ kind: z.literal('reasoning'), partIndex: z.number().int(), append: z.string() }),
    z.object({ kind: z.literal('part'), partIndex: z.number().int(), part: z.unknown() }),
  ]),
})
export type TurnDelta = z.infer<typeof turnDeltaSchema>
