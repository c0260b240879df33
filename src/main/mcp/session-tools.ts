import { cleanLabel } from '#shared/invisible-characters.ts'
import { err, ok } from '#shared/result.ts'
import type { InteractionGuard } from '../approvals/interaction-guard.ts'
import type { DelegationService } from '../deliveries/delegation-service.ts'
import type { DeliveryReader } from '../deliveries/delivery-reader.ts'
import type { SearchAnswer, SearchQuery } from '../sessions/search/search-answer.ts'
import type { SessionDirectory } from '../sessions/session-directory.ts'
import type { SessionSearchAnswer } from './declarations/session-search.ts'
import type { SessionToolServices } from './session-tool-services.ts'

type Deps = {
  readonly guard: InteractionGuard
  readonly directory: SessionDirectory
  readonly search: { query(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer> }
  readonly delegation: DelegationService
  readonly reader: DeliveryReader
}

/** The five tools over the domain's own services. Nothing is decided here. */
export function createSessionTools({ guard, directory, search, delegation, reader }: Deps): SessionToolServices {
  return {
    authorise(caller) {
      const refusal = guard.refusalOf(caller)
      return refusal === null ? ok(undefined) : err(refusal)
    },
    list: ({ sessionId }, args) => directory.list({ callerSessionId: sessionId, ...args }),
    async search({ sessionId }, { query, agentId, limit }, signal) {
      const asker = { kind: 'agent' as const, sessionId }
      const answer = await search.query({ query, limit, asker, ...(agentId === null ? {} : { agentId }) }, signal)
      return ok(toSearchAnswer(answer, sessionId))
    },
    async create(caller, { message, title, idempotencyKey }, { toolCallId, signal }) {
      const delegated = await delegation.delegate(
        caller,
        {
          tool: 'session_create',
          toolCallId,
          targetSessionId: null,
          message,
          title,
          reply: 'completion',
          idempotencyKey,
        },
        signal,
      )
      if (!delegated.ok) return delegated
      const { agentId, sessionId, requestId, delivery, repeated, sentMessage } = delegated.value
      return ok({ ok: true as const, agentId, sessionId, requestId, delivery, ...optional(repeated, sentMessage) })
    },
    async send(caller, { targetSessionId, message, reply, idempotencyKey }, { toolCallId, signal }) {
      const delegated = await delegation.delegate(
        caller,
        { tool: 'session_send', toolCallId, targetSessionId, message, title: null, reply, idempotencyKey },
        signal,
      )
      if (!delegated.ok) return delegated
      const { requestId, delivery, repeated, sentMessage } = delegated.value
      return ok({
        ok: true as const,
        requestId,
        status: 'accepted' as const,
        delivery,
        ...optional(repeated, sentMessage),
      })
    },
    deliveries: ({ sessionId }, args) => reader.read(sessionId, args),
  }
}

/** An Agent sees labels, never raw names, and no Session without an Agent. */
function toSearchAnswer({ hits, scope }: SearchAnswer, callerSessionId: string): SessionSearchAnswer {
  return {
    sessions: hits.flatMap(({ agentId, agentName, sessionId, sessionName, matches, metadataMatches }) =>
      agentId === null
        ? []
        : [
            {
              agentId,
              agentName: cleanLabel(agentName),
              sessionId,
              sessionName: cleanLabel(sessionName),
              isCurrent: sessionId === callerSessionId,
              matches: matches.map(({ messageId, snippet, createdAt }) => ({
                messageId,
                snippet,
                createdAt: new Date(createdAt).toISOString(),
              })),
              metadataMatches: metadataMatches.map(({ field, snippet }) => ({ field, snippet })),
            },
          ],
    ),
    scope,
  }
}

function optional(repeated: boolean, sentMessage: string | null): { repeated?: true; sentMessage?: string } {
  return { ...(repeated ? { repeated } : {}), ...(sentMessage === null ? {} : { sentMessage }) }
}
