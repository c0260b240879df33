import { z } from 'zod'
import { idSchema, isoTimeSchema } from '#shared/ids.ts'
import { sessionIdentityShape } from './session-identity.ts'

export const sessionSearch = {
  name: 'session_search',
  title: 'Search sessions',
  description:
    'Find sessions by what was said in them. Ranks sessions by the words of the query in their messages, names and descriptions. It matches text, not meaning: use a few telling words, identifiers, error text or an exact phrase rather than a whole sentence. A session with metadataMatches and no matches is a real hit: its name or description fits. The limit counts sessions. scope tells whether everything was searched.',
  input: z.strictObject({
    query: z.string().min(1).max(4096).describe('Words, identifiers, error text or a phrase; at most 4096 characters.'),
    agent_id: z.string().optional().describe('Only sessions of the agent with this id; applied before ranking.'),
    limit: z.number().optional().describe('How many sessions at most; 20 by default, between 1 and 100.'),
  }),
  output: z.object({
    sessions: z.array(
      z.object({
        ...sessionIdentityShape,
        matches: z.array(z.object({ messageId: idSchema, snippet: z.string(), createdAt: isoTimeSchema })),
        metadataMatches: z.array(z.object({ field: z.enum(['name', 'description']), snippet: z.string() })),
      }),
    ),
    scope: z.object({
      sessions: z.number().describe('How many sessions were searched'),
      messages: z.number().describe('How many messages were searched'),
      complete: z.boolean().describe('false when something could not be looked at; then reason says what'),
      reason: z.string().optional(),
    }),
  }),
  readOnly: true,
} as const
export type SessionSearchAnswer = z.infer<typeof sessionSearch.output>
