/** Stops something: a timer, a subscription, a resource. Calling it twice does no harm. */
export type Disposer = () => void

/** The only source of time in the domain. */
export interface Clock {
  /** Wall time, integer milliseconds since the Unix epoch. May jump. */
  now(): number
  /** Milliseconds from an arbitrary start; never goes backwards. */
  monotonic(): number
  /** Calls `run` once after `ms` milliseconds, unless disposed first. Does not keep the process alive. */
  after(ms: number, run: () => void): Disposer
}

/** Timers longer than this overflow a 32-bit delay and would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(Math.max(0, ms), LONGEST_TIMER_MS))
    timer.unref?.()
    return () => clearTimeout(timer)
  },
}
