import { z } from 'zod'
import { idSchema, timeSchema } from './ids.ts'

export const textPartSchema = z.object({ type: z.literal('text'), text: z.string() })
export const reasoningPartSchema = z.object({ type: z.literal('reasoning'), text: z.string() })
/** A file by reference: never its bytes. Size in bytes. */
export const filePartSchema = z.object({
  type: z.literal('file'),
  name: z.string(),
  mediaType: z.string(),
  size: z.number().int(),
  hash: z.string(),
  path: z.string(),
})
export const toolPartSchema = z.object({
  type: z.literal('tool'),
  toolCallId: z.string(),
  /** As the model called it, with or without a prefix. */
  toolName: z.string(),
  input: z.unknown(),
  /** `running` until an answer is there; `failed` also when the answer was an `isError` result. */
  state: z.enum(['running', 'succeeded', 'failed']),
  output: z.unknown().optional(),
})
export const partSchema = z.discriminatedUnion('type', [
  textPartSchema,
  reasoningPartSchema,
  filePartSchema,
  toolPartSchema,
])
export type Part = z.infer<typeof partSchema>
export type ToolPart = z.infer<typeof toolPartSchema>

export const messageRoleSchema = z.enum(['user', 'assistant', 'checkpoint'])

export const messageStatusSchema = z.enum(['streaming', 'complete', 'failed', 'interrupted'])
export type MessageStatus = z.infer<typeof messageStatusSchema>

export const messageSchema = z.object({
  id: idSchema,
  sessionId: idSchema,
  /** null: imported, legacy, or a request that was never claimed. */
  turnId: idSchema.nullable(),
  /** Order within its Session; null while a request's text waits for its Claim. */
  position: z.number().int().nullable(),
  role: messageRoleSchema,
  parts: z.array(partSchema),
  /** The text parts joined by newlines: no reasoning, no tool output. */
  text: z.string(),
  status: messageStatusSchema,
  inChat: z.boolean(),
  leftOut: z.boolean(),
  createdAt: timeSchema,
})
export type Message = z.infer<typeof messageSchema>

/** The text parts joined by newlines. */
export function textOf(parts: readonly Part[]): string {
  return parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n')
}
