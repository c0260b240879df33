import type { Part, ToolPart } from '#shared/message.ts'
import type { TurnDelta, Usage } from '#shared/turn.ts'
import { assertNever } from '#shared/result.ts'
import type { RuntimeEvent } from '../ports/agent-runtime.ts'

/** What a running Turn has written so far. */
export type TurnText = {
  readonly parts: readonly Part[]
  /** The next text or reasoning delta starts a part of its own. */
  readonly broken: boolean
  /** Number of changes so far: late windows join at it. */
  readonly seq: number
  readonly steps: number
  readonly usage: Usage | null
}

export const emptyText: TurnText = { parts: [], broken: true, seq: 0, steps: 0, usage: null }

export type Change = TurnDelta['change']

/** Adds one event; answers what windows must be told, if anything. Pure. */
export function addEvent(
  text: TurnText,
  event: RuntimeEvent,
): { readonly text: TurnText; readonly change: Change | null } {
  switch (event.type) {
    case 'text':
    case 'reasoning':
      return addDelta(text, event.type, event.text)
    case 'break':
      return { text: { ...text, broken: true }, change: null }
    case 'tool-call': {
      const { toolCallId, toolName, input } = event
      return putPart(text, text.parts.length, { type: 'tool', toolCallId, toolName, input, state: 'running' })
    }
    case 'tool-result': {
      const index = text.parts.findLastIndex((part) => part.type === 'tool' && part.toolCallId === event.toolCallId)
      const call = text.parts[index]
      if (call?.type !== 'tool') return { text, change: null }
      return putPart(text, index, { ...call, state: event.isError ? 'failed' : 'succeeded', output: event.output })
    }
    case 'step':
      return { text: { ...text, steps: text.steps + 1, broken: true }, change: null }
    case 'usage':
      return { text: { ...text, usage: event.usage }, change: null }
    case 'alive':
      return { text, change: null }
    default:
      return assertNever(event)
  }
}

/** Ends what is still open, so that the message can be kept: a tool without an answer gets one that says why. */
export function closeParts(parts: readonly Part[], why: string): Part[] {
  return parts.map((part) => (part.type === 'tool' && part.state === 'running' ? unanswered(part, why) : part))
}

export function unanswered(part: ToolPart, why: string): ToolPart {
  return { ...part, state: 'failed', output: { content: [{ type: 'text', text: why }], isError: true } }
}

export function hasOpenTool(text: TurnText): boolean {
  return text.parts.some((part) => part.type === 'tool' && part.state === 'running')
}

function addDelta(
  text: TurnText,
  type: 'text' | 'reasoning',
  append: string,
): { text: TurnText; change: Change | null } {
  if (append === '') return { text, change: null }
  const last = text.parts.at(-1)
  if (last?.type !== type || text.broken) {
    return putPart(text, text.parts.length, { type, text: append })
  }
  const partIndex = text.parts.length - 1
  const parts = [...text.parts.slice(0, -1), { ...last, text: last.text + append }]
  return { text: { ...text, parts, seq: text.seq + 1 }, change: { kind: type, partIndex, append } }
}

function putPart(text: TurnText, partIndex: number, part: Part): { text: TurnText; change: Change } {
  const parts = [...text.parts]
  parts[partIndex] = part
  const broken = part.type === 'tool'
  return { text: { ...text, parts, broken, seq: text.seq + 1 }, change: { kind: 'part', partIndex, part } }
}
