import type { Clock, Disposer } from '../kernel/clock.ts'
import type { Presence } from '../ports/presence.ts'

/** Counts the windows or authenticated browsers that are there now. */
export interface PresenceCounter extends Presence {
  /** Someone came; call what it answers when they left. */
  join(): Disposer
}

export function createPresence(clock: Pick<Clock, 'monotonic'>): PresenceCounter {
  let here = 0
  let left: number | 'never' = 'never'
  return {
    lastSeen: () => (here > 0 ? 'connected' : left),
    join() {
      here += 1
      let joined = true
      return () => {
        if (!joined) return
        joined = false
        here -= 1
        left = clock.monotonic()
      }
    },
  }
}
