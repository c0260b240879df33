import type { TimelineItem } from '#shared/timeline.ts'
import type { TurnDelta } from '#shared/turn.ts'
import type { IpcClient } from './client.ts'
import { type Streamed, withDelta } from './stream-store.ts'

type Entry = {
  streamed: Streamed
  /** Changes that came while the message was being read again, oldest first. */
  pending: TurnDelta[]
  reading: boolean
  readonly listeners: Set<() => void>
}

/** A few changes are kept before anybody follows the message, for the reading that is under way then. */
const KEPT = 512
const KEPT_MESSAGES = 64

/** Follows the messages that are being written, for the rows on screen. Nothing is drawn twice for one frame. */
export interface Streams {
  /** Takes the newer of what was read and what streamed. */
  read(item: TimelineItem): Streamed
  follow(item: TimelineItem, listener: () => void): () => void
  stop(): void
}

export function createStreams(
  client: Pick<IpcClient, 'subscribe' | 'onRefetch' | 'call'>,
  frame: (run: () => void) => void,
): Streams {
  const entries = new Map<string, Entry>()
  const early = new Map<string, TurnDelta[]>()
  const dirty = new Set<Entry>()
  let scheduled = false

  const tell = (entry: Entry): void => {
    dirty.add(entry)
    if (scheduled) return
    scheduled = true
    frame(() => {
      scheduled = false
      const now = [...dirty]
      dirty.clear()
      for (const each of now) for (const listener of [...each.listeners]) listener()
    })
  }
  const keepEarly = (delta: TurnDelta): void => {
    const kept = early.get(delta.messageId) ?? []
    kept.push(delta)
    if (kept.length > KEPT) kept.shift()
    early.delete(delta.messageId)
    early.set(delta.messageId, kept)
    if (early.size > KEPT_MESSAGES) for (const oldest of early.keys()) return void early.delete(oldest)
  }
  const apply = (entry: Entry, deltas: readonly TurnDelta[]): boolean => {
    for (const delta of deltas) {
      const next = withDelta(entry.streamed, delta)
      if (next === null) return false
      entry.streamed = next
    }
    return true
  }
  const readAgain = async (messageId: string, sessionId: string, entry: Entry): Promise<void> => {
    if (entry.reading) return
    entry.reading = true
    const page = await client.call('timeline.page', { sessionId, at: { kind: 'around', messageId }, limit: 1 })
    entry.reading = false
    if (entries.get(messageId) !== entry) return
    const item = page.ok ? page.value.items.find(({ message }) => message.id === messageId) : undefined
    const { pending } = entry
    entry.pending = []
    if (item === undefined) return
    if (item.streamSeq === null || item.streamSeq >= entry.streamed.seq)
      entry.streamed = { parts: item.message.parts, seq: item.streamSeq ?? Number.MAX_SAFE_INTEGER }
    apply(entry, pending)
    tell(entry)
  }

  const ends = [
    client.subscribe((event) => {
      if (event.type !== 'turn-delta') return
      const { delta } = event
      const entry = entries.get(delta.messageId)
      if (entry === undefined) return keepEarly(delta)
      if (entry.reading) return void entry.pending.push(delta)
      if (apply(entry, [delta])) return tell(entry)
      entry.pending.push(delta)
      void readAgain(delta.messageId, delta.sessionId, entry)
    }),
    client.onRefetch(() => early.clear()),
  ]

  const forgetOldest = (): void => {
    if (entries.size <= KEPT_MESSAGES) return
    for (const [id, entry] of entries) if (entry.listeners.size === 0) return void entries.delete(id)
  }
  const entryOf = (item: TimelineItem): Entry => {
    const { id } = item.message
    const seq = item.streamSeq ?? Number.MAX_SAFE_INTEGER
    let entry = entries.get(id)
    if (entry === undefined) {
      entry = { streamed: { parts: item.message.parts, seq }, pending: [], reading: false, listeners: new Set() }
      const whole = apply(entry, early.get(id) ?? [])
      early.delete(id)
      entries.set(id, entry)
      if (!whole) void readAgain(id, item.message.sessionId, entry)
      forgetOldest()
    } else if (seq > entry.streamed.seq) entry.streamed = { parts: item.message.parts, seq }
    return entry
  }

  return {
    read: (item) => entryOf(item).streamed,
    follow(item, listener) {
      if (item.streamSeq === null) return () => {}
      const entry = entryOf(item)
      entry.listeners.add(listener)
      // It stays when its row leaves the screen, so that it is whole when the row comes back.
      return () => void entry.listeners.delete(listener)
    },
    stop: () => {
      for (const end of ends) end()
    },
  }
}
