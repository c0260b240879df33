import type { AppEvent, EventEnvelope } from '#shared/ipc/events.ts'
import type { Clock, Disposer } from '../kernel/clock.ts'

/**
 * Tells every window what changed. Each window has its own sequence without gaps; events of one tick go out together.
 * A window that does not keep up is told nothing until it has caught up, and then gets a gap, at which it reads all
 * again: memory stays bounded and no window slows the core.
 */

/** One window's carrier of events. */
export interface EventSink {
  /** Hands over the events of a tick, in order. */
  send(events: readonly EventEnvelope[]): void
  /** Bytes handed over and not yet gone out. */
  backlog(): number
}

export interface EventHub {
  readonly bootId: string
  publish(event: AppEvent): void
  attach(sink: EventSink): Disposer
}

export type EventHubDeps = {
  readonly clock: Clock
  readonly bootId: string
  readonly onError: (error: unknown) => void
}

/** About one frame of a 60 Hz screen: a burst of text deltas becomes one message. */
const TICK_MS = 16
/** A window with more than this waiting has stopped reading. */
const MAX_BACKLOG_BYTES = 4 * 1024 * 1024
/** Also a bound on events gathered within a tick, such as in a large import. */
const MAX_WAITING_EVENTS = 2_000

type Client = { readonly sink: EventSink; seq: number; waiting: AppEvent[]; behind: boolean }

export function createEventHub(deps: EventHubDeps): EventHub {
  const clients = new Set<Client>()
  let tick: Disposer | null = null

  const schedule = (): void => {
    tick ??= deps.clock.after(TICK_MS, () => {
      tick = null
      for (const client of clients) flush(client)
      if ([...clients].some((client) => client.behind)) schedule()
    })
  }

  const flush = (client: Client): void => {
    try {
      if (client.sink.backlog() > MAX_BACKLOG_BYTES) {
        client.behind = true
        client.waiting = []
        return
      }
      if (client.behind) {
        // Skipping a number is the gap that makes the window read again; any event shows it.
        client.behind = false
        client.seq += 1
        client.waiting = [{ type: 'sessions-changed' }]
      }
      if (client.waiting.length === 0) return
      const events = client.waiting.map((event) => ({ bootId: deps.bootId, seq: (client.seq += 1), event }))
      client.waiting = []
      client.sink.send(events)
    } catch (error) {
      deps.onError(error)
    }
  }

  return {
    bootId: deps.bootId,
    publish(event) {
      if (clients.size === 0) return
      for (const client of clients) enqueue(client, event)
      schedule()
    },
    attach(sink) {
      const client: Client = { sink, seq: 0, waiting: [], behind: false }
      clients.add(client)
      return () => void clients.delete(client)
    },
  }
}

function enqueue(client: Client, event: AppEvent): void {
  if (client.behind) return
  if (client.waiting.length >= MAX_WAITING_EVENTS) {
    client.behind = true
    client.waiting = []
    return
  }
  // "Read this again" twice in one tick is one reading; deltas and states are each kept.
  if (isNotice(event) && client.waiting.some((other) => sameNotice(other, event))) return
  client.waiting.push(event)
}

function isNotice(event: AppEvent): boolean {
  return event.type === 'agents-changed' || event.type === 'sessions-changed' || event.type === 'session-changed'
}

function sameNotice(a: AppEvent, b: AppEvent): boolean {
  if (a.type === 'session-changed' && b.type === 'session-changed') return a.sessionId === b.sessionId
  return a.type === b.type && a.type !== 'session-changed'
}
