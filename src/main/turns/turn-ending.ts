import type { CodedError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import type { Message, MessageStatus } from '#shared/message.ts'
import type { Turn } from '#shared/turn.ts'
import type { Tx } from '../db/write-tx.ts'
import type { Clock } from '../kernel/clock.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { MessageStore } from '../sessions/message-store.ts'
import type { SearchPendingStore } from '../sessions/search/search-pending-store.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { LiveTurns } from './live-turn.ts'
import type { TurnParticipant } from './turn-ports.ts'
import type { TurnStore } from './turn-store.ts'
import { closeParts } from './turn-text.ts'

export type Ending = {
  readonly state: 'succeeded' | 'failed' | 'interrupted'
  readonly error: CodedError | null
  /** The app goes away: open approvals stay, marked left over. */
  readonly leftOver?: boolean
}

/** The error of a Turn that a quit or a crash cut off. */
export const appGone: CodedError = {
  code: 'RUNTIME_ERROR',
  message: 'The app went away while the turn ran. Nothing runs again by itself.',
}

type Deps = {
  readonly turns: TurnStore
  readonly messages: MessageStore
  readonly sessions: SessionStore
  readonly searchPending: SearchPendingStore
  readonly live: LiveTurns
  readonly clock: Clock
  readonly events: EventBus<AppEvent>
  readonly participants: readonly TurnParticipant[]
}

/** The one way in which a Turn ends: its row, its text and all that hangs on it, in one transaction. */
export class TurnEnding {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** False when it had ended already: then nothing is written. A queued Turn can only be interrupted. */
  endTx(tx: Tx, turn: Turn, ending: Ending): boolean {
    const { turns, live: lives, clock, events } = this.#deps
    const live = lives.get(turn.id)
    const now = clock.now()
    const usage = live?.text.usage ?? null
    const steps = live?.text.steps ?? 0
    if (!turns.endTx(tx, turn.id, now, { state: ending.state, error: ending.error, usage, steps })) return false
    const ended: Turn = { ...turn, state: ending.state, error: ending.error, endedAt: now, usage, steps }
    if (turn.state === 'running') this.#closeTextTx(tx, ended, ending.leftOver ?? false)
    tx.afterCommit(() => {
      if (live !== null) {
        live.ended = true
        lives.remove(live)
        for (const dispose of live.dispose) dispose()
      }
      events.publish({ type: 'turn-changed', turn: ended })
      events.publish({ type: 'messages-changed', sessionId: turn.sessionId })
      events.publish({ type: 'session-changed', sessionId: turn.sessionId })
    })
    return true
  }

  #closeTextTx(tx: Tx, turn: Turn, leftOver: boolean): void {
    const { messages, sessions, searchPending, live: lives } = this.#deps
    const live = lives.get(turn.id)
    const stored = live === null ? messages.assistantOf(turn.id) : messages.get(live.messageId)
    if (stored === null) return
    const status: MessageStatus =
      turn.state === 'succeeded' ? 'complete' : turn.state === 'failed' ? 'failed' : 'interrupted'
    const parts = closeParts(live?.text.parts ?? stored.parts, whyUnanswered(turn))
    messages.saveTx(tx, stored.id, parts, status)
    searchPending.queueMessageTx(tx, stored.id)
    sessions.touchTx(tx, turn.sessionId, turn.endedAt ?? 0)
    const answer: Message = { ...stored, parts, status }
    for (const participant of this.#deps.participants) participant.turnEndedTx(tx, turn, answer, leftOver)
  }
}

function whyUnanswered(turn: Turn): string {
  const error = turn.error === null ? '' : ` (${turn.error.code})`
  return `Not answered: the turn ended ${turn.state}${error} before this call was answered.`
}
