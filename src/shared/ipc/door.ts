import type { IpcEnvelope } from './envelope.ts'
import type { EventEnvelope } from './events.ts'

/** Something outside the window asks it to show this, such as a click on a system notification. */
export type OpenTarget = { readonly kind: 'approval'; readonly approvalId: string }

/** What goes over Electron's one event channel. */
export type DoorMessage =
  | { readonly type: 'events'; readonly events: readonly EventEnvelope[] }
  | { readonly type: 'open'; readonly target: OpenTarget }

/** `window.relay`: all that a desktop window can reach of the main process. */
export type RelayDoor = {
  /** Never rejects for an expected failure; the envelope says. */
  readonly call: (route: string, input: unknown) => Promise<IpcEnvelope<unknown>>
  /** Answers what ends the subscription. */
  readonly onMessage: (listener: (message: DoorMessage) => void) => () => void
}

/** The two channels of the desktop host. */
export const doorChannels = { call: 'relay:call', message: 'relay:message' } as const
