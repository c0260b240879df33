import { useSyncExternalStore } from 'react'

/** What a browser tells of its own history; not all do. */
type Steps = EventTarget & { readonly canGoBack: boolean; readonly canGoForward: boolean }

function steps(): Steps | null {
  return 'navigation' in window ? window.navigation : null
}

function subscribe(listener: () => void): () => void {
  const from = steps()
  from?.addEventListener('currententrychange', listener)
  return () => from?.removeEventListener('currententrychange', listener)
}

/** Whether there is a step back and a step forward. Where nobody knows, both may be tried. */
export function useSteps(): { readonly back: boolean; readonly forward: boolean } {
  const back = useSyncExternalStore(subscribe, () => steps()?.canGoBack ?? true)
  const forward = useSyncExternalStore(subscribe, () => steps()?.canGoForward ?? true)
  return { back, forward }
}
