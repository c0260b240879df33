import { createHash } from 'node:crypto'
import {
  type ApprovalOptions,
  type ApprovalState,
  type ApprovalTarget,
  approvalTargetSchema,
  type ApprovalTool,
} from '#shared/approval.ts'
import { replyPolicySchema } from '#shared/delivery.ts'
import type { CodedError } from '#shared/errors.ts'
import { z } from 'zod'

/** What a tool was called with, exactly. */
export const askedArgumentsSchema = z.object({
  message: z.string(),
  title: z.string().nullable(),
  targetSessionId: z.string().nullable(),
  reply: replyPolicySchema,
})
export type AskedArguments = z.infer<typeof askedArgumentsSchema>

export const previewSchema = z.object({ version: z.literal(1), target: approvalTargetSchema })

/** An approval as its store keeps it. */
export type ApprovalRecord = {
  readonly id: string
  readonly turnId: string
  readonly toolCallId: string
  readonly tool: ApprovalTool
  readonly senderAgentId: string
  readonly senderSessionId: string
  readonly senderAgentName: string
  readonly senderSessionName: string
  readonly targetAgentId: string
  readonly targetSessionId: string | null
  readonly arguments: AskedArguments
  readonly argumentHash: string
  readonly idempotencyKey: string | null
  /** The target as it was when the person was asked. */
  readonly shownTarget: ApprovalTarget
  readonly options: ApprovalOptions
  readonly state: ApprovalState
  readonly editedText: string | null
  readonly reason: string | null
  readonly error: CodedError | null
  readonly waiterLostAt: number | null
  readonly createdAt: number
  readonly decidedAt: number | null
  readonly decidedBy: string | null
  readonly requestId: string | null
}

/** Names a call: the tool and its arguments as called, not as edited; the key itself is not part of it. */
export function argumentHash(tool: ApprovalTool, { message, title, targetSessionId, reply }: AskedArguments): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, message, title, targetSessionId, reply]))
    .digest('hex')
}
