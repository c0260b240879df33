import { z } from 'zod'
import { envelopeSchema } from '#shared/delivery.ts'
import { idSchema } from '#shared/ids.ts'

export const sessionCreate = {
  name: 'session_create',
  title: 'Create a session',
  description:
    'Start a new session of your own agent and give it its first request. For a larger piece of work that deserves a timeline of its own; to ask a session that exists already, use session_send. The user is asked to approve each call, and the call waits for the answer. The new session has your agent’s model and your kind of workspace; neither can be chosen here. The call returns ids at once after the approval; the work goes on by itself, and its final result is delivered into this session later. Do not wait or poll for it.',
  input: z.strictObject({
    message: z
      .string()
      .min(1)
      .describe(
        'The first request, complete in itself: the new session does not see this conversation. At most 256 KiB.',
      ),
    title: z
      .string()
      .max(255)
      .optional()
      .describe('Name of the session; the first line of the message by default. At most 255 characters.'),
    idempotency_key: z
      .string()
      .max(255)
      .optional()
      .describe(
        'A name of your choice for this one piece of work. The same key with the same arguments never starts it twice. At most 255 characters.',
      ),
  }),
  output: z.object({
    ok: z.literal(true),
    agentId: idSchema,
    sessionId: idSchema.describe('The new session'),
    requestId: idSchema.describe('Names this request in session_deliveries'),
    delivery: envelopeSchema,
    repeated: z.boolean().optional().describe('true when this key was asked before: nothing new was started'),
    sentMessage: z.string().optional().describe('The text as it was sent, when the user changed it'),
  }),
  readOnly: false,
} as const
export type SessionCreateAnswer = z.infer<typeof sessionCreate.output>
