import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

type Moves = {
  /** Shows more or less around a place, px from the left of the plot. */
  readonly zoom: (factor: number, x: number) => void
  /** Moves what is shown, px. */
  readonly pan: (px: number) => void
}

/** So far a press may slip and still be a click, px. */
const SLIP_PX = 4
const WHEEL_BASE = 1.0018

/** Ctrl and wheel to zoom, sideways wheel or a drag to pan. `wasDrag` says that a click was the end of a drag. */
export function usePlotMoves(plot: RefObject<HTMLElement | null>, moves: Moves) {
  const latest = useRef(moves)
  useLayoutEffect(() => {
    latest.current = moves
  })
  const drag = useRef<{ readonly id: number; readonly startX: number; lastX: number; moved: boolean } | null>(null)
  const dragged = useRef(false)

  useEffect(() => {
    const element = plot.current
    if (element === null) return
    const wheeled = (event: WheelEvent): void => {
      if (event.ctrlKey || event.metaKey) {
        latest.current.zoom(WHEEL_BASE ** event.deltaY, event.clientX - element.getBoundingClientRect().left)
      } else {
        const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX
        if (Math.abs(sideways) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return
        latest.current.pan(sideways)
      }
      event.preventDefault()
    }
    // React listens passively, and then the page itself would zoom.
    element.addEventListener('wheel', wheeled, { passive: false })
    return () => element.removeEventListener('wheel', wheeled)
  }, [plot])

  return {
    wasDrag: () => dragged.current,
    onPointerDown(event: PointerEvent) {
      // A press in what floats above, such as a card, comes by here too.
      if (!(event.target instanceof Node) || !plot.current?.contains(event.target)) return
      dragged.current = false
      if (event.button === 0)
        drag.current = { id: event.pointerId, startX: event.clientX, lastX: event.clientX, moved: false }
    },
    onPointerMove(event: PointerEvent) {
      const held = drag.current
      if (held === null || held.id !== event.pointerId) return
      if (!held.moved && Math.abs(event.clientX - held.startX) < SLIP_PX) return
      if (!held.moved) plot.current?.setPointerCapture(event.pointerId)
      held.moved = true
      dragged.current = true
      latest.current.pan(held.lastX - event.clientX)
      held.lastX = event.clientX
    },
    onPointerUp() {
      drag.current = null
    },
  }
}
