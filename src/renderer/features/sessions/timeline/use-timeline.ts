import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useIpc } from '#renderer/ipc/use-ipc.ts'
import { createTimelineFeed, type FeedState, type TimelineFeed } from './timeline-feed.ts'
import { emptyWindow } from './timeline-window.ts'

const SOON_MS = 60
const nothing: FeedState = { window: emptyWindow, status: 'loading', error: null, opened: 0, target: null }

/** The loaded stretch of a Session's messages; opens anew whenever another message is asked for. */
export function useTimeline(sessionId: string, target: string | null) {
  const ipc = useIpc()
  const shown = useRef<string | null>(null)
  const [feed, setFeed] = useState<TimelineFeed | null>(null)
  useEffect(() => {
    const mine = createTimelineFeed({
      client: ipc,
      sessionId,
      soon: (run) => void setTimeout(run, SOON_MS),
      shown: () => shown.current,
    })
    setFeed(mine)
    return () => mine.stop()
  }, [ipc, sessionId])
  useEffect(() => feed?.open(target), [feed, target])
  const state = useSyncExternalStore(feed?.state.subscribe ?? never, () => feed?.state.getSnapshot() ?? nothing)
  return { feed, state, shown }
}

function never(): () => void {
  return () => {}
}
