/**
 * How many headless Turns may run at once. A Session that found no place waits in line; a free place is offered along
 * the line, longest waiting first, and whoever can run takes it: one that is busy or gone keeps nobody waiting. A
 * Session that took one joins the line again at its end.
 */
export class HeadlessPlaces {
  readonly #limit: () => number
  readonly #taken = new Set<string>()
  readonly #line = new Set<string>()

  constructor(limit: () => number) {
    this.#limit = limit
  }

  hasFree(): boolean {
    return this.#taken.size < this.#limit()
  }

  /** False: no place now; the Session stands in line. */
  take(sessionId: string, turnId: string): boolean {
    if (!this.hasFree()) {
      this.#line.add(sessionId)
      return false
    }
    this.#line.delete(sessionId)
    this.#taken.add(turnId)
    return true
  }

  /** A Session in line that has nothing to run any more. */
  leaveLine(sessionId: string): void {
    this.#line.delete(sessionId)
  }

  /** Gives a place back; harmless for a Turn without one. */
  giveBack(turnId: string): void {
    this.#taken.delete(turnId)
  }

  /** The Sessions that wait for a place, longest waiting first. */
  line(): string[] {
    return [...this.#line]
  }
}
