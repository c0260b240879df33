import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TimelineItem, TimelinePage } from '#shared/timeline.ts'
import {
  emptyWindow,
  MOST_ITEMS,
  patched,
  refreshed,
  type TimelineWindow,
  windowOf,
  withNewer,
  withOlder,
} from './timeline-window.ts'

function itemOf(position: number, text = 'text'): TimelineItem {
  return {
    message: {
      id: `m${position}`,
      sessionId: 's',
      turnId: null,
      position,
      role: 'user',
      parts: [{ type: 'text', text }],
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

/** Positions [from, to) of a Session whose messages are 0 to `of`. */
function pageOf(from: number, to: number, of = 1000, text = 'text'): TimelinePage {
  const items = Array.from({ length: Math.max(0, to - from) }, (_, n) => itemOf(from + n, text))
  return { items, hasOlder: from > 0, hasNewer: to < of }
}

const positions = (window: TimelineWindow): (number | null)[] => window.items.map((item) => item.message.position)

describe('scrolling', () => {
  test('older pages stand before, newer ones after, and the ends are known', () => {
    const window = withNewer(withOlder(windowOf(pageOf(500, 560)), pageOf(440, 500)), pageOf(560, 620))
    expect(positions(window)).toEqual(Array.from({ length: 180 }, (_, n) => 440 + n))
    expect([window.hasOlder, window.hasNewer]).toEqual([true, true])
  })

  test('a session of any length holds a bounded stretch, contiguous and without doubles, wherever one scrolls', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (directions) => {
        let window = windowOf(pageOf(940, 1000))
        for (const older of directions) {
          const first = window.items[0]?.message.position ?? 0
          const last = window.items.at(-1)?.message.position ?? 0
          if (older && window.hasOlder) window = withOlder(window, pageOf(Math.max(0, first - 60), first))
          if (!older && window.hasNewer) window = withNewer(window, pageOf(last + 1, Math.min(1000, last + 61)))
        }
        const start = window.items[0]?.message.position ?? -1
        expect(positions(window)).toEqual(Array.from({ length: window.items.length }, (_, n) => start + n))
        expect(window.items.length).toBeLessThanOrEqual(MOST_ITEMS)
        expect([window.hasOlder, window.hasNewer]).toEqual([start > 0, start + window.items.length < 1000])
      }),
    )
  })
})

describe('reading again', () => {
  test('unchanged items keep their object, so that nothing is drawn twice', () => {
    const window = windowOf(pageOf(940, 1000))
    expect(refreshed(window, pageOf(940, 1000))).toBe(window)
    const changed = refreshed(window, { ...pageOf(940, 1001, 1001), items: [...pageOf(940, 1000).items, itemOf(1000)] })
    expect(changed !== 'apart' && changed.items.filter((item) => window.items.includes(item)).length).toBe(60)
  })

  test('new messages are added, removed ones leave', () => {
    const window = windowOf(pageOf(10, 20, 20))
    const page = pageOf(12, 24, 24)
    const next = refreshed(window, { ...page, items: page.items.filter((item) => item.message.id !== 'm15') })
    expect(next !== 'apart' && positions(next)).toEqual([10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22, 23])
  })

  test('a page that would leave a hole is refused', () => {
    expect(refreshed(windowOf(pageOf(0, 60)), pageOf(200, 260))).toBe('apart')
  })

  test('a page that starts before the window replaces it from its own start', () => {
    const next = refreshed(windowOf(pageOf(50, 60, 60)), pageOf(0, 70, 70, 'new'))
    expect(next !== 'apart' && positions(next)).toEqual(Array.from({ length: 20 }, (_, n) => 50 + n))
  })

  test('far from the end, only what is held changes', () => {
    const window = windowOf(pageOf(0, 3))
    const next = patched(window, { items: [itemOf(1, 'changed'), itemOf(900)], hasOlder: true, hasNewer: false })
    expect(next.items.map((item) => item.message.text)).toEqual(['text', 'changed', 'text'])
    expect(patched(window, pageOf(800, 860))).toBe(window)
  })

  test('an empty Session fills', () => {
    expect(refreshed(emptyWindow, pageOf(0, 2, 2))).toEqual(windowOf(pageOf(0, 2, 2)))
  })
})
