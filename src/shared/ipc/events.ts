import { z } from 'zod'
import { idSchema } from '../ids.ts'
import { turnDeltaSchema, turnSchema } from '../turn.ts'
import { recoveryStateSchema } from './recovery.ts'

/** What changed in the main process. An event carries no duty: a window that missed one reads again. */
export const appEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('agents-changed') }),
  z.object({ type: z.literal('settings-changed') }),
  z.object({ type: z.literal('session-changed'), sessionId: idSchema }),
  /** Many Sessions at once, such as an import or a sample: read the lists again. */
  z.object({ type: z.literal('sessions-changed') }),
  z.object({ type: z.literal('messages-changed'), sessionId: idSchema }),
  z.object({ type: z.literal('turn-changed'), turn: turnSchema }),
  z.object({ type: z.literal('turn-delta'), delta: turnDeltaSchema }),
  z.object({ type: z.literal('approval-changed'), approvalId: idSchema, sessionId: idSchema, open: z.boolean() }),
  z.object({
    type: z.literal('delivery-changed'),
    deliveryId: idSchema,
    senderSessionId: idSchema,
    receiverSessionId: idSchema,
  }),
  z.object({ type: z.literal('keys-changed') }),
  /** How far a long job is; the call that started it answers at its end. */
  z.object({
    type: z.literal('job-progress'),
    job: z.enum(['audit-verify', 'deliveries-export']),
    done: z.number().int(),
    total: z.number().int(),
  }),
  z.object({ type: z.literal('recovery'), state: recoveryStateSchema.nullable() }),
])
export type AppEvent = z.infer<typeof appEventSchema>

/** Events carry the boot they belong to and a number without gaps; on another boot id or a gap a window reads all again. */
export const eventEnvelopeSchema = z.object({ bootId: z.string(), seq: z.number().int(), event: appEventSchema })
export type EventEnvelope = z.infer<typeof eventEnvelopeSchema>
