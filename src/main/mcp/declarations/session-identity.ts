import { z } from 'zod'
import { idSchema } from '#shared/ids.ts'

/** How every answer names a Session. Names are cleaned and cut; they are labels, never addresses. */
export const sessionIdentityShape = {
  agentId: idSchema,
  agentName: z.string(),
  sessionId: idSchema,
  sessionName: z.string(),
  isCurrent: z.boolean().describe('true for the session that made this call'),
}
