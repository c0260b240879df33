import { z } from 'zod'
import { envelopeSchema, replyPolicySchema } from '#shared/delivery.ts'
import { idSchema } from '#shared/ids.ts'

export const sessionSend = {
  name: 'session_send',
  title: 'Send to a session',
  description:
    'Send a message to another session, which takes it as a turn of its own, in order of arrival. reply "none" only tells it something; reply "completion" asks it to do bounded work, and the final result of its turn is delivered into this session by itself. The user is asked to approve each call, and the call waits for the answer; after the approval it returns a requestId at once. Do not wait, poll or send again to get the result: end your turn or go on with other work.',
  input: z.strictObject({
    target_session_id: z
      .string()
      .describe(
        'sessionId from session_list, session_search or the sender of a delivery. Never a name, never guessed.',
      ),
    message: z
      .string()
      .min(1)
      .describe(
        'What the other agent should know or do, complete in itself: it does not see this conversation. At most 256 KiB.',
      ),
    reply: replyPolicySchema
      .optional()
      .describe('none (default): no result comes back. completion: the result comes back to this session.'),
    idempotency_key: z
      .string()
      .max(255)
      .optional()
      .describe(
        'A name of your choice for this one piece of work. The same key with the same arguments never sends it twice. At most 255 characters.',
      ),
  }),
  output: z.object({
    ok: z.literal(true),
    requestId: idSchema.describe('Names this request in session_deliveries'),
    status: z.literal('accepted'),
    delivery: envelopeSchema,
    repeated: z
      .boolean()
      .optional()
      .describe('true when this key was asked before: nothing new was sent; delivery.status is the present state'),
    sentMessage: z.string().optional().describe('The text as it was sent, when the user changed it'),
  }),
  readOnly: false,
} as const
export type SessionSendAnswer = z.infer<typeof sessionSend.output>
