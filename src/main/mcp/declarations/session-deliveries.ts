import { z } from 'zod'
import { deliveryStatusSchema, envelopeSchema } from '#shared/delivery.ts'
import { idSchema } from '#shared/ids.ts'

export const sessionDeliveries = {
  name: 'session_deliveries',
  title: 'Look at deliveries',
  description:
    'Look up requests and results that this session received or sent, newest first, with their state, outcome and text. Use it when the user asks what became of something, to read a long result in full, or to recover after a failure; not to wait for a result, which arrives by itself. With request_id you get that request and its result, whatever the direction.',
  input: z.strictObject({
    direction: z
      .enum(['incoming', 'outgoing'])
      .optional()
      .describe('incoming (default): what this session received. outgoing: what it sent. Ignored with request_id.'),
    request_id: z
      .string()
      .optional()
      .describe('The requestId that a send or create returned: that request and its result.'),
    status: deliveryStatusSchema.optional().describe('Only deliveries in this state.'),
    limit: z.number().optional().describe('How many deliveries at most; 20 by default, between 1 and 100.'),
    cursor: z.string().optional().describe('nextCursor of the page before, unchanged. Leave out for the first page.'),
    content_offset: z
      .number()
      .optional()
      .describe(
        'With request_id only: read the text from this character on, as nextContentOffset of the answer before said.',
      ),
  }),
  output: z.object({
    deliveries: z.array(
      z.object({
        id: idSchema,
        envelope: envelopeSchema,
        content: z.string().describe('Up to 32768 characters of the text'),
        contentLength: z.number().describe('Characters of the whole text'),
        nextContentOffset: z.number().nullable().describe('Where to read on; null when this was the end'),
      }),
    ),
    nextCursor: z.string().nullable().describe('null at the end of the list'),
  }),
  readOnly: true,
} as const
export type SessionDeliveriesAnswer = z.infer<typeof sessionDeliveries.output>
