import type { AppEvent } from '#shared/ipc/events.ts'
import type { RouteInput, RouteName } from '#shared/ipc/routes.ts'
import { assertNever } from '#shared/result.ts'

/** A reading by route. `kept` ones hold what can no longer change, so that no event reads them again. */
export function queryKey<N extends RouteName>(route: N, input: RouteInput<N>, keep: boolean): readonly unknown[] {
  return keep ? ['kept', route, input] : [route, input]
}

/** A reading that an event makes stale: all of a route, or those whose input has this field with this value. */
export type Stale = { readonly route: RouteName; readonly where?: Readonly<Record<string, string>> }

/** What an event makes stale. Text that streams is not read again: see the stream store. */
export function staleAfter(event: AppEvent): readonly Stale[] {
  switch (event.type) {
    case 'agents-changed':
      return routesOf(
        'agents.list',
        'agents.models',
        'sessions.list',
        'sessions.get',
        'approvals.open',
        'approvals.get',
      )
    case 'settings-changed':
      return routesOf('settings.get', 'app.hello')
    case 'session-changed':
      return [
        { route: 'sessions.get', where: { id: event.sessionId } },
        ...routesOf('sessions.list', 'app.counts', 'approvals.open', 'approvals.get', 'deliveries.map'),
      ]
    case 'sessions-changed':
      return routesOf(
        'sessions.get',
        'sessions.list',
        'sessions.search',
        'app.counts',
        'agents.list',
        'approvals.open',
        'deliveries.map',
      )
    case 'messages-changed':
      return [
        { route: 'timeline.page', where: { sessionId: event.sessionId } },
        { route: 'timeline.queue', where: { sessionId: event.sessionId } },
      ]
    case 'turn-changed':
      return [
        { route: 'timeline.queue', where: { sessionId: event.turn.sessionId } },
        { route: 'sessions.get', where: { id: event.turn.sessionId } },
        ...routesOf('app.counts', 'approvals.open', 'approvals.get', 'deliveries.map'),
      ]
    case 'turn-delta':
    case 'job-progress':
      return []
    case 'approval-changed':
      return [
        { route: 'approvals.get', where: { id: event.approvalId } },
        ...routesOf('approvals.open', 'approvals.history', 'approvals.between', 'app.counts', 'deliveries.map'),
      ]
    case 'delivery-changed':
      return [
        { route: 'timeline.queue', where: { sessionId: event.receiverSessionId } },
        ...routesOf(
          'deliveries.list',
          'deliveries.get',
          'deliveries.map',
          'deliveries.ofSession',
          'audit.entries',
          'approvals.between',
          'approvals.open',
          'approvals.get',
          'app.counts',
        ),
      ]
    case 'keys-changed':
      return routesOf('access.keys')
    case 'recovery':
      return routesOf('recovery.state', 'app.hello')
    default:
      return assertNever(event)
  }
}

function routesOf(...names: readonly RouteName[]): readonly Stale[] {
  return names.map((route) => ({ route }))
}

/** Whether a reading with this key is meant. */
export function isStale(key: readonly unknown[], stale: Stale): boolean {
  if (key[0] !== stale.route) return false
  if (stale.where === undefined) return true
  const input = key[1]
  if (typeof input !== 'object' || input === null) return true
  return Object.entries(stale.where).every(([field, value]) => Reflect.get(input, field) === value)
}
