import type { Message } from '#shared/message.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { SessionQueue, TimelineItem, TimelinePage } from '#shared/timeline.ts'
import type { MessageStore } from '../sessions/message-store.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { LiveTurns } from '../turns/live-turn.ts'
import type { TurnService } from '../turns/turn-service.ts'
import type { TurnStore } from '../turns/turn-store.ts'
import type { DeliveryList } from './delivery-list.ts'

export type TimelineAt =
  | { readonly kind: 'newest' }
  | { readonly kind: 'before'; readonly position: number }
  | { readonly kind: 'after'; readonly position: number }
  | { readonly kind: 'around'; readonly messageId: string }

type Deps = {
  readonly sessions: SessionStore
  readonly messages: MessageStore
  readonly turns: TurnStore
  readonly turnService: TurnService
  readonly live: LiveTurns
  readonly list: DeliveryList
}

/** The conversation of a Session as a window shows it: messages with their Turns, requests and results. Reads only. */
export class TimelineReader {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  page(sessionId: string, at: TimelineAt, limit: number): Result<TimelinePage, 'NOT_FOUND'> {
    if (this.#deps.sessions.get(sessionId) === null) return err('NOT_FOUND')
    const messages = this.#messages(sessionId, at, limit)
    if (messages === null) return err('NOT_FOUND')
    const first = messages.at(0)?.position
    const last = messages.at(-1)?.position
    const beyond = (range: { before?: number; after?: number; newest: boolean }): boolean =>
      this.#deps.messages.page(sessionId, { ...range, limit: 1 }).length > 0
    return ok({
      items: this.#items(messages),
      hasOlder: first != null && beyond({ before: first, newest: true }),
      hasNewer: last != null && beyond({ after: last, newest: false }),
    })
  }

  queue(sessionId: string): Result<SessionQueue, 'NOT_FOUND'> {
    const { sessions, turnService, list } = this.#deps
    if (sessions.get(sessionId) === null) return err('NOT_FOUND')
    return ok({
      running: turnService.running(sessionId),
      queued: turnService.queue(sessionId),
      deliveries: list.waiting(sessionId),
      held: list.held(sessionId),
    })
  }

  #messages(sessionId: string, at: TimelineAt, limit: number): Message[] | null {
    const { messages } = this.#deps
    switch (at.kind) {
      case 'newest':
        return messages.page(sessionId, { newest: true, limit })
      case 'before':
        return messages.page(sessionId, { before: at.position, newest: true, limit })
      case 'after':
        return messages.page(sessionId, { after: at.position, newest: false, limit })
      case 'around': {
        const message = messages.get(at.messageId)
        if (message === null || message.sessionId !== sessionId || message.position === null) return null
        const half = Math.ceil(limit / 2)
        return [
          ...messages.page(sessionId, { before: message.position, newest: true, limit: half }),
          ...messages.page(sessionId, { after: message.position - 1, newest: false, limit: half }),
        ]
      }
    }
  }

  #items(messages: readonly Message[]): TimelineItem[] {
    const { turns, live, list } = this.#deps
    const turnIds = [...new Set(messages.flatMap((message) => (message.turnId === null ? [] : [message.turnId])))]
    const known = turns.getMany(turnIds)
    const deliveries = list.byMessages(
      messages.filter((message) => message.role === 'user').map((message) => message.id),
    )
    const sent = list.sentByTurns(turnIds)
    const returned = list.returnedByTurns(turnIds)
    return messages.map((message) => {
      const isAnswer = message.role === 'assistant' && message.turnId !== null
      const running = message.turnId === null ? null : live.get(message.turnId)
      const text = running?.messageId === message.id ? running.text : null
      return {
        message: text === null ? message : { ...message, parts: [...text.parts] },
        turn: message.turnId === null ? null : (known.get(message.turnId) ?? null),
        delivery: deliveries.get(message.id) ?? null,
        sent: isAnswer ? (sent.get(message.turnId ?? '') ?? []) : [],
        returned: isAnswer ? (returned.get(message.turnId ?? '') ?? null) : null,
        streamSeq: text?.seq ?? null,
      }
    })
  }
}
