import { useEffect, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'
import { isApple } from './platform.ts'
import { isComposing, isPress } from './shortcut-keys.ts'

export type Shortcut = {
  /** `e`, `mod+Enter`, `?`, or a sequence such as `g i`. */
  readonly keys: string
  /** For the sheet of shortcuts; without it the shortcut is not listed. */
  readonly label?: string
  readonly group?: string
  readonly enabled?: boolean
  /** Works while typing too; a shortcut with `mod` always does. */
  readonly whileTyping?: boolean
  /** Answering `false` leaves the press to whoever else wants it. */
  readonly run: (event: KeyboardEvent) => unknown
}

type Registered = { readonly id: number; readonly shortcut: Shortcut }

/** All shortcuts that hold now, oldest first: the newest one that fits a press gets it. */
export const useShortcuts = create<{ readonly all: readonly Registered[] }>(() => ({ all: [] }))

const SEQUENCE_MS = 1_200
let nextId = 1
let started: { readonly key: string; readonly at: number } | null = null
let listening = false

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || isComposing(event)) return
  const typing = isTyping(event.target)
  const covered = isCovered(event.target)
  const first = started !== null && event.timeStamp - started.at < SEQUENCE_MS ? started.key : null
  started = null
  const { all } = useShortcuts.getState()
  for (const { shortcut } of all.toReversed()) {
    const [head = '', tail] = shortcut.keys.split(' ')
    if (!head.startsWith('mod+') && (covered || (typing && shortcut.whileTyping !== true))) continue
    const fits =
      tail === undefined
        ? first === null && isPress(head, event, isApple)
        : first === head && isPress(tail, event, isApple)
    if (!fits || shortcut.run(event) === false) continue
    event.preventDefault()
    return
  }
  const opens = all.some(
    ({ shortcut }) => shortcut.keys.includes(' ') && isPress(shortcut.keys.split(' ')[0] ?? '', event, isApple),
  )
  if (opens && !typing && !covered) started = { key: event.key.toLowerCase(), at: event.timeStamp }
}

/** Registers a shortcut while the component is there. */
export function useShortcut(shortcut: Shortcut): void {
  const { keys, label, group, enabled = true, whileTyping = false } = shortcut
  const run = useRef(shortcut.run)
  useLayoutEffect(() => {
    run.current = shortcut.run
  })
  useEffect(() => {
    if (!enabled) return
    if (!listening) {
      window.addEventListener('keydown', pressed)
      listening = true
    }
    const id = nextId
    nextId += 1
    const registered: Registered = {
      id,
      shortcut: {
        keys,
        whileTyping,
        ...(label === undefined ? {} : { label }),
        ...(group === undefined ? {} : { group }),
        run: (event) => run.current(event),
      },
    }
    useShortcuts.setState(({ all }) => ({ all: [...all, registered] }))
    return () => useShortcuts.setState(({ all }) => ({ all: all.filter((each) => each.id !== id) }))
  }, [keys, label, group, enabled, whileTyping])
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** A dialog or a menu has the keys while it is open. */
function isCovered(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
}
