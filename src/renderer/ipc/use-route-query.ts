import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { RouteInput, RouteName, RouteOutput } from '#shared/ipc/routes.ts'
import type { IpcFailure } from './client.ts'
import { queryKey } from './query-keys.ts'
import { useIpc } from './use-ipc.ts'

type Options = {
  readonly enabled?: boolean
  /** The answer can no longer change: no event reads it again. */
  readonly keep?: boolean
  /** While another input is being read, go on showing the last answer. */
  readonly holdLast?: boolean
}

/** Reads a route and reads it again when an event says that it changed. */
export function useRouteQuery<N extends RouteName>(
  route: N,
  input: RouteInput<N>,
  { enabled = true, keep = false, holdLast = false }: Options = {},
): UseQueryResult<RouteOutput<N>, IpcFailure> {
  const client = useIpc()
  const result = useQuery<unknown, IpcFailure>({
    queryKey: queryKey(route, input, keep),
    queryFn: () => client.ask(route, input),
    enabled,
    ...(holdLast ? { placeholderData: keepPreviousData } : {}),
  })
  // The client answers with the route's own type; the query carries it as unknown.
  return result as UseQueryResult<RouteOutput<N>, IpcFailure>
}
