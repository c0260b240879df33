import { z } from 'zod'
import { deliveryKindSchema, deliveryStatusSchema, outcomeSchema, replyPolicySchema } from './delivery.ts'
import { errorCodeSchema } from './errors.ts'
import { idSchema, timeSchema } from './ids.ts'
import { sessionStateSchema } from './session.ts'
import { turnOriginSchema, turnStateSchema } from './turn.ts'

/** Which Deliveries are drawn: those accepted in a range of time, or those of a Session or of a trace in that range. */
export const deliveryMapQuerySchema = z.strictObject({
  sessionId: idSchema.optional(),
  traceId: idSchema.optional(),
  since: timeSchema.optional(),
  until: timeSchema.optional(),
  limit: z.number().int().min(1).max(1000).default(500),
})
export type DeliveryMapQuery = z.output<typeof deliveryMapQuerySchema>

/** A Session that sent, received, or asks to send one of the Deliveries. */
export const mapLaneSchema = z.object({
  sessionId: idSchema,
  name: z.string(),
  agentId: idSchema.nullable(),
  agentName: z.string(),
  agentEmoji: z.string(),
  /** The Session was deleted for ever: what it was called is what its Deliveries say. */
  gone: z.boolean(),
  state: sessionStateSchema,
  /** When the running Turn started. */
  runningSince: timeSchema.nullable(),
  /** Deliveries that wait here; kept results do not wait. */
  waiting: z.number().int(),
  /** Results accepted since the person last looked. */
  newResults: z.number().int(),
  lastActivityAt: timeSchema.nullable(),
})
export type MapLane = z.infer<typeof mapLaneSchema>

export const mapTurnSchema = z.object({
  id: idSchema,
  sessionId: idSchema,
  origin: turnOriginSchema,
  state: turnStateSchema,
  startedAt: timeSchema,
  endedAt: timeSchema.nullable(),
  errorCode: errorCodeSchema.nullable(),
})
export type MapTurn = z.infer<typeof mapTurnSchema>

export const mapDeliverySchema = z.object({
  id: idSchema,
  kind: deliveryKindSchema,
  senderSessionId: idSchema,
  receiverSessionId: idSchema,
  replyPolicy: replyPolicySchema,
  status: deliveryStatusSchema,
  outcome: outcomeSchema.nullable(),
  errorCode: errorCodeSchema.nullable(),
  held: z.boolean(),
  attempts: z.number().int(),
  inReplyTo: idSchema.nullable(),
  /** The Turn that ran it. */
  turnId: idSchema.nullable(),
  /** The Turn that sent it: the one that asked, or the one whose result this is. */
  senderTurnId: idSchema.nullable(),
  acceptedAt: timeSchema,
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
  /** The start of the text, on one line. */
  excerpt: z.string(),
})
export type MapDelivery = z.infer<typeof mapDeliverySchema>

/** A request that waits for the person. */
export const mapApprovalSchema = z.object({
  id: idSchema,
  turnId: idSchema,
  senderSessionId: idSchema,
  /** null: a Session that is not there yet. */
  targetSessionId: idSchema.nullable(),
  targetName: z.string(),
  createdAt: timeSchema,
  /** Its Turn has ended: no tool waits any more. */
  leftOver: z.boolean(),
})
export type MapApproval = z.infer<typeof mapApprovalSchema>

export const deliveryMapSchema = z.object({
  lanes: z.array(mapLaneSchema),
  /** Turns of the lanes that overlap the range, at most 200 of each Session; of a trace, its own only. Oldest first. */
  turns: z.array(mapTurnSchema),
  /** The newest of the range up to the limit, oldest first. */
  deliveries: z.array(mapDeliverySchema),
  /** Open ones asked in the range, of the Session or the trace if one is given. Oldest first. */
  approvals: z.array(mapApprovalSchema),
  now: timeSchema,
  /** Deliveries in the range, and all there are. */
  total: z.number().int(),
  of: z.number().int(),
  /** There are older ones in the range than those given. */
  truncated: z.boolean(),
})
export type DeliveryMap = z.infer<typeof deliveryMapSchema>
