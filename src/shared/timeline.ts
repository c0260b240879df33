import { z } from 'zod'
import { deliveryRowSchema } from './delivery.ts'
import { idSchema, timeSchema } from './ids.ts'
import { messageSchema } from './message.ts'
import { turnSchema } from './turn.ts'

/** One message as the conversation shows it, with what it belongs to. */
export const timelineItemSchema = z.object({
  message: messageSchema,
  turn: turnSchema.nullable(),
  /** The request or result that this message is the text of. */
  delivery: deliveryRowSchema.nullable(),
  /** On an assistant message: the requests that its Turn sent, in order, with their state now. */
  sent: z.array(deliveryRowSchema),
  /** On an assistant message of a request's Turn: the result that went back. */
  returned: deliveryRowSchema.nullable(),
  /** While the message is being written: the number of the last change that it holds. */
  streamSeq: z.number().int().nullable(),
})
export type TimelineItem = z.infer<typeof timelineItemSchema>

export const timelinePageSchema = z.object({
  items: z.array(timelineItemSchema),
  hasOlder: z.boolean(),
  hasNewer: z.boolean(),
})
export type TimelinePage = z.infer<typeof timelinePageSchema>

/** What waits to run in a Session, in the order in which it will. */
export const sessionQueueSchema = z.object({
  running: turnSchema.nullable(),
  /** A person's waiting messages. */
  queued: z.array(z.object({ turn: turnSchema, text: z.string() })),
  /** Waiting Deliveries; a held result does not wait. */
  deliveries: z.array(deliveryRowSchema),
  /** Results that are kept for the person: Wake or Mark read. */
  held: z.array(z.object({ delivery: deliveryRowSchema, text: z.string() })),
})
export type SessionQueue = z.infer<typeof sessionQueueSchema>

/** A Session found by the person's own search. `marks` are code-point ranges [start, end) of the snippet. */
export const searchHitSchema = z.object({
  sessionId: idSchema,
  sessionName: z.string(),
  agentId: idSchema.nullable(),
  agentName: z.string(),
  trashed: z.boolean(),
  matches: z.array(
    z.object({
      messageId: idSchema,
      snippet: z.string(),
      marks: z.array(z.tuple([z.number().int(), z.number().int()])),
      createdAt: timeSchema,
    }),
  ),
  metadataMatches: z.array(
    z.object({
      field: z.enum(['name', 'description']),
      snippet: z.string(),
      marks: z.array(z.tuple([z.number().int(), z.number().int()])),
    }),
  ),
})
export type SearchHit = z.infer<typeof searchHitSchema>

/** What a search looked at: how many Sessions and messages, and whether that was everything. */
export const searchScopeSchema = z.object({
  sessions: z.number().int(),
  messages: z.number().int(),
  complete: z.boolean(),
  reason: z.enum(['indexing', 'common-word', 'candidates']).optional(),
})
export type SearchScope = z.infer<typeof searchScopeSchema>
