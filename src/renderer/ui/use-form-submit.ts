import { type KeyboardEvent, type SubmitEvent, useCallback, useRef } from 'react'
import { isComposing } from './shortcut-keys.ts'

/**
 * Props for a form that submits once at a time, and never by the Enter that picks a word of an input method. `submit`
 * must not throw.
 */
export function useFormSubmit(submit: () => Promise<unknown> | undefined): {
  readonly onSubmit: (event: SubmitEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
} {
  const busy = useRef(false)
  const onSubmit = useCallback(
    (event: SubmitEvent) => {
      event.preventDefault()
      if (busy.current) return
      busy.current = true
      void Promise.resolve(submit()).finally(() => {
        busy.current = false
      })
    },
    [submit],
  )
  const onKeyDown = useCallback((event: KeyboardEvent) => {
    if (event.key === 'Enter' && isComposing(event.nativeEvent)) event.preventDefault()
  }, [])
  return { onSubmit, onKeyDown }
}
