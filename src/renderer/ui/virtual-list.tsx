import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef } from 'react'

type Props<T> = {
  readonly label: string
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  /** px; measured again once drawn. */
  readonly heightOf: (item: T) => number
  /** Draws a row. A row that can be chosen puts `rowProps` on its element. */
  readonly render: (item: T, rowProps: RowProps) => ReactNode
  /** Rows that can be chosen; a heading cannot. */
  readonly canChoose?: (item: T) => boolean
  readonly chosen: string | null
  readonly onChoose: (item: T) => void
  /** Enter on the chosen row, where that is more than choosing. */
  readonly onOpen?: (item: T) => void
  /** Called when the last rows come into view. */
  readonly onNearEnd?: (() => void) | undefined
  readonly footer?: ReactNode
  readonly className?: string
}

export type RowProps = {
  readonly id: string
  readonly role: 'option'
  readonly 'aria-selected': boolean
  readonly 'data-active': boolean
  readonly onClick: () => void
}

/** A list of any length: only what is on screen is drawn, a row keeps its identity, and the arrow keys choose. */
export function VirtualList<T>({
  label,
  items,
  keyOf,
  heightOf,
  render,
  canChoose = () => true,
  chosen,
  onChoose,
  onOpen,
  onNearEnd,
  footer,
  className = '',
}: Props<T>) {
  const box = useRef<HTMLDivElement>(null)
  const listId = useId()
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => {
      const item = items[index]
      return item === undefined ? 36 : heightOf(item)
    },
    getItemKey: useCallback(
      (index: number) => (items[index] === undefined ? index : keyOf(items[index])),
      [items, keyOf],
    ),
    overscan: 8,
  })
  const chosenIndex = chosen === null ? -1 : items.findIndex((item) => keyOf(item) === chosen)
  const drawn = virtual.getVirtualItems()
  const last = drawn.at(-1)?.index ?? -1

  useEffect(() => {
    if (last >= items.length - 10) onNearEnd?.()
  }, [last, items.length, onNearEnd])

  const choose = (from: number, step: 1 | -1): void => {
    for (let index = from; index >= 0 && index < items.length; index += step) {
      const item = items[index]
      if (item === undefined || !canChoose(item)) continue
      onChoose(item)
      virtual.scrollToIndex(index, { align: 'auto' })
      return
    }
  }
  const pressed = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.metaKey || event.ctrlKey || event.altKey) return
    const page = Math.max(1, drawn.length - 2)
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => choose(chosenIndex + 1, 1),
      ArrowUp: () => choose(chosenIndex === -1 ? items.length - 1 : chosenIndex - 1, -1),
      Home: () => choose(0, 1),
      End: () => choose(items.length - 1, -1),
      PageDown: () => choose(Math.min(items.length - 1, chosenIndex + page), 1),
      PageUp: () => choose(Math.max(0, chosenIndex - page), -1),
      Enter: () => {
        const item = items[chosenIndex]
        if (item !== undefined) (onOpen ?? onChoose)(item)
      },
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }

  return (
    <div
      ref={box}
      className={`scroll ${className}`}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={chosenIndex === -1 ? undefined : `${listId}-${chosen}`}
      onKeyDown={pressed}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
        {drawn.map((row) => {
          const item = items[row.index]
          if (item === undefined) return null
          const key = keyOf(item)
          return (
            <div
              key={row.key}
              data-index={row.index}
              ref={virtual.measureElement}
              role="presentation"
              style={{ position: 'absolute', top: 0, left: 0, width: '100%', transform: `translateY(${row.start}px)` }}
            >
              {render(item, {
                id: `${listId}-${key}`,
                role: 'option',
                'aria-selected': key === chosen,
                'data-active': key === chosen,
                onClick: () => onChoose(item),
              })}
            </div>
          )
        })}
      </div>
      {footer}
    </div>
  )
}
