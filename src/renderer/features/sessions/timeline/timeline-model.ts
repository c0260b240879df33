import type { Approval } from '#shared/approval.ts'
import type { DeliveryRow } from '#shared/delivery.ts'
import type { Part, ToolPart } from '#shared/message.ts'
import { assertNever } from '#shared/result.ts'
import type { SessionQueue, TimelineItem } from '#shared/timeline.ts'
import type { Turn } from '#shared/turn.ts'
import { startOfDay } from '../list/session-list-model.ts'
import { readTool, type ToolReading } from './tool-reading.ts'

export type TimelineRow =
  | { readonly kind: 'day'; readonly key: string; readonly at: number }
  | { readonly kind: 'own'; readonly key: string; readonly item: TimelineItem; readonly takenBack: boolean }
  | { readonly kind: 'delivered'; readonly key: string; readonly item: TimelineItem; readonly delivery: DeliveryRow }
  /** A result that waits for the person to wake it or take it as read. */
  | { readonly kind: 'kept'; readonly key: string; readonly delivery: DeliveryRow; readonly text: string }
  | { readonly kind: 'answer'; readonly key: string; readonly item: TimelineItem }
  | { readonly kind: 'checkpoint'; readonly key: string; readonly item: TimelineItem }
  | {
      readonly kind: 'ended'
      readonly key: string
      readonly turn: Turn
      readonly kept: Kept
      readonly repeated: boolean
    }
  | { readonly kind: 'working'; readonly key: string; readonly turn: Turn }
  | { readonly kind: 'approval'; readonly key: string; readonly approval: Approval }

/** What is left of a Turn that did not succeed. */
export type Kept = { readonly text: boolean; readonly tools: number; readonly sent: number }

/** What a conversation shows, oldest first. The open approvals stand last, at the place that asks now. */
export function rowsOf(
  items: readonly TimelineItem[],
  running: Turn | null,
  approvals: readonly Approval[],
  held: SessionQueue['held'] = [],
): readonly TimelineRow[] {
  const rows: TimelineRow[] = []
  const repeated = new Set(items.flatMap(({ turn }) => (turn?.repeatOf != null ? [turn.repeatOf] : [])))
  if (running?.repeatOf != null) repeated.add(running.repeatOf)
  const lastOf = lastIndexByTurn(items)
  let day: number | null = null
  for (const [index, item] of items.entries()) {
    const { message, turn, delivery } = item
    // A waiting message is shown by the queue strip, where it can be taken back.
    if (turn?.state === 'queued' && message.role === 'user') continue
    const itsDay = startOfDay(message.createdAt)
    if (day !== null && itsDay !== day) rows.push({ kind: 'day', key: `day:${itsDay}:${message.id}`, at: itsDay })
    day = itsDay
    if (message.role === 'checkpoint') rows.push({ kind: 'checkpoint', key: message.id, item })
    else if (message.role === 'assistant') rows.push({ kind: 'answer', key: message.id, item })
    else if (delivery !== null) rows.push({ kind: 'delivered', key: message.id, item, delivery })
    else
      rows.push({
        kind: 'own',
        key: message.id,
        item,
        takenBack: turn?.state === 'interrupted' && turn.startedAt === null,
      })
    if (turn !== null && lastOf.get(turn.id) === index && endedBadly(turn)) {
      rows.push({
        kind: 'ended',
        key: `ended:${turn.id}`,
        turn,
        kept: keptBy(items, turn.id),
        repeated: repeated.has(turn.id),
      })
    }
  }
  if (running !== null && !items.some(({ message }) => message.role === 'assistant' && message.turnId === running.id)) {
    rows.push({ kind: 'working', key: `working:${running.id}`, turn: running })
  }
  for (const { delivery, text } of held) rows.push({ kind: 'kept', key: `kept:${delivery.id}`, delivery, text })
  for (const approval of approvals) rows.push({ kind: 'approval', key: `approval:${approval.id}`, approval })
  return rows
}

