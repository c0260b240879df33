import { z } from 'zod'
import { reachSchema } from './agent.ts'
import { idSchema, timeSchema } from './ids.ts'

export const sessionOriginSchema = z.enum(['user', 'delegated', 'channel', 'legacy-channel', 'imported'])
export type SessionOrigin = z.infer<typeof sessionOriginSchema>

/** What a Session does now; `waiting` is for a person. */
export const sessionStateSchema = z.enum(['idle', 'running', 'waiting'])
export type SessionState = z.infer<typeof sessionStateSchema>

export const sessionSchema = z.object({
  id: idSchema,
  /** null: an orphan, readable but never runnable. */
  agentId: idSchema.nullable(),
  name: z.string(),
  nameSetByPerson: z.boolean(),
  description: z.string(),
  /** Absolute path of the folder that it works in. */
  workspace: z.string(),
  origin: sessionOriginSchema,
  reach: reachSchema,
  createdAt: timeSchema,
  /** Moved by conversation only, never by a rename. */
  lastActivityAt: timeSchema,
  seenAt: timeSchema.nullable(),
  pinnedAt: timeSchema.nullable(),
  trashedAt: timeSchema.nullable(),
})
export type Session = z.infer<typeof sessionSchema>

/** The mark of a row: the most urgent thing that is true of a Session. */
export const sessionMarkSchema = z.enum(['waiting', 'running', 'failed', 'unread', 'idle'])
export type SessionMark = z.infer<typeof sessionMarkSchema>

/** A row of the list screen. */
export const sessionRowSchema = sessionSchema.extend({
  agentName: z.string().nullable(),
  agentEmoji: z.string(),
  agentDeleted: z.boolean(),
  state: sessionStateSchema,
  mark: sessionMarkSchema,
  /** One line of evidence: the start of the newest message, or what it waits for. */
  evidence: z.string(),
  /** Deliveries that wait here. */
  waitingDeliveries: z.number().int(),
})
export type SessionRow = z.infer<typeof sessionRowSchema>

export const sessionFilterSchema = z.strictObject({
  /** null: the orphans. */
  agentId: idSchema.nullable().optional(),
  trashed: z.boolean().default(false),
  /** Only Sessions with this word in their name. */
  name: z.string().max(255).optional(),
  order: z.enum(['recent', 'created']).default('recent'),
})
export type SessionFilter = z.infer<typeof sessionFilterSchema>
