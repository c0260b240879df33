/**
 * How many headless Turns may run at once. A Session that found no place waits in line; a free place goes to the
 * longest waiting, and a Session that took one joins the line again at its end.
 */
export class HeadlessPlaces {
  readonly #limit: () => number
  readonly #taken = new Set<string>()
  readonly #line = new Set<string>()

  constructor(limit: () => number) {
    this.#limit = limit
  }

  /** False: no place now; the Session stands in line. */
  take(sessionId: string, turnId: string): boolean {
    const free = this.#limit() - this.#taken.size
    const ahead = [...this.#line].findIndex((waiting) => waiting === sessionId)
    const before = ahead === -1 ? this.#line.size : ahead
    if (free <= before) {
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

  /** Gives a place back; harmless for a Turn without one. Answers the Sessions to try now, longest waiting first. */
  giveBack(turnId: string): string[] {
    if (!this.#taken.delete(turnId)) return []
    return [...this.#line]
  }
}
