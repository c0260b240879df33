import { Bot, Inbox, MessagesSquare, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Screen } from './router.ts'

const size = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Solid asks, dashed answers, in the rail as everywhere. */
function DeliveriesIcon() {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M4 8h15" />
      <path d="m15.5 4.5 3.5 3.5-3.5 3.5" />
      <path d="M20 16H5" strokeDasharray="3.2 2.6" />
      <path d="m8.5 12.5-3.5 3.5 3.5 3.5" />
    </svg>
  )
}

export const screenIcons: Record<Screen, ReactNode> = {
  inbox: <Inbox {...size} />,
  sessions: <MessagesSquare {...size} />,
  deliveries: <DeliveriesIcon />,
  agents: <Bot {...size} />,
  settings: <SlidersHorizontal {...size} />,
}
