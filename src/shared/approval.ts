import { z } from 'zod'
import { codedErrorSchema } from './errors.ts'
import { idSchema, timeSchema } from './ids.ts'
import { partySnapshotSchema, replyPolicySchema } from './delivery.ts'
import { sessionOriginSchema, sessionStateSchema } from './session.ts'

export const approvalStateSchema = z.enum(['pending', 'approved', 'denied', 'cancelled', 'expired'])
export type ApprovalState = z.infer<typeof approvalStateSchema>

export const approvalToolSchema = z.enum(['session_send', 'session_create'])
export type ApprovalTool = z.infer<typeof approvalToolSchema>

/** Something in the text that a person should look at. `start` and `end` are code-point offsets into the text. */
export const approvalWarningSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('secret'), name: z.string(), start: z.number().int(), end: z.number().int() }),
  z.object({
    kind: z.literal('invisible'),
    codePoint: z.number().int(),
    start: z.number().int(),
    end: z.number().int(),
  }),
  z.object({
    kind: z.literal('link'),
    shown: z.string(),
    leadsTo: z.string(),
    start: z.number().int(),
    end: z.number().int(),
  }),
  z.object({ kind: z.literal('large'), bytes: z.number().int() }),
  z.object({ kind: z.literal('dormant'), lastActivityAt: timeSchema }),
  z.object({ kind: z.literal('running') }),
  z.object({ kind: z.literal('queue'), waiting: z.number().int() }),
  z.object({ kind: z.literal('channel') }),
  z.object({ kind: z.literal('repeat'), requestId: idSchema }),
])
export type ApprovalWarning = z.infer<typeof approvalWarningSchema>

/** What the card says of the target; read again while the card is open. A new Session has no id yet. */
export const approvalTargetSchema = z.object({
  sessionId: idSchema.nullable(),
  sessionName: z.string(),
  agentId: idSchema,
  agentName: z.string(),
  agentEmoji: z.string(),
  workspace: z.string(),
  origin: sessionOriginSchema,
  state: sessionStateSchema,
  waiting: z.number().int(),
  lastActivityAt: timeSchema.nullable(),
  runtime: z.string(),
})
export type ApprovalTarget = z.infer<typeof approvalTargetSchema>

/** What the person chose beside yes: how long it may wait to start (ms, null: for ever), and whether the result wakes the caller. */
export const approvalOptionsSchema = z.strictObject({
  expiresInMs: z
    .number()
    .int()
    .min(60_000)
    .max(30 * 86_400_000)
    .nullable()
    .default(null),
  onResult: z.enum(['wake', 'keep']).default('wake'),
})
export type ApprovalOptions = z.infer<typeof approvalOptionsSchema>

export const approvalSchema = z.object({
  id: idSchema,
  turnId: idSchema,
  toolCallId: z.string(),
  tool: approvalToolSchema,
  senderAgentId: idSchema,
  senderSessionId: idSchema,
  sender: partySnapshotSchema,
  senderEmoji: z.string(),
  /** Exactly what will be sent. */
  text: z.string(),
  title: z.string().nullable(),
  replyPolicy: replyPolicySchema,
  target: approvalTargetSchema,
  warnings: z.array(approvalWarningSchema),
  options: approvalOptionsSchema,
  state: approvalStateSchema,
  editedText: z.string().nullable(),
  /** The person's words with a denial. */
  reason: z.string().nullable(),
  /** Why it was cancelled or could not be sent. */
  error: codedErrorSchema.nullable(),
  /** Set when the Turn that asked has ended: no tool waits any more. */
  waiterLostAt: timeSchema.nullable(),
  createdAt: timeSchema,
  decidedAt: timeSchema.nullable(),
  /** Host and window that answered, such as `desktop 1` or `browser 2`. */
  decidedBy: z.string().nullable(),
  requestId: idSchema.nullable(),
})
export type Approval = z.infer<typeof approvalSchema>

export const approvalDecisionSchema = z.discriminatedUnion('answer', [
  z.strictObject({
    answer: z.literal('approve'),
    /** Present when the person changed the text. */
    editedText: z.string().optional(),
    options: approvalOptionsSchema.optional(),
    /** The target as the card showed it; if it differs by now, the answer is `changed` and nothing is sent. */
    shown: z.strictObject({ agentId: idSchema, agentName: z.string(), sessionName: z.string() }),
  }),
  z.strictObject({ answer: z.literal('deny'), reason: z.string().max(4096) }),
])
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>

export const approvalFilterSchema = z.strictObject({
  since: timeSchema.optional(),
  states: z.array(approvalStateSchema).max(5).optional(),
  /** Held by the text that was asked, the text as edited, or a name of either side. */
  text: z.string().max(4096).optional(),
})
export type ApprovalFilter = z.infer<typeof approvalFilterSchema>

/** What became of an answer. */
export const approvalAnswerSchema = z.discriminatedUnion('result', [
  z.object({ result: z.literal('settled'), approval: approvalSchema }),
  /** Somebody else, or the end of the Turn, was first. */
  z.object({ result: z.literal('already'), approval: approvalSchema }),
  /** The target's owner or name changed since the card was drawn: look and answer again. */
  z.object({ result: z.literal('changed'), approval: approvalSchema }),
])
