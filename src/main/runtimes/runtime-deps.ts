import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'

/** Waits before the next small piece of scripted text, so that a person sees it stream. Settles at once when aborted. */
export type Pace = (signal: AbortSignal) => Promise<void>

/** What hosts hand to `createAiSdkRuntime` and `createRehearsalRuntime`. */
export type RuntimeDeps = {
  readonly clock: Clock
  readonly logger: Logger
  readonly pace: Pace
}

/** Settles after `ms`, or at once when the signal aborts. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve()
      return
    }
    const stopTimer = clock.after(ms, finish)
    signal.addEventListener('abort', finish, { once: true })
    function finish(): void {
      stopTimer()
      signal.removeEventListener('abort', finish)
      resolve()
    }
  })
}

export function steadyPace(clock: Clock, ms: number): Pace {
  return (signal) => sleep(clock, ms, signal)
}

/** For tests: no waiting at all. */
export const noPace: Pace = () => Promise.resolve()
