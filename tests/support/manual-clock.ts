import type { Clock } from '#main/kernel/clock.ts'

export interface ManualClock extends Clock {
  /** Moves both readings on, firing the timers that fall due in order, each at its own time. */
  advance(ms: number): void
  /** Sets the wall alone, as a person or a time server does: timers and the monotonic reading do not notice. */
  jumpWallTo(now: number): void
  /** Timers that still wait. */
  pending(): number
}

/** A clock that stands still until a test moves it. `start` is wall time in milliseconds. */
export function createManualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  type Timer = { readonly at: number; readonly order: number; readonly run: () => void }
  const timers = new Set<Timer>()
  let elapsed = 0
  let wallAtStart = start
  let order = 0
  const nextDue = (until: number): Timer | undefined =>
    [...timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0]
  return {
    now: () => wallAtStart + elapsed,
    monotonic: () => elapsed,
    after(ms, run) {
      const timer: Timer = { at: elapsed + Math.max(0, ms), order: (order += 1), run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(ms) {
      const until = elapsed + ms
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        timers.delete(timer)
        elapsed = Math.max(elapsed, timer.at)
        timer.run()
      }
      elapsed = Math.max(elapsed, until)
    },
    jumpWallTo(now) {
      wallAtStart = now - elapsed
    },
    pending: () => timers.size,
  }
}
