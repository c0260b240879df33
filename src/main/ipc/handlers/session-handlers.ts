import type { IpcError } from '#shared/ipc/envelope.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Session, SessionRow } from '#shared/session.ts'
import { SearchFailed, SearchSuperseded } from '../../sessions/search/search-service.ts'
import type { SessionFailure } from '../../sessions/session-service.ts'
import { answer, done, fail, found } from '../answers.ts'
import type { HandlerServices } from '../handler-services.ts'
import type { Handlers } from '../router.ts'

type SessionRoutes =
  | `sessions.${'list' | 'get' | 'create' | 'rename' | 'describe' | 'setReach' | 'setPinned' | 'markSeen' | 'openOutgoing' | 'trash' | 'restore' | 'deleteForever' | 'giveTo' | 'search'}`
  | `timeline.${'page' | 'queue' | 'setLeftOut'}`

export function sessionHandlers(services: HandlerServices): Pick<Handlers, SessionRoutes> {
  const { sessions, sessionList, search, timeline, turns, deliveryControl } = services
  const row = (result: Result<Session, SessionFailure>): Result<SessionRow, IpcError> =>
    result.ok ? found(sessionList.row(result.value.id), 'session') : result
  return {
    'sessions.list': ({ filter, cursor, limit }) => {
      const page = sessionList.page(filter, cursor, limit)
      return page.ok ? page : fail('INVALID_INPUT', 'This cursor is not one of this list.')
    },
    'sessions.get': ({ id }) => found(sessionList.row(id), 'session'),
    'sessions.create': ({ agentId, name, workspace }) => row(sessions.create(agentId, name, workspace)),
    'sessions.rename': ({ id, name }) => row(sessions.rename(id, name)),
    'sessions.describe': ({ id, description }) => row(sessions.describe(id, description)),
    'sessions.setReach': ({ id, reach }) => row(sessions.setReach(id, reach)),
    'sessions.setPinned': ({ id, pinned }) => row(sessions.setPinned(id, pinned)),
    'sessions.markSeen': ({ id }) => {
      sessions.markSeen(id)
      return ok(done())
    },
    'sessions.openOutgoing': ({ id }) => ok({ count: deliveryControl.openOutgoing(id) }),
    'sessions.trash': ({ id, cancelOutgoing }) => answer(sessions.trash(id, cancelOutgoing), done),
    'sessions.restore': ({ id }) => answer(sessions.restore(id), done),
    'sessions.deleteForever': async ({ id }) => answer(await sessions.deleteForever(id), done),
    'sessions.giveTo': ({ id, agentId }) => row(sessions.giveTo(id, agentId)),
    'sessions.search': async ({ query, agentId, limit }, { windowName }) => {
      if (query.trim() === '') return ok({ hits: [], scope: { sessions: 0, messages: 0, complete: true } })
      const asked = {
        query,
        limit,
        asker: { kind: 'person' as const },
        includeTrashed: true,
        ...(agentId === undefined ? {} : { agentId }),
      }
      try {
        return ok(await search.query(asked, AbortSignal.timeout(SEARCH_LIMIT_MS), windowName))
      } catch (error) {
        if (error instanceof SearchSuperseded) return fail('CONFLICT', 'A newer search of this window took its place.')
        if (error instanceof SearchFailed)
          return fail('UNAVAILABLE', 'The search could not answer. Try again in a moment.')
        throw error
      }
    },
    'timeline.page': ({ sessionId, at, limit }) => {
      const page = timeline.page(sessionId, at, limit)
      return page.ok ? page : fail('NOT_FOUND', 'There is no such session or message.')
    },
    'timeline.queue': ({ sessionId }) => {
      const queue = timeline.queue(sessionId)
      return queue.ok ? queue : fail('NOT_FOUND', 'There is no such session.')
    },
    'timeline.setLeftOut': ({ messageId, leftOut }) => answer(turns.setLeftOut(messageId, leftOut), done),
  }
}

/** A person has gone on long before this, ms. */
const SEARCH_LIMIT_MS = 30_000
