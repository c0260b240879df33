import { ArrowDown } from 'lucide-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#renderer/ui/empty-state.tsx'
import { ReadError } from '#renderer/ui/line-notice.tsx'
import { SkeletonRows } from '#renderer/ui/skeleton-rows.tsx'
import type { FeedState, TimelineFeed } from './timeline-feed.ts'
import { messageIdOf, type TimelineRow } from './timeline-model.ts'
import { TimelineRowView, type RowContext } from './timeline-row.tsx'

type Props = {
  readonly rows: readonly TimelineRow[]
  readonly state: FeedState
  readonly feed: TimelineFeed
  /** Told a message on screen while the end is not, and null at the end. */
  readonly shown: { current: string | null }
  readonly context: RowContext
  /** Whenever this changes, the person did something whose effect stands at the end. */
  readonly toEnd: number
  readonly label: string
}

/** So near to the end, what is added is followed. */
const AT_END_PX = 32
/** So many rows before an end of the loaded stretch, the next page is asked for. */
const NEAR_ROWS = 12
const TARGET_MS = 2600
const TRY_MS = 50
const MOST_TRIES = 40
/** What scrolls must be reachable by keyboard, though it is no control. */
const reachable = { tabIndex: 0 }

/**
 * The conversation's rows, newest at the bottom; mounted anew for each opening of the feed. Rows that are added above or grow above leave what is read where it
 * is; the end is followed only by somebody who is at the end.
 */
export function TimelineView({ rows, state, feed, shown, context, toEnd, label }: Props) {
  const { t } = useTranslation('sessions')
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const [target, setTarget] = useState(state.target)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: useCallback((index: number) => estimate(rows[index]), [rows]),
    overscan: 8,
    paddingStart: 16,
    anchorTo: 'end',
    followOnAppend: !state.window.hasNewer,
    scrollEndThreshold: AT_END_PX,
  })
  const { hasOlder, hasNewer } = state.window
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0

  // Each opening has its own place: the message that was asked for, or the end.
  const placed = useRef(false)
  const [settled, setSettled] = useState(false)
  const lastTop = useRef(0)
  const follows = useRef(true)
  useLayoutEffect(() => {
    if (placed.current || rows.length === 0) return
    follows.current = state.target === null
    const index = state.target === null ? -1 : rows.findIndex((row) => messageIdOf(row) === state.target)
    const settle = (): void => {
      placed.current = true
      setSettled(true)
    }
    if (index === -1) {
      virtualizer.scrollToEnd()
      return settle()
    }
    // Rows are measured only as they are drawn, so the first jump may miss. Nothing is loaded until the row is on
    // screen: pages that came before it would move it away.
    let tries = 0
    const aim = (): void => {
      const row = scroller.current?.querySelector('[data-target=true]')
      if ((row != null && isOnScreen(row, scroller.current)) || tries > MOST_TRIES) return settle()
      tries += 1
      virtualizer.scrollToIndex(index, { align: 'center' })
      timer = setTimeout(aim, TRY_MS)
    }
    let timer = setTimeout(aim, 0)
    return () => clearTimeout(timer)
  }, [rows, state.target, virtualizer])

  useEffect(() => {
    if (!settled || state.status !== 'ready') return
    if (hasOlder && first < NEAR_ROWS) feed.loadOlder()
    if (hasNewer && last > rows.length - NEAR_ROWS) feed.loadNewer()
  }, [feed, settled, state.status, hasOlder, hasNewer, first, last, rows.length])

  useEffect(() => {
    if (toEnd === 0) return
    follows.current = true
    virtualizer.scrollToEnd()
  }, [toEnd, virtualizer])
  useEffect(() => {
    if (target === null) return
    const timer = setTimeout(() => setTarget(null), TARGET_MS)
    return () => clearTimeout(timer)
  }, [target])

  // The composer grows, a queue appears, the window is resized: somebody at the end stays there.
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      if (follows.current && placed.current) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    if (content.current !== null) observer.observe(content.current)
    return () => observer.disconnect()
  }, [])

  const scrolled = (): void => {
    const element = scroller.current
    if (element === null) return
    const { scrollTop, scrollHeight, clientHeight } = element
    const end = scrollHeight - scrollTop - clientHeight <= AT_END_PX && !hasNewer
    // Only somebody who scrolls up stops following; what grows or shrinks meanwhile does not count as that.
    if (end) follows.current = true
    else if (scrollTop < lastTop.current) follows.current = false
    lastTop.current = scrollTop
    setAtEnd(end || follows.current)
    const middle = virtualizer.getVirtualItemForOffset((virtualizer.scrollOffset ?? 0) + 80)?.index ?? 0
    shown.current = end
      ? null
      : (rows
          .slice(middle)
          .map(messageIdOf)
          .find((id) => id !== null) ?? null)
  }
  const toNewest = (): void => {
    follows.current = true
    if (hasNewer) feed.open(null)
    else virtualizer.scrollToEnd({ behavior: 'smooth' })
  }

  return (
    <>
      <section ref={scroller} className="sess-talk" aria-label={label} {...reachable} onScroll={scrolled}>
        {rows.length > 0 ? null : (
          <Nothing state={state} agent={context.agent.name} onRetry={() => feed.refresh(null)} />
        )}
        <div ref={content} className="sess-talk-in" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className="sess-item"
                data-target={target !== null && messageIdOf(row) === target}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <TimelineRowView row={row} context={context} />
              </div>
            )
          })}
        </div>
      </section>
      {atEnd && !hasNewer ? null : (
        <div className="sess-newest-at">
          <button type="button" className="sess-newest" onClick={toNewest}>
            <ArrowDown size={14} strokeWidth={1.7} aria-hidden />
            {t('conversation.newest')}
          </button>
        </div>
      )}
    </>
  )
}

function isOnScreen(row: Element, scroller: Element | null): boolean {
  if (scroller === null) return false
  const [inner, outer] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()]
  return inner.top < outer.bottom && inner.bottom > outer.top
}

/** What stands in place of the messages: not to be read, still being read, or none yet. */
function Nothing({ state, agent, onRetry }: { state: FeedState; agent: string; onRetry: () => void }) {
  const { t } = useTranslation('sessions')
  if (state.status === 'failed' && state.error !== null) {
    return <ReadError what={t('conversation.error')} error={state.error} onRetry={onRetry} />
  }
  if (state.status === 'loading') return <SkeletonRows rows={5} height={44} />
  return (
    <EmptyState title={t('conversation.beginning')}>
      {agent === '' ? null : t('conversation.beginningHelp', { agent })}
    </EmptyState>
  )
}

/** Heights to start from; each row is measured as soon as it is drawn. */
function estimate(row: TimelineRow | undefined): number {
  switch (row?.kind) {
    case 'day':
      return 30
    case 'own':
      return 48 + 22 * Math.floor(row.item.message.text.length / 70)
    case 'answer':
      return 40 + 22 * Math.floor(row.item.message.text.length / 90)
    case 'delivered':
      return 80 + 22 * Math.floor(row.item.message.text.length / 90)
    case 'ended':
    case 'approval':
      return 190
    default:
      return 36
  }
}
