import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Approval, ApprovalFilter } from '#shared/approval.ts'
import type { IpcFailure } from '#renderer/ipc/client.ts'
import { useIpc } from '#renderer/ipc/use-ipc.ts'

const PAGE = 60

/** Answered approvals, newest first, a page at a time. */
export function useHistory(filter: ApprovalFilter, enabled: boolean) {
  const client = useIpc()
  const query = useInfiniteQuery({
    queryKey: ['approvals.history', filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => client.ask('approvals.history', { ...filter, cursor: pageParam, limit: PAGE }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
    placeholderData: keepPreviousData,
  })
  const approvals = useMemo<readonly Approval[]>(
    () => query.data?.pages.flatMap((page) => page.approvals) ?? [],
    [query.data],
  )
  return { ...query, error: query.error as IpcFailure | null, approvals }
}
