import { createContext, useCallback, useContext, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { textOf } from '#shared/message.ts'
import type { TimelineItem } from '#shared/timeline.ts'
import type { Streams } from './streams.ts'

export const StreamsContext = createContext<Streams | null>(null)

/** The item with what has streamed into its message since it was read. */
export function useStreamedItem(item: TimelineItem): TimelineItem {
  const streams = useContext(StreamsContext)
  if (streams === null) throw new Error('useStreamedItem needs a StreamsContext above it')
  const latest = useRef(item)
  useLayoutEffect(() => {
    latest.current = item
  })
  const { id } = item.message
  const live = item.streamSeq !== null
  const subscribe = useCallback(
    (listener: () => void) => (live && id !== '' ? streams.follow(latest.current, listener) : () => {}),
    [streams, live, id],
  )
  const streamed = useSyncExternalStore(subscribe, () => (live ? streams.read(item) : null))
  return useMemo(
    () =>
      streamed !== null && streamed.parts !== item.message.parts
        ? { ...item, message: { ...item.message, parts: [...streamed.parts], text: textOf(streamed.parts) } }
        : item,
    [item, streamed],
  )
}
