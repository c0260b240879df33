import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useIpc } from '#renderer/ipc/use-ipc.ts'
import { type Group, ORPHANS, putRow, removeRow, type SessionPage, withTotal } from './session-list-model.ts'

export type ListScope = {
  readonly trashed: boolean
  /** By Agent: the open groups in the order to show them; null for one list of all. */
  readonly groups: readonly Group[] | null
}

type At = { readonly group: number; readonly cursor: string | null }

const start: At = { group: 0, cursor: null }
const PAGE = 100
/** So many changed Sessions at once are cheaper to read as pages. */
const MOST_SINGLE_READS = 40
const SOON_MS = 80

/**
 * The pages of the list that are loaded. A changed Session is read alone and put at its place, so that what one
 * Session does never costs a reading of the whole list.
 */
export function useSessionList(scope: ListScope) {
  const ipc = useIpc()
  const queries = useQueryClient()
  const { trashed, groups } = scope
  const key = useMemo(() => ['session-list', { trashed, groups }] as const, [trashed, groups])
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: start,
    queryFn: async ({ pageParam }): Promise<SessionPage> => {
      const group = groups === null ? null : (groups[pageParam.group] ?? null)
      if (groups !== null && group === null) return { group: null, rows: [], nextCursor: null, total: 0 }
      const filter = { trashed, ...(group === null ? {} : { agentId: group === ORPHANS ? null : group }) }
      return { group, ...(await ipc.ask('sessions.list', { filter, cursor: pageParam.cursor, limit: PAGE })) }
    },
    getNextPageParam: (last, _pages, { group }): At | undefined => {
      if (last.nextCursor !== null) return { group, cursor: last.nextCursor }
      return groups !== null && group + 1 < groups.length ? { group: group + 1, cursor: null } : undefined
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Rows are compared where they are drawn; comparing every loaded page with every new one costs too much.
    structuralSharing: false,
  })

  useEffect(() => {
    const changed = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | null = null
    const again = (): void => void queries.invalidateQueries({ queryKey: ['session-list'] })
    const patch = (change: (pages: readonly SessionPage[]) => readonly SessionPage[]): void => {
      queries.setQueryData<InfiniteData<SessionPage, At>>(key, (data) => {
        if (data === undefined) return data
        const pages = change(data.pages)
        return pages === data.pages ? data : { ...data, pages: [...pages] }
      })
    }
    const read = async (): Promise<void> => {
      timer = null
      const ids = [...changed]
      changed.clear()
      if (ids.length > MOST_SINGLE_READS) return again()
      const answers = await Promise.all(ids.map((id) => ipc.call('sessions.get', { id })))
      patch((pages) =>
        answers.reduce((now, answer, index) => {
          const id = ids[index] ?? ''
          if (!answer.ok) return answer.error.code === 'NOT_FOUND' ? removeRow(now, id) : now
          return (answer.value.trashedAt !== null) === trashed ? putRow(now, answer.value) : removeRow(now, id)
        }, pages),
      )
      if (groups !== null) return
      const counted = await ipc.call('sessions.list', { filter: { trashed }, cursor: null, limit: 1 })
      if (counted.ok) patch((pages) => withTotal(pages, counted.value.total))
    }
    const ends = [
      ipc.onRefetch(again),
      ipc.subscribe((event) => {
        if (event.type === 'sessions-changed' || event.type === 'agents-changed') return again()
        if (event.type !== 'session-changed') return
        changed.add(event.sessionId)
        timer ??= setTimeout(() => void read(), SOON_MS)
      }),
    ]
    return () => {
      if (timer !== null) clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [ipc, queries, key, groups, trashed])

  return query
}
