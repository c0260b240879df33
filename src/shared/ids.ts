import { z } from 'zod'

/** A UUID as text, lower case. Ours are version 7; imported ones may be others. */
export const idSchema = z.string().min(1).max(200)

/** ISO 8601 UTC with milliseconds, the form of every time on the wire of the tools. */
export const isoTimeSchema = z.iso.datetime()

/** Integer milliseconds since the Unix epoch, the form of every time between our own processes. */
export const timeSchema = z.number().int()
