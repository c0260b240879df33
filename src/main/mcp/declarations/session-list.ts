import { z } from 'zod'
import { isoTimeSchema } from '#shared/ids.ts'
import { sessionOriginSchema, sessionStateSchema } from '#shared/session.ts'
import { sessionIdentityShape } from './session-identity.ts'

export const sessionList = {
  name: 'session_list',
  title: 'List sessions',
  description:
    'List the agent sessions you can see, newest created first, with their immutable ids. Use it to browse, or when the user names a session: names are only labels and several sessions may share one, so resolve a name to its sessionId here before you send anything. The order never changes while you page. Pass nextCursor back, with the same filters, for the next page.',
  input: z.strictObject({
    agent_id: z.string().optional().describe('Only sessions of the agent with this id.'),
    active_since: z
      .string()
      .optional()
      .describe(
        'Only sessions with activity at or after this ISO 8601 time, for example 2026-01-31T00:00:00Z. The order stays the same.',
      ),
    cursor: z.string().optional().describe('nextCursor of the page before, unchanged. Leave out for the first page.'),
    limit: z.number().optional().describe('How many sessions at most; 50 by default, between 1 and 100.'),
  }),
  output: z.object({
    sessions: z.array(
      z.object({
        ...sessionIdentityShape,
        lastActivityAt: isoTimeSchema,
        state: sessionStateSchema.describe('What it does now; waiting means that it waits for a person'),
        origin: sessionOriginSchema.describe('channel and legacy-channel sessions hold what people outside wrote'),
      }),
    ),
    nextCursor: z.string().nullable().describe('null at the end of the list'),
  }),
  readOnly: true,
} as const
export type SessionListAnswer = z.infer<typeof sessionList.output>
