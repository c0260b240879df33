import type { CodedError } from '#shared/errors.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Presence } from '../ports/presence.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { LiveTurns } from '../turns/live-turn.ts'
import type { ToolCaller } from '../turns/turn-ports.ts'

/** How long after the last window left a person still counts as present, ms (design §5). */
const PRESENT_FOR_MS = 10_000

type Deps = {
  readonly live: LiveTurns
  readonly sessions: SessionStore
  readonly presence: Presence
  readonly clock: Clock
}

/**
 * Decides who may call the session tools: an interactive Turn that runs now, with a person present, whose Agent still
 * owns its Session. Asked before anything is read.
 */
export class InteractionGuard {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  refusalOf({ agentId, sessionId, turnId }: ToolCaller): CodedError | null {
    const live = this.#deps.live.get(turnId)
    if (live === null || live.session.id !== sessionId || live.controller.signal.aborted) {
      return forbidden('The turn has ended.')
    }
    if (live.turn.interaction === 'headless') return forbidden('Session tools need a turn that a person started.')
    if (live.turn.hop > 0) return forbidden('A turn that another session caused may not ask on.')
    if (!this.#isPersonPresent()) return forbidden('Nobody is at a window who could answer.')
    const session = this.#deps.sessions.get(sessionId)
    if (session === null || session.trashedAt !== null || session.agentId !== agentId) {
      return { code: 'SENDER_FORBIDDEN', message: 'This agent does not own its session any more.' }
    }
    return null
  }

  #isPersonPresent(): boolean {
    const seen = this.#deps.presence.lastSeen()
    if (seen === 'connected') return true
    return seen !== 'never' && this.#deps.clock.monotonic() - seen <= PRESENT_FOR_MS
  }
}

function forbidden(message: string): CodedError {
  return { code: 'SESSION_TOOL_FORBIDDEN', message }
}
