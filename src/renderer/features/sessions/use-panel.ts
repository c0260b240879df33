import { useState, useSyncExternalStore } from 'react'
import { useSessionsUi } from './sessions-ui.ts'

const narrow = '(max-width: 1180px)'

function follow(listener: () => void): () => void {
  const media = window.matchMedia(narrow)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** The side panel: a column that is remembered where there is room, an overlay that starts closed where there is not. */
export function usePanel() {
  const overlay = useSyncExternalStore(follow, () => window.matchMedia(narrow).matches)
  const { panelOpen, setPanelOpen } = useSessionsUi()
  const [overlayOpen, setOverlayOpen] = useState(false)
  return overlay
    ? { open: overlayOpen, overlay, setOpen: setOverlayOpen }
    : { open: panelOpen, overlay, setOpen: setPanelOpen }
}
