import { z } from 'zod'
import { timeSchema } from '../ids.ts'

/** What was found when the database could not be used, and what can be done. Nothing here deletes the damaged file. */
export const recoveryStateSchema = z.object({
  reason: z.enum(['damaged', 'unknown-migration', 'migration-failed', 'schema-differs', 'unreadable']),
  /** Plain sentences: what was found. */
  findings: z.array(z.string()),
  file: z.string(),
  bytes: z.number().int(),
  backups: z.array(z.object({ name: z.string(), bytes: z.number().int(), createdAt: timeSchema })),
  /** Set while a choice is carried out. */
  progress: z.object({ done: z.number().int(), total: z.number().int(), table: z.string() }).nullable(),
})
export type RecoveryState = z.infer<typeof recoveryStateSchema>

/**
 * `retry` opens the file again as it is; `backup` takes a backup's place; `rescue` copies every readable row into a new
 * file; `fresh` starts empty. Except for `retry`, the damaged file is kept beside it under another name.
 */
export const recoveryChoiceSchema = z.discriminatedUnion('choice', [
  z.strictObject({ choice: z.literal('retry') }),
  z.strictObject({ choice: z.literal('backup'), name: z.string().max(255) }),
  z.strictObject({ choice: z.literal('rescue') }),
  z.strictObject({ choice: z.literal('fresh') }),
])
export type RecoveryChoice = z.infer<typeof recoveryChoiceSchema>
