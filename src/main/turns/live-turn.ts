import type { Agent } from '#shared/agent.ts'
import type { Session } from '#shared/session.ts'
import type { Turn } from '#shared/turn.ts'
import type { StallWatch } from './stall-watch.ts'
import { emptyText, type TurnText } from './turn-text.ts'
import type { TurnTools } from './turn-ports.ts'

/** A Turn that is running in this process. */
export type LiveTurn = {
  readonly turn: Turn
  readonly session: Session
  readonly agent: Agent
  /** The assistant message that it writes. */
  readonly messageId: string
  readonly controller: AbortController
  text: TurnText
  /** Numbers of the changes that the database holds. */
  savedSeq: number
  tools: TurnTools | null
  watch: StallWatch | null
  /** Set when it was asked to stop: how it is going to end, whatever the runtime says. */
  stopping: { readonly leftOver: boolean } | null
  /** True from the commit that ended it; later events are dropped. */
  ended: boolean
  readonly dispose: (() => void)[]
}

export function createLiveTurn(turn: Turn, session: Session, agent: Agent, messageId: string): LiveTurn {
  return {
    turn,
    session,
    agent,
    messageId,
    controller: new AbortController(),
    text: emptyText,
    savedSeq: 0,
    tools: null,
    watch: null,
    stopping: null,
    ended: false,
    dispose: [],
  }
}

/** The Turns that run in this process, by Turn and by Session. */
export class LiveTurns {
  readonly #byTurn = new Map<string, LiveTurn>()
  readonly #bySession = new Map<string, LiveTurn>()

  add(live: LiveTurn): void {
    this.#byTurn.set(live.turn.id, live)
    this.#bySession.set(live.session.id, live)
  }

  remove(live: LiveTurn): void {
    this.#byTurn.delete(live.turn.id)
    if (this.#bySession.get(live.session.id) === live) this.#bySession.delete(live.session.id)
  }

  get(turnId: string): LiveTurn | null {
    return this.#byTurn.get(turnId) ?? null
  }

  ofSession(sessionId: string): LiveTurn | null {
    return this.#bySession.get(sessionId) ?? null
  }

  all(): LiveTurn[] {
    return [...this.#byTurn.values()]
  }
}
