import type { Message, Part } from '#shared/message.ts'
import type { Turn } from '#shared/turn.ts'
import type { HistoryMessage } from '../ports/agent-runtime.ts'
import { unanswered } from './turn-text.ts'
import type { HistoryPresenter } from './turn-ports.ts'

/**
 * What a model is shown of what came before: the messages of Turns that have ended, in Turn order. `before` holds the
 * timeline below the Turn's own place, oldest first; `turns` every Turn of those messages and the Turn itself.
 * A Turn that was repeated is shown by its repeat only. Pure, given the presenter's answers.
 */
export function buildHistory(
  turn: Turn,
  before: readonly Message[],
  turns: ReadonlyMap<string, Turn>,
  messages: ReadonlyMap<string, Message>,
  presenter: HistoryPresenter,
): HistoryMessage[] {
  const repeated = new Set(
    [...turns.values(), turn].flatMap((other) => (other.repeatOf === null ? [] : [other.repeatOf])),
  )
  const shown: Message[] = []
  for (const message of before) {
    const of = message.turnId === null ? undefined : turns.get(message.turnId)
    if (of !== undefined && repeated.has(of.id)) continue
    if (of !== undefined && of.repeatOf !== null && message.role === 'assistant') {
      const input = messages.get(of.inputMessageId)
      if (input !== undefined) shown.push(input)
    }
    shown.push(message)
  }
  const kept = shown.filter((message) => !message.leftOut && message.id !== turn.inputMessageId)
  const texts = presenter.deliveryTexts(kept)
  return kept.flatMap((message) => {
    const parts = present(message, texts.get(message.id), presenter)
    return parts.length === 0 ? [] : [{ role: message.role === 'assistant' ? 'assistant' : 'user', parts }]
  })
}

/** One message as a model sees it. */
export function present(message: Message, deliveryText: string | undefined, presenter: HistoryPresenter): Part[] {
  if (deliveryText !== undefined) {
    return [{ type: 'text', text: deliveryText }, ...message.parts.filter((part) => part.type === 'file')]
  }
  return message.parts.flatMap((part): Part[] => {
    if (part.type === 'text') return part.text === '' ? [] : [part]
    if (part.type !== 'tool') return [part]
    const now = message.turnId === null ? null : presenter.leftOverAnswer(message.turnId, part.toolCallId)
    if (now !== null) return [unanswered(part, now)]
    return [part.state === 'running' ? unanswered(part, 'This call was cut off before it was answered.') : part]
  })
}
