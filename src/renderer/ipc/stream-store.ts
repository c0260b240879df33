import type { Part } from '#shared/message.ts'
import { partSchema } from '#shared/message.ts'
import type { TurnDelta } from '#shared/turn.ts'

/** A message as its stream has it: the parts and the number of the last change in them. */
export type Streamed = { readonly parts: readonly Part[]; readonly seq: number }

/**
 * Adds one change. null: a change is missing in between, so the message must be read again. A change that is already
 * in it leaves it as it is.
 */
export function withDelta(streamed: Streamed, { seq, change }: TurnDelta): Streamed | null {
  if (seq <= streamed.seq) return streamed
  if (seq !== streamed.seq + 1) return null
  const { partIndex } = change
  if (partIndex > streamed.parts.length) return null
  const parts = [...streamed.parts]
  if (change.kind === 'part') {
    const part = partSchema.safeParse(change.part)
    if (!part.success) return null
    parts[partIndex] = part.data
    return { parts, seq }
  }
  const before = parts[partIndex]
  if (before === undefined) parts[partIndex] = { type: change.kind, text: change.append }
  else if (before.type === change.kind) parts[partIndex] = { ...before, text: before.text + change.append }
  else return null
  return { parts, seq }
}
