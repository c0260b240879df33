import { z } from 'zod'
import { timeSchema } from './ids.ts'

/** One row of the audit log about one Delivery: ids, codes and content hashes, never text. */
export const auditEntrySchema = z.object({
  /** Its place in the whole log, from 1. */
  seq: z.number().int(),
  at: timeSchema,
  /** `person`, `system`, or the id of a Session. */
  actor: z.string(),
  event: z.string(),
  detail: z.record(z.string(), z.json()),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const auditReportSchema = z.object({
  ok: z.boolean(),
  /** Rows that were checked and are sound. */
  rows: z.number().int(),
  /** The first place that does not fit, in plain words. */
  firstBroken: z.object({ seq: z.number().int(), what: z.string() }).nullable(),
})
export type AuditReport = z.infer<typeof auditReportSchema>

/** What was written to disk; the folder is a path on the machine of the app. */
export const deliveryExportSchema = z.object({
  folder: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() })),
  rows: z.number().int(),
})
export type DeliveryExportAnswer = z.infer<typeof deliveryExportSchema>