function endedBadly(turn: Turn): boolean {
  return (turn.state === 'failed' || turn.state === 'interrupted') && turn.startedAt !== null
}

function lastIndexByTurn(items: readonly TimelineItem[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>()
  for (const [index, { turn }] of items.entries()) if (turn !== null) last.set(turn.id, index)
  return last
}

function keptBy(items: readonly TimelineItem[], turnId: string): Kept {
  const answers = items.filter(({ message, turn }) => message.role === 'assistant' && turn?.id === turnId)
  return {
    text: answers.some(({ message }) => message.text.trim() !== ''),
    tools: answers.reduce((n, { message }) => n + message.parts.filter((part) => part.type === 'tool').length, 0),
    sent: answers.reduce((n, item) => n + item.sent.length, 0),
  }
}

export type AnswerBlock =
  | { readonly kind: 'text'; readonly key: string; readonly text: string }
  | { readonly kind: 'reasoning'; readonly key: string; readonly text: string }
  | { readonly kind: 'file'; readonly key: string; readonly part: Part & { type: 'file' } }
  | { readonly kind: 'tool'; readonly key: string; readonly part: ToolPart; readonly reading: ToolReading }
  /** `tool` is null for a request that a person sent after the Turn that asked had ended. */
  | { readonly kind: 'sent'; readonly key: string; readonly delivery: DeliveryRow; readonly tool: ToolPart | null }

/** An agent's message in the order in which it was written, each request at the call that sent it. */
export function blocksOf(parts: readonly Part[], sent: readonly DeliveryRow[]): readonly AnswerBlock[] {
  const byId = new Map(sent.map((delivery) => [delivery.id, delivery]))
  const blocks: AnswerBlock[] = []
  for (const [index, part] of parts.entries()) {
    const key = part.type === 'tool' ? `tool:${part.toolCallId}:${index}` : `${part.type}:${index}`
    if (part.type === 'text' || part.type === 'reasoning') {
      if (part.text.trim() !== '') blocks.push({ kind: part.type, key, text: part.text })
    } else if (part.type === 'file') blocks.push({ kind: 'file', key, part })
    else {
      const reading = readTool(part)
      const delivery = reading.kind === 'sent' ? byId.get(reading.requestId) : undefined
      if (delivery === undefined) blocks.push({ kind: 'tool', key, part, reading })
      else {
        byId.delete(delivery.id)
        blocks.push({ kind: 'sent', key, delivery, tool: part })
      }
    }
  }
  for (const delivery of byId.values()) blocks.push({ kind: 'sent', key: `sent:${delivery.id}`, delivery, tool: null })
  return blocks
}

/** UTF-8 bytes, as `Full result` counts them. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** Whether two rows would be drawn alike; items and Turns keep their object while they do not change. */
export function sameRow(a: TimelineRow, b: TimelineRow): boolean {
  if (a === b) return true
  if (a.key !== b.key) return false
  switch (a.kind) {
    case 'day':
      return b.kind === a.kind
    case 'own':
      return b.kind === a.kind && b.item === a.item && b.takenBack === a.takenBack
    case 'delivered':
    case 'answer':
    case 'checkpoint':
      return b.kind === a.kind && b.item === a.item
    case 'ended':
      return (
        b.kind === a.kind &&
        b.turn === a.turn &&
        b.repeated === a.repeated &&
        b.kept.text === a.kept.text &&
        b.kept.tools === a.kept.tools &&
        b.kept.sent === a.kept.sent
      )
    case 'working':
      return b.kind === a.kind && b.turn === a.turn
    case 'kept':
      return b.kind === a.kind && b.delivery === a.delivery
    case 'approval':
      return b.kind === a.kind && b.approval === a.approval
    default:
      return assertNever(a)
  }
}

/** The message that a row is of, where it is of one. */
export function messageIdOf(row: TimelineRow): string | null {
  switch (row.kind) {
    case 'own':
    case 'delivered':
    case 'answer':
    case 'checkpoint':
      return row.item.message.id
    default:
      return null
  }
}
