import { z } from 'zod'
import { codedErrorSchema } from './errors.ts'
import { idSchema, isoTimeSchema, timeSchema } from './ids.ts'

export const deliveryKindSchema = z.enum(['request', 'result'])
export type DeliveryKind = z.infer<typeof deliveryKindSchema>

export const deliveryStatusSchema = z.enum(['accepted', 'delivering', 'consumed', 'failed'])
export type DeliveryStatus = z.infer<typeof deliveryStatusSchema>

export const outcomeSchema = z.enum(['success', 'failed', 'interrupted'])
export type Outcome = z.infer<typeof outcomeSchema>

export const replyPolicySchema = z.enum(['none', 'completion'])
export type ReplyPolicy = z.infer<typeof replyPolicySchema>

export const partySchema = z.object({ agentId: idSchema, sessionId: idSchema })
export const partySnapshotSchema = z.object({ agentName: z.string(), sessionName: z.string() })
export type PartySnapshot = z.infer<typeof partySnapshotSchema>

/** The times at which each thing became true, never claimed earlier. On the wire of the tools. */
export const receiptsSchema = z.object({
  acceptedAt: isoTimeSchema,
  startedAt: isoTimeSchema.nullable(),
  finishedAt: isoTimeSchema.nullable(),
  resultAcceptedAt: isoTimeSchema.nullable(),
  resultSeenAt: isoTimeSchema.nullable(),
})

/** The trusted record of a Delivery, as the tools answer it (design §5). */
export const envelopeSchema = z.object({
  version: z.literal(1),
  sender: partySchema,
  receiver: partySchema,
  senderSnapshot: partySnapshotSchema,
  receiverSnapshot: partySnapshotSchema,
  replyPolicy: replyPolicySchema,
  sourceMessageId: idSchema.nullable(),
  outcome: outcomeSchema.nullable(),
  error: codedErrorSchema.nullable(),
  statusAt: isoTimeSchema,
  status: deliveryStatusSchema,
  inReplyTo: idSchema.nullable(),
  turnRef: idSchema.nullable(),
  traceId: idSchema,
  hop: z.number().int(),
  retryOf: idSchema.nullable(),
  expiresAt: isoTimeSchema.nullable(),
  held: z.boolean(),
  receipts: receiptsSchema,
})
export type Envelope = z.infer<typeof envelopeSchema>

/** A Delivery as the app's own screens read it. */
export const deliverySchema = z.object({
  id: idSchema,
  kind: deliveryKindSchema,
  senderAgentId: idSchema,
  senderSessionId: idSchema,
  sender: partySnapshotSchema,
  receiverAgentId: idSchema,
  receiverSessionId: idSchema,
  receiver: partySnapshotSchema,
  replyPolicy: replyPolicySchema,
  status: deliveryStatusSchema,
  outcome: outcomeSchema.nullable(),
  error: codedErrorSchema.nullable(),
  messageId: idSchema,
  sourceMessageId: idSchema.nullable(),
  /** On a result: the request it answers. */
  inReplyTo: idSchema.nullable(),
  turnId: idSchema.nullable(),
  /** Order of acceptance within the receiving Session, from 1. */
  seq: z.number().int(),
  traceId: idSchema,
  hop: z.number().int(),
  retryOf: idSchema.nullable(),
  approvalId: idSchema.nullable(),
  expiresAt: timeSchema.nullable(),
  held: z.boolean(),
  attempts: z.number().int(),
  nextTryAt: timeSchema.nullable(),
  lastError: codedErrorSchema.nullable(),
  acceptedAt: timeSchema,
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
  seenAt: timeSchema.nullable(),
  statusAt: timeSchema,
})
export type Delivery = z.infer<typeof deliverySchema>

/** A row of the Deliveries table. */
export const deliveryRowSchema = deliverySchema.extend({
  senderEmoji: z.string(),
  receiverEmoji: z.string(),
  /** The first 200 code points of the text, on one line. */
  excerpt: z.string(),
})
export type DeliveryRow = z.infer<typeof deliveryRowSchema>

/** One Delivery with all that the detail pane shows. */
export const deliveryDetailSchema = z.object({
  delivery: deliveryRowSchema,
  /** The text parts joined by newlines, whole. */
  content: z.string(),
  /** The other side: the result of a request, the request of a result. */
  linked: deliveryRowSchema.nullable(),
  linkedContent: z.string(),
  /** When the person was asked and answered; null for results. */
  approval: z
    .object({ id: idSchema, askedAt: timeSchema, decidedAt: timeSchema.nullable(), edited: z.boolean() })
    .nullable(),
  auditEntries: z.number().int(),
})
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>

export const deliveryFilterSchema = z.strictObject({
  /** `direction` is seen from `sessionId`; without a Session it is ignored. */
  direction: z.enum(['incoming', 'outgoing']).optional(),
  kind: deliveryKindSchema.optional(),
  statuses: z.array(deliveryStatusSchema).max(4).optional(),
  outcomes: z.array(outcomeSchema).max(3).optional(),
  agentIds: z.array(idSchema).max(100).optional(),
  sessionId: idSchema.optional(),
  text: z.string().max(4096).optional(),
  since: timeSchema.optional(),
  until: timeSchema.optional(),
})
export type DeliveryFilter = z.infer<typeof deliveryFilterSchema>
