import type { TimelineItem, TimelinePage } from '#shared/timeline.ts'

/**
 * The stretch of a Session's messages that is loaded: contiguous, in order, each once. A Session may have any number
 * of messages; the stretch has a bound, and what leaves it on one side is read again when somebody scrolls back.
 */
export type TimelineWindow = {
  readonly items: readonly TimelineItem[]
  readonly hasOlder: boolean
  readonly hasNewer: boolean
}

export const emptyWindow: TimelineWindow = { items: [], hasOlder: false, hasNewer: false }

/** Items that are held at once; at 60 a page, seven pages. */
export const MOST_ITEMS = 420

export function windowOf(page: TimelinePage, before: TimelineWindow = emptyWindow): TimelineWindow {
  return { items: reuse(before.items, page.items), hasOlder: page.hasOlder, hasNewer: page.hasNewer }
}

export function withOlder(window: TimelineWindow, page: TimelinePage): TimelineWindow {
  const known = new Set(window.items.map((item) => item.message.id))
  const items = [...page.items.filter((item) => !known.has(item.message.id)), ...window.items]
  const kept = items.slice(0, MOST_ITEMS)
  return { items: kept, hasOlder: page.hasOlder, hasNewer: window.hasNewer || kept.length < items.length }
}

export function withNewer(window: TimelineWindow, page: TimelinePage): TimelineWindow {
  const known = new Set(window.items.map((item) => item.message.id))
  const items = [...window.items, ...page.items.filter((item) => !known.has(item.message.id))]
  const kept = items.slice(-MOST_ITEMS)
  return { items: kept, hasOlder: window.hasOlder || kept.length < items.length, hasNewer: page.hasNewer }
}

/**
 * Takes in a page that was read again: its stretch replaces what stood there, so that a message that is gone leaves.
 * A page that neither overlaps the window nor touches its end is refused, because it would leave a hole.
 */
export function refreshed(window: TimelineWindow, page: TimelinePage): TimelineWindow | 'apart' {
  const first = page.items[0]
  if (window.items.length === 0 || first === undefined) return windowOf(page, window)
  const from = window.items.findIndex((item) => item.message.id === first.message.id)
  if (from === -1) {
    // The page starts older than the window, or newer than its end.
    const startsIn = page.items.findIndex((item) => item.message.id === window.items[0]?.message.id)
    if (startsIn === -1) return 'apart'
    return changed(window, page.items.slice(startsIn), window.hasOlder, page.hasNewer)
  }
  const items = [...window.items.slice(0, from), ...page.items]
  const kept = items.slice(-MOST_ITEMS)
  return changed(window, kept, window.hasOlder || kept.length < items.length, page.hasNewer)
}

/** The same object where nothing is different, so that nothing is drawn again. */
function changed(
  window: TimelineWindow,
  fresh: readonly TimelineItem[],
  hasOlder: boolean,
  hasNewer: boolean,
): TimelineWindow {
  const items = reuse(window.items, fresh)
  const same = items === window.items && hasOlder === window.hasOlder && hasNewer === window.hasNewer
  return same ? window : { items, hasOlder, hasNewer }
}

/** Changes items in place that a page read elsewhere also holds; nothing is added, nothing moves. */
export function patched(window: TimelineWindow, page: TimelinePage): TimelineWindow {
  const fresh = new Map(page.items.map((item) => [item.message.id, item]))
  const items = window.items.map((item) => fresh.get(item.message.id) ?? item)
  return changed(window, items, window.hasOlder, window.hasNewer)
}

/** Keeps the object of every item that did not change, so that its row is not drawn again. */
function reuse(before: readonly TimelineItem[], after: readonly TimelineItem[]): readonly TimelineItem[] {
  const known = new Map(before.map((item) => [item.message.id, item]))
  const items = after.map((item) => {
    const old = known.get(item.message.id)
    return old !== undefined && (old === item || JSON.stringify(old) === JSON.stringify(item)) ? old : item
  })
  return items.length === before.length && items.every((item, index) => item === before[index]) ? before : items
}
