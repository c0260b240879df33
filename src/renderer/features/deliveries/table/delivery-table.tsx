import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import type { DeliveryFeed, FeedState } from './delivery-feed.ts'
import { itemsByDay, stepFrom } from './delivery-rows-model.ts'
import { DeliveryTableRow } from './delivery-table-row.tsx'
import { useHold } from './use-hold.ts'

type Props = {
  readonly feed: DeliveryFeed
  readonly state: FeedState
  readonly chosenId: string | null
  /** Where the table was left, px. */
  readonly startOffset: number
  readonly onOffset: (offset: number) => void
  /** `replace`: one looks through rows rather than going somewhere. */
  readonly onOpen: (id: string, replace: boolean) => void
}

const ROW_PX = 34
const HEAD_PX = 31
/** So many rows before the last loaded one, older ones are asked for. */
const NEAR_ROWS = 30
const columns = ['time', 'kind', 'fromTo', 'text', 'status', 'outcome', 'lasted'] as const

/** Deliveries of any number, under their days; what is on screen does not move by itself. */
export function DeliveryTable({ feed, state, chosenId, startOffset, onOffset, onOpen }: Props) {
  const { t } = useTranslation('deliveries')
  const gridId = useId()
  const box = useRef<HTMLDivElement>(null)
  const items = useMemo(() => itemsByDay(state.rows, !state.hasMore), [state.rows, state.hasMore])
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const hold = useHold(feed)

  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    overscan: 12,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    paddingEnd: 8,
    initialOffset: startOffset,
  })
  const drawn = virtual.getVirtualItems()
  const last = drawn.at(-1)?.index ?? 0
  const { hasMore } = state
  // Also fills a window that is too tall to scroll.
  useEffect(() => {
    if (hasMore && last >= items.length - NEAR_ROWS) void feed.more()
  }, [feed, hasMore, last, items.length])

  const current = activeKey ?? chosenId
  const currentIndex = current === null ? -1 : items.findIndex(({ key }) => key === current)
  const go = (by: number): void => {
    const index = stepFrom(items, currentIndex, by)
    const item = items[index]
    if (item === undefined) return
    setActiveKey(item.key)
    virtual.scrollToIndex(index, { align: 'auto' })
    // With the pane open, looking through the rows looks through their details.
    if (chosenId !== null) onOpen(item.key, true)
  }
  const openRow = useRef(onOpen)
  openRow.current = onOpen
  const hasPane = useRef(false)
  hasPane.current = chosenId !== null
  const clicked = useCallback((id: string) => {
    setActiveKey(id)
    openRow.current(id, hasPane.current)
  }, [])
  const pressed = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.metaKey || event.ctrlKey || event.altKey) return
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_PX) - 2)
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -items.length,
      End: items.length,
    }
    const by = moves[event.key]
    if (by !== undefined) go(by)
    else if (event.key === 'Enter' && current !== null) onOpen(current, false)
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={box}
      className="scroll dlv-table"
      role="grid"
      aria-label={t('title')}
      aria-rowcount={state.hasMore ? -1 : items.length + 1}
      aria-activedescendant={currentIndex === -1 ? undefined : `${gridId}-${current}`}
      tabIndex={0}
      onKeyDown={pressed}
      onScroll={(event) => {
        onOffset(event.currentTarget.scrollTop)
        hold.scrolled(event.currentTarget.scrollTop)
      }}
      onPointerMove={hold.pointerMoved}
      onPointerLeave={hold.pointerLeft}
    >
      <div role="rowgroup" className="dlv-heads">
        <div role="row" className="dlv-row">
          {columns.map((column) => (
            <span key={column} role="columnheader" data-col={column}>
              {t(`column.${column}`)}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" style={{ height: virtual.getTotalSize() - HEAD_PX, position: 'relative' }}>
        {drawn.map(({ index, key, start }) => {
          const item = items[index]
          if (item === undefined) return null
          return (
            <div
              key={key}
              className="dlv-at"
              role="presentation"
              style={{ transform: `translateY(${start - HEAD_PX}px)` }}
            >
              {item.kind === 'day' ? (
                <DayRow at={item.at} count={item.count} index={index} />
              ) : (
                <DeliveryTableRow
                  id={`${gridId}-${item.key}`}
                  row={item.row}
                  index={index}
                  chosen={item.key === chosenId}
                  active={item.key === current}
                  onOpen={clicked}
                />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function DayRow({ at, count, index }: { readonly at: number; readonly count: number | null; readonly index: number }) {
  const times = useTimesIn()
  const now = useNow()
  return (
    <div role="row" aria-rowindex={index + 2} className="dlv-day">
      <span role="gridcell" aria-colspan={columns.length}>
        {times.day(at, now)} <span className="n">{count}</span>
      </span>
    </div>
  )
}
