import { useEffect, useMemo, useRef } from 'react'
import type { DeliveryFeed } from './delivery-feed.ts'

/** A pointer that has not moved for so long is not about to click, ms. */
const REST_MS = 8_000

/** Holds the table still while somebody points at it or reads further down. */
export function useHold(feed: DeliveryFeed) {
  const pointed = useRef(false)
  const down = useRef(false)
  const rest = useRef<ReturnType<typeof setTimeout> | null>(null)
  const hold = useMemo(() => {
    const apply = (): void => feed.hold(pointed.current || down.current)
    const stopResting = (): void => {
      if (rest.current !== null) clearTimeout(rest.current)
      rest.current = null
    }
    const letGo = (): void => {
      stopResting()
      if (!pointed.current) return
      pointed.current = false
      apply()
    }
    return {
      apply,
      stopResting,
      pointerLeft: letGo,
      pointerMoved: (): void => {
        stopResting()
        rest.current = setTimeout(letGo, REST_MS)
        if (pointed.current) return
        pointed.current = true
        apply()
      },
      scrolled: (offset: number): void => {
        const isDown = offset > 0
        if (isDown === down.current) return
        down.current = isDown
        apply()
      },
    }
  }, [feed])
  useEffect(() => {
    hold.apply()
    return hold.stopResting
  }, [hold])
  return hold
}
