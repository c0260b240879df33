import { expect, test, vi } from 'vitest'
import type { AppEvent } from '#shared/ipc/events.ts'
import type { TimelineItem, TimelinePage } from '#shared/timeline.ts'
import type { IpcClient } from '../../../ipc/client.ts'
import { createTimelineFeed, type TimelineFeed } from './timeline-feed.ts'

function itemOf(position: number, text: string): TimelineItem {
  return {
    message: {
      id: `m${position}`,
      sessionId: 's',
      turnId: null,
      position,
      role: 'user',
      parts: [],
      text,
      status: 'complete',
      inChat: false,
      leftOut: false,
      createdAt: position,
    },
    turn: null,
    delivery: null,
    sent: [],
    returned: null,
    streamSeq: null,
  }
}

type At = { kind: string; position?: number; messageId?: string }

/** A Session with `store.size` messages, read in pages of four. */
function setUp(size: number) {
  const store = { size, text: 'text', broken: false, reads: [] as At[] }
  const listeners = new Set<(event: AppEvent) => void>()
  const due: (() => void)[] = []
  const page = (at: At): TimelinePage => {
    const target = Number(at.messageId?.slice(1) ?? 0)
    const from =
      { newest: store.size - 4, before: (at.position ?? 0) - 4, after: (at.position ?? 0) + 1, around: target - 2 }[
        at.kind
      ] ?? 0
    const start = Math.max(0, from)
    const end = Math.min(store.size, at.kind === 'before' ? (at.position ?? 0) : start + 4)
    const items = Array.from({ length: end - start }, (_, n) => itemOf(start + n, store.text))
    return { items, hasOlder: start > 0, hasNewer: end < store.size }
  }
  const call = vi.fn((_route: string, input: { at: At }) => {
    store.reads.push(input.at)
    const gone = input.at.kind === 'around' && Number(input.at.messageId?.slice(1)) >= store.size
    if (store.broken || gone) return Promise.resolve({ ok: false, error: { code: 'NOT_FOUND', message: 'gone' } })
    return Promise.resolve({ ok: true, value: page(input.at) })
  })
  const client = {
    call,
    subscribe: (listener: (event: AppEvent) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onRefetch: () => () => {},
  } as unknown as Pick<IpcClient, 'call' | 'subscribe' | 'onRefetch'>
  const feed = createTimelineFeed({ client, sessionId: 's', soon: (run) => due.push(run), shown: () => null })
  const publish = (event: AppEvent): void => {
    for (const listener of listeners) listener(event)
  }
  return { feed, store, publish, due, listeners }
}

const shownBy = (feed: TimelineFeed): string[] => feed.state.getSnapshot().window.items.map((item) => item.message.id)

async function opened(feed: TimelineFeed, target: string | null = null): Promise<void> {
  const before = feed.state.getSnapshot().opened
  feed.open(target)
  await vi.waitFor(() => expect(feed.state.getSnapshot().opened).toBe(before + 1))
}

test('opens at the newest page and reads older ones without a hole, each asked for once', async () => {
  const { feed, store } = setUp(20)
  await opened(feed)
  expect(shownBy(feed)).toEqual(['m16', 'm17', 'm18', 'm19'])
  feed.loadOlder()
  feed.loadOlder()
  await vi.waitFor(() => expect(shownBy(feed)).toHaveLength(8))
  expect(shownBy(feed)[0]).toBe('m12')
  expect(store.reads).toEqual([{ kind: 'newest' }, { kind: 'before', position: 16 }])
})

test('opens around a message, and goes on to the newest from there', async () => {
  const { feed } = setUp(20)
  await opened(feed, 'm8')
  expect([shownBy(feed), feed.state.getSnapshot().target]).toEqual([['m6', 'm7', 'm8', 'm9'], 'm8'])
  feed.loadNewer()
  await vi.waitFor(() => expect(shownBy(feed)).toHaveLength(8))
  expect(feed.state.getSnapshot().window.hasNewer).toBe(true)
})

test('a link to a message that is gone opens the conversation all the same', async () => {
  const { feed } = setUp(5)
  await opened(feed, 'm99')
  expect(feed.state.getSnapshot()).toMatchObject({ status: 'ready', target: null })
  expect(shownBy(feed)).toEqual(['m1', 'm2', 'm3', 'm4'])
})

test('several events make one reading, and only those of this session do', async () => {
  const { feed, store, publish, due } = setUp(6)
  await opened(feed)
  publish({ type: 'messages-changed', sessionId: 'other' })
  expect(due).toHaveLength(0)
  store.size = 8
  publish({ type: 'messages-changed', sessionId: 's' })
  publish({ type: 'delivery-changed', deliveryId: 'd', senderSessionId: 's', receiverSessionId: 'x' })
  expect(due).toHaveLength(1)
  due[0]?.()
  await vi.waitFor(() => expect(shownBy(feed).at(-1)).toBe('m7'))
  expect(shownBy(feed)).toEqual(['m2', 'm3', 'm4', 'm5', 'm6', 'm7'])
})

test('a reading that fails keeps what is shown and says so; the next one clears it', async () => {
  const { feed, store } = setUp(6)
  await opened(feed)
  store.broken = true
  feed.refresh(null)
  await vi.waitFor(() => expect(feed.state.getSnapshot().error?.code).toBe('NOT_FOUND'))
  expect([feed.state.getSnapshot().status, shownBy(feed).length]).toEqual(['ready', 4])
  store.broken = false
  feed.refresh(null)
  await vi.waitFor(() => expect(feed.state.getSnapshot().error).toBeNull())
})

test('a first reading that fails can be tried again', async () => {
  const { feed, store } = setUp(6)
  store.broken = true
  feed.open(null)
  await vi.waitFor(() => expect(feed.state.getSnapshot().status).toBe('failed'))
  store.broken = false
  feed.refresh(null)
  await vi.waitFor(() => expect(feed.state.getSnapshot().status).toBe('ready'))
})

test('after it is stopped nothing changes any more', async () => {
  const { feed, store, listeners } = setUp(6)
  await opened(feed)
  feed.stop()
  store.size = 9
  feed.refresh(null)
  feed.loadOlder()
  await Promise.resolve()
  expect([listeners.size, store.reads.length]).toEqual([0, 1])
})
