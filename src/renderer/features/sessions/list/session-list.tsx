import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentView } from '#shared/agent.ts'
import type { SessionRow } from '#shared/session.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import {
  entriesByAgent,
  entriesByDay,
  type GroupHead,
  heldRows,
  type ListEntry,
  ORPHANS,
  rowsOf,
  type SessionPage,
} from './session-list-model.ts'
import { SessionRowView } from './session-row-view.tsx'

type Props = {
  readonly pages: readonly SessionPage[]
  /** By Agent: the headings to show; null for one list of all. */
  readonly heads: readonly GroupHead[] | null
  readonly agents: ReadonlyMap<string, AgentView>
  readonly selectedId: string | null
  readonly renamingId: string | null
  readonly label: string
  readonly hasMore: boolean
  readonly onMore: () => void
  readonly onOpen: (row: SessionRow) => void
  readonly onRenamed: (id: string, name: string | null) => void
  readonly onToggleGroup: (group: string) => void
  /** A key that the list itself does not know, pressed on a row. */
  readonly onRowKey: (event: React.KeyboardEvent, row: SessionRow) => void
}

const ROW_PX = 50
const GROUP_PX = 36
/** So many rows before the last loaded one, the next page is asked for. */
const NEAR_ROWS = 30
/** A pointer that does not move for so long is not about to click. */
const HOLD_MS = 8000

export function SessionList(props: Props) {
  const { pages, heads, agents, selectedId, renamingId, hasMore, onMore, onOpen, onRenamed, onRowKey, onToggleGroup } =
    props
  const scroller = useRef<HTMLDivElement>(null)
  const now = useNow()
  const hold = useHold()
  const entries = useEntries(pages, heads, hold.held, now)
  const [active, setActive] = useState<string | null>(null)

  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback((index: number) => (entries[index]?.kind === 'session' ? ROW_PX : GROUP_PX), [entries]),
    getItemKey: useCallback((index: number) => entries[index]?.key ?? index, [entries]),
    overscan: 12,
    paddingEnd: 8,
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  // Also fills a window that is too tall to scroll.
  useEffect(() => {
    if (hasMore && last >= entries.length - NEAR_ROWS) onMore()
  }, [hasMore, last, entries.length, onMore])

  const activeKey = active ?? selectedId
  const move = (to: number): void => {
    const step = to < at(entries, activeKey) ? -1 : 1
    let index = Math.max(0, Math.min(entries.length - 1, to))
    while (entries[index] !== undefined && entries[index]?.kind === 'group') index += step
    const entry = entries[index]
    if (entry === undefined) return
    setActive(entry.key)
    virtualizer.scrollToIndex(index)
  }
  const keys = (event: React.KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const here = at(entries, activeKey)
    const entry = entries[here]
    const jumps: Record<string, number> = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      PageDown: here + 10,
      PageUp: here - 10,
      Home: 0,
      End: entries.length - 1,
    }
    const jump = jumps[event.key]
    if (jump !== undefined) {
      event.preventDefault()
      move(jump)
    } else if (entry?.kind === 'agent') {
      const folds =
        event.key === 'Enter' || event.key === ' ' || event.key === (entry.closed ? 'ArrowRight' : 'ArrowLeft')
      if (!folds) return
      event.preventDefault()
      onToggleGroup(entry.group)
    } else if (entry?.kind === 'session') {
      if (event.key !== 'Enter') return onRowKey(event, entry.row)
      event.preventDefault()
      onOpen(entry.row)
    }
  }

  return (
    <div
      ref={scroller}
      className="sess-scroll"
      role="listbox"
      aria-label={props.label}
      aria-activedescendant={activeKey === null ? undefined : `session-${activeKey}`}
      tabIndex={0}
      onKeyDown={keys}
      onPointerMove={() => hold.start(entries)}
      onPointerLeave={hold.end}
      onClick={(event) => {
        const row = rowAt(entries, event.target)
        if (row === null) return
        setActive(row.id)
        onOpen(row)
      }}
    >
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {items.map((item) => {
          const entry = entries[item.index]
          if (entry === undefined) return null
          return (
            <div
              key={item.key}
              role="presentation"
              style={{
                position: 'absolute',
                top: 0,
                left: 0,
                width: '100%',
                height: item.size,
                transform: `translateY(${item.start}px)`,
              }}
            >
              {entry.kind === 'session' ? (
                <SessionRowView
                  row={entry.row}
                  now={now}
                  selected={entry.row.id === selectedId}
                  active={entry.key === activeKey}
                  renaming={entry.row.id === renamingId}
                  onRenamed={onRenamed}
                />
              ) : entry.kind === 'group' ? (
                <DayHeading name={entry.name} />
              ) : (
                <AgentHeading
                  entry={entry}
                  agent={agents.get(entry.group)}
                  active={entry.key === activeKey}
                  onToggle={onToggleGroup}
                />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function useEntries(
  pages: readonly SessionPage[],
  heads: readonly GroupHead[] | null,
  held: readonly string[],
  now: number,
) {
  const today = new Date(now).toDateString()
  return useMemo<readonly ListEntry[]>(
    () =>
      heads === null
        ? entriesByDay(heldRows(held, rowsOf(pages)), new Date(today).getTime())
        : entriesByAgent(heads, pages),
    [pages, heads, held, today],
  )
}

/** The order that is drawn while a pointer moves over the list: nothing may slide away under it. */
function useHold() {
  const [held, setHeld] = useState<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const end = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
    setHeld((before) => (before.length === 0 ? before : []))
  }, [])
  const start = useCallback(
    (entries: readonly ListEntry[]) => {
      if (timer.current === null) setHeld(entries.flatMap((entry) => (entry.kind === 'session' ? [entry.key] : [])))
      else clearTimeout(timer.current)
      timer.current = setTimeout(end, HOLD_MS)
    },
    [end],
  )
  useEffect(() => end, [end])
  return { held, start, end }
}

/** Minutes pass while the list is open: times and days follow. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function at(entries: readonly ListEntry[], key: string | null): number {
  return key === null ? -1 : entries.findIndex((entry) => entry.key === key)
}

function rowAt(entries: readonly ListEntry[], target: EventTarget): SessionRow | null {
  const id = target instanceof Element ? target.closest('[data-id]')?.getAttribute('data-id') : undefined
  const entry = entries.find(({ key }) => key === id)
  return entry?.kind === 'session' ? entry.row : null
}

function DayHeading({ name }: { name: Extract<ListEntry, { kind: 'group' }>['name'] }) {
  const { t } = useTranslation('sessions')
  return (
    <div className="sess-group" role="presentation">
      {t(`group.${name}`)}
    </div>
  )
}

function AgentHeading({
  entry,
  agent,
  active,
  onToggle,
}: {
  entry: Extract<ListEntry, { kind: 'agent' }>
  agent: AgentView | undefined
  active: boolean
  onToggle: (group: string) => void
}) {
  const { t } = useTranslation('sessions')
  const name = entry.group === ORPHANS ? t('orphans') : (agent?.name ?? '')
  return (
    <button
      type="button"
      id={`session-${entry.key}`}
      className="sess-group"
      data-active={active}
      tabIndex={-1}
      aria-expanded={!entry.closed}
      onClick={(event) => {
        event.stopPropagation()
        onToggle(entry.group)
      }}
    >
      <ChevronRight size={12} strokeWidth={1.7} aria-hidden style={{ rotate: entry.closed ? '0deg' : '90deg' }} />
      <AgentTile name={name} emoji={agent?.emoji ?? ''} size={16} />
      <span className="trunc">{name}</span>
      <span className="n num">{entry.total}</span>
    </button>
  )
}
