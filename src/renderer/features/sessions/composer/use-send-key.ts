import { type CompositionEvent, type KeyboardEvent, useMemo, useRef } from 'react'
import { isSendKey } from './compose-keys.ts'

/** Enter in a field that also takes composed words: spread `composition` on it and ask `sends` of each key. */
export function useSendKey() {
  const composedAt = useRef(Number.NEGATIVE_INFINITY)
  return useMemo(
    () => ({
      composition: {
        onCompositionEnd: (event: CompositionEvent): void => {
          composedAt.current = event.timeStamp
        },
      },
      sends: ({ key, shiftKey, altKey, nativeEvent, timeStamp }: KeyboardEvent): boolean =>
        isSendKey(
          // The old number is the only sign that some input methods give.
          {
            key,
            shiftKey,
            altKey,
            isComposing: nativeEvent.isComposing,
            keyCode: Number(Reflect.get(nativeEvent, 'keyCode')),
          },
          timeStamp - composedAt.current,
        ),
    }),
    [],
  )
}
