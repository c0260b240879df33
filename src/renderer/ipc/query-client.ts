import { QueryClient } from '@tanstack/react-query'
import { IpcFailure, type IpcClient } from './client.ts'
import { isStale, type Stale, staleAfter } from './query-keys.ts'

const SOON_MS = 40

/** Readings stay right until an event says otherwise, so nothing is polled and focus reads nothing. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 5 * 60_000,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A lost connection reads all again when it is back; anything else would fail the same way once more.
        retry: (failures, error) => failures < 2 && error instanceof IpcFailure && error.error.code === 'STORAGE',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** Keeps the readings true to the events, several events at once. Answers what ends it. */
export function followEvents(client: IpcClient, queries: QueryClient): () => void {
  let stale: Stale[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  const read = (): void => {
    timer = null
    const now = stale
    stale = []
    void queries.invalidateQueries({ predicate: ({ queryKey }) => now.some((each) => isStale(queryKey, each)) })
  }
  const ends = [
    client.subscribe((event) => {
      const found = staleAfter(event)
      if (found.length === 0) return
      stale.push(...found)
      timer ??= setTimeout(read, SOON_MS)
    }),
    client.onRefetch(() => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'kept' })),
  ]
  return () => {
    if (timer !== null) clearTimeout(timer)
    for (const end of ends) end()
  }
}
