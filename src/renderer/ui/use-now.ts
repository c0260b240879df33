import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null
let now = Date.now()

function tick(): void {
  now = Date.now()
  for (const listener of [...listeners]) listener()
}

/** One clock for everything that says how long ago: what is on screen follows it, nothing else does. */
function follow(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === null) {
    now = Date.now()
    timer = setInterval(tick, TICK_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** The present in milliseconds, to half a minute. */
export function useNow(): number {
  return useSyncExternalStore(follow, () => now)
}
