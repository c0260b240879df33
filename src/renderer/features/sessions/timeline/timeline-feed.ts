import type { IpcError } from '#shared/ipc/envelope.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import type { RouteInput } from '#shared/ipc/routes.ts'
import type { TimelinePage } from '#shared/timeline.ts'
import type { IpcClient } from '../../../ipc/client.ts'
import { createValueStore, type ValueStore } from '../../../ipc/value-store.ts'
import {
  emptyWindow,
  patched,
  refreshed,
  type TimelineWindow,
  windowOf,
  withNewer,
  withOlder,
} from './timeline-window.ts'

export type FeedState = {
  readonly window: TimelineWindow
  /** `ready` once a page was read; an error after that leaves what is shown and says so in `error`. */
  readonly status: 'loading' | 'ready' | 'failed'
  readonly error: IpcError | null
  /** Counts how often the window was opened anew, at the newest page or around a message: scroll there. */
  readonly opened: number
  /** The message that the window was opened around, if it was. */
  readonly target: string | null
}

export interface TimelineFeed {
  readonly state: ValueStore<FeedState>
  open(target: string | null): void
  loadOlder(): void
  loadNewer(): void
  /** Reads again what may have changed; `shown` is a message on screen when that is away from the end. */
  refresh(shown: string | null): void
  stop(): void
}

type Deps = {
  readonly client: Pick<IpcClient, 'call' | 'subscribe' | 'onRefetch'>
  readonly sessionId: string
  /** Runs the function once, a moment later: several events make one reading. */
  readonly soon: (run: () => void) => void
  /** A message that is on screen now, where the end of the conversation is not. */
  readonly shown: () => string | null
}

type At = RouteInput<'timeline.page'>['at']

/**
 * Owns the loaded stretch of one Session's messages and keeps it true. Text while it is being written is not here: it
 * comes as deltas to the message's own row. One reading runs at a time, so that no two can leave a hole.
 */
export function createTimelineFeed({ client, sessionId, soon, shown }: Deps): TimelineFeed {
  const state = createValueStore<FeedState>({
    window: emptyWindow,
    status: 'loading',
    error: null,
    opened: 0,
    target: null,
  })
  let queue: Promise<void> = Promise.resolve()
  let stopped = false
  let opening = 0
  let waiting = false
  const pending = { older: false, newer: false }

  const now = (): FeedState => state.getSnapshot()
  const update = (change: Partial<FeedState>): void => {
    if (!stopped) state.set({ ...now(), ...change })
  }
  const read = async (at: At, take: (page: TimelinePage) => void): Promise<void> => {
    if (stopped) return
    const answer = await client.call('timeline.page', { sessionId, at })
    if (answer.ok) take(answer.value)
    else update({ error: answer.error, status: now().status === 'ready' ? 'ready' : 'failed' })
  }
  const put = (window: TimelineWindow): void => {
    if (window !== now().window || now().error !== null || now().status !== 'ready')
      update({ window, status: 'ready', error: null })
  }
  const then = (step: () => Promise<void>): void => {
    queue = queue.then(() => (stopped ? undefined : step()))
  }

  function open(target: string | null): void {
    opening += 1
    const mine = opening
    then(async () => {
      if (mine !== opening) return
      const take = (page: TimelinePage, found: string | null): void =>
        update({
          window: windowOf(page, now().window),
          status: 'ready',
          error: null,
          opened: now().opened + 1,
          target: found,
        })
      if (target === null) return read({ kind: 'newest' }, (page) => take(page, null))
      const around = await client.call('timeline.page', { sessionId, at: { kind: 'around', messageId: target } })
      if (around.ok) return take(around.value, target)
      // The message is gone, or the link names one of another Session: the conversation still opens.
      return read({ kind: 'newest' }, (page) => take(page, null))
    })
  }

  function refresh(onScreen: string | null): void {
    then(async () => {
      const { window, status } = now()
      if (status === 'failed') return open(now().target)
      if (status === 'loading') return
      if (!window.hasNewer) {
        await read({ kind: 'newest' }, (page) => {
          const next = refreshed(now().window, page)
          put(next === 'apart' ? windowOf(page, now().window) : next)
        })
      }
      if (onScreen === null) return
      await read({ kind: 'around', messageId: onScreen }, (page) => put(patched(now().window, page)))
    })
  }

  function step(direction: 'older' | 'newer'): void {
    if (pending[direction]) return
    pending[direction] = true
    then(async () => {
      const { window } = now()
      const edge = direction === 'older' ? window.items[0] : window.items.at(-1)
      const position = edge?.message.position ?? null
      if ((direction === 'older' ? window.hasOlder : window.hasNewer) && position !== null) {
        await read({ kind: direction === 'older' ? 'before' : 'after', position }, (page) =>
          put(direction === 'older' ? withOlder(now().window, page) : withNewer(now().window, page)),
        )
      }
      pending[direction] = false
    })
  }

  const changed = (): void => {
    if (waiting) return
    waiting = true
    soon(() => {
      waiting = false
      if (!stopped) refresh(shown())
    })
  }
  const ends = [
    client.subscribe((event) => (concerns(event, sessionId) ? changed() : undefined)),
    client.onRefetch(changed),
  ]

  return {
    state,
    open,
    loadOlder: () => step('older'),
    loadNewer: () => step('newer'),
    refresh,
    stop: () => {
      stopped = true
      for (const end of ends) end()
    },
  }
}

function concerns(event: AppEvent, sessionId: string): boolean {
  switch (event.type) {
    case 'messages-changed':
      return event.sessionId === sessionId
    case 'turn-changed':
      return event.turn.sessionId === sessionId
    case 'delivery-changed':
      return event.senderSessionId === sessionId || event.receiverSessionId === sessionId
    default:
      return false
  }
}
