import type { Clock, Disposer } from '../kernel/clock.ts'

type Deps = {
  readonly clock: Clock
  /** Longest silence in ms, read anew each time: longer while a tool call is open. */
  readonly limit: () => number
  readonly onStall: () => void
}

/** A timer that fires so much later than planned, in ms, slept with the machine. */
const SLEPT_MS = 30_000

/** Watches one Turn for silence. Waiting for a person does not count, nor does the machine's sleep. */
export class StallWatch {
  readonly #deps: Deps
  #lastSign: number
  #waiting = 0
  #stop: Disposer = () => {}

  constructor(deps: Deps) {
    this.#deps = deps
    this.#lastSign = deps.clock.monotonic()
    this.#arm(deps.limit())
  }

  sign(): void {
    this.#lastSign = this.#deps.clock.monotonic()
  }

  /** A person is being asked; call the answer once when that is over. */
  waitForPerson(): Disposer {
    this.#waiting += 1
    let over = false
    return () => {
      if (over) return
      over = true
      this.#waiting -= 1
      this.sign()
    }
  }

  /** All that it does now is wait for a person's answer. */
  isWaitingForPerson(): boolean {
    return this.#waiting > 0
  }

  dispose(): void {
    this.#stop()
  }

  #arm(ms: number): void {
    const planned = this.#deps.clock.monotonic() + ms
    this.#stop = this.#deps.clock.after(ms, () => this.#check(planned))
  }

  #check(planned: number): void {
    const now = this.#deps.clock.monotonic()
    if (this.#waiting > 0 || now - planned > SLEPT_MS) this.sign()
    const limit = this.#deps.limit()
    const left = this.#lastSign + limit - now
    if (left <= 0) this.#deps.onStall()
    else this.#arm(left)
  }
}
