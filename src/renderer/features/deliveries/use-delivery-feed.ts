import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { DeliveryFilter } from '#shared/delivery.ts'
import { useIpc } from '#renderer/ipc/use-ipc.ts'
import { DeliveryFeed } from './table/delivery-feed.ts'

/** Changes that come this close together are read at once, ms. */
const SOON_MS = 60

/** The loaded rows for a filter, kept true to the events. Another filter is another feed. */
export function useDeliveryFeed(filter: DeliveryFilter) {
  const ipc = useIpc()
  // The filter is made anew at every drawing; its text says whether it is another one.
  const key = JSON.stringify(filter)
  const feed = useMemo(
    () =>
      new DeliveryFeed({
        filter: JSON.parse(key) as DeliveryFilter,
        page: (asked, cursor, limit) => ipc.call('deliveries.list', { filter: asked, cursor, limit }),
        row: async (id) => {
          const answer = await ipc.call('deliveries.get', { id })
          if (answer.ok) return { ok: true, value: answer.value.delivery }
          return answer.error.code === 'NOT_FOUND' ? { ok: true, value: null } : answer
        },
        soon: (run) => void setTimeout(run, SOON_MS),
      }),
    [ipc, key],
  )
  useEffect(() => {
    void feed.start()
    const ends = [
      ipc.subscribe((event) => (event.type === 'delivery-changed' ? feed.touch(event.deliveryId) : undefined)),
      ipc.onRefetch(() => void feed.reload()),
    ]
    return () => {
      feed.stop()
      for (const end of ends) end()
    }
  }, [feed, ipc])
  const state = useSyncExternalStore(feed.subscribe, feed.getSnapshot)
  return { feed, state }
}
