import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Approval } from '#shared/approval.ts'
import type { IpcFailure } from '#renderer/ipc/client.ts'
import { useIpc } from '#renderer/ipc/use-ipc.ts'

const PAGE = 60

/** Answered approvals, newest first, a page at a time. */
export function useHistory(since: number | null, enabled: boolean) {
  const client = useIpc()
  const query = useInfiniteQuery({
    queryKey: ['approvals.history', { since }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      client.ask('approvals.history', { ...(since === null ? {} : { since }), cursor: pageParam, limit: PAGE }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
  })
  const approvals = useMemo<readonly Approval[]>(
    () => query.data?.pages.flatMap((page) => page.approvals) ?? [],
    [query.data],
  )
  return { ...query, error: query.error as IpcFailure | null, approvals }
}
