import { z } from 'zod'

/** Codes of the session tools, of deliveries and of Turns (design §5). */
export const errorCodes = [
  'SENDER_FORBIDDEN',
  'SESSION_TOOL_FORBIDDEN',
  'TARGET_SESSION_NOT_FOUND',
  'TARGET_SESSION_ORPHANED',
  'TARGET_AGENT_DELETED',
  'TARGET_UNAVAILABLE',
  'TARGET_REFUSED',
  'TARGET_SESSION_DELETED',
  'CALLER_SESSION_DELETED',
  'DELIVERY_TURN_DELETED',
  'DELIVERY_EXPIRED',
  'TURN_STALLED',
  'TURN_LENGTH',
  'TURN_FILTERED',
  'TURN_CUT',
  'TURN_STEP_LIMIT',
  'RUNTIME_ERROR',
  'APPROVAL_DENIED',
  'APPROVAL_EXPIRED',
  'CANCELLED',
  'SELF_TARGET',
  'MESSAGE_TOO_LARGE',
  'IDEMPOTENCY_CONFLICT',
  'QUOTA_EXCEEDED',
  'INVALID_CURSOR',
  'INVALID_ARGUMENT',
  'INTERNAL_ERROR',
] as const
export const errorCodeSchema = z.enum(errorCodes)
export type ErrorCode = z.infer<typeof errorCodeSchema>

/** A coded failure with one sentence for a reader. */
export const codedErrorSchema = z.object({ code: errorCodeSchema, message: z.string() })
export type CodedError = z.infer<typeof codedErrorSchema>

/** What a tool answers when it fails: the coded error and what to do next. */
export type ToolFailure = CodedError & { readonly hint: string }
