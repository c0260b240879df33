import { doorChannels, type DoorMessage, type OpenTarget } from '#shared/ipc/door.ts'
import type { IpcEnvelope } from '#shared/ipc/envelope.ts'
import type { EventHub } from '../../ipc/event-hub.ts'
import type { Caller, Router } from '../../ipc/router.ts'
import type { Disposer } from '../../kernel/clock.ts'

/** The parts of Electron that carry calls, as small as they are used; a test plays them. */
export type Frame = { readonly url: string }
export interface Contents {
  readonly mainFrame: Frame
  isDestroyed(): boolean
  send(channel: string, message: DoorMessage): void
}
export type InvokeEvent<C extends Contents> = { readonly sender: C; readonly senderFrame: Frame | null }
export interface Invocations<C extends Contents> {
  handle(channel: string, listener: (event: InvokeEvent<C>, request: unknown) => Promise<IpcEnvelope<unknown>>): void
  removeHandler(channel: string): void
}

export type DesktopDoorDeps<C extends Contents> = {
  readonly ipcMain: Invocations<C>
  readonly router: Router
  readonly hub: EventHub
  /** Whether a page at this address is ours. */
  readonly isOurs: (url: string) => boolean
}

/**
 * Electron's carrier: one channel for calls, one for messages. Only the main frame of a window that was let in, while it
 * shows a page of ours, gets an answer; who it is comes from the window, not from the call.
 */
export interface DesktopDoor<C extends Contents> {
  /** Lets a window in; what it answers shuts it out again. */
  admit(contents: C, windowName: string): Disposer
  /** The window's page is going away: the next page's first call starts its events anew. */
  pageLeft(contents: C): void
  /** Asks a window to show something. */
  open(contents: C, target: OpenTarget): void
  close(): void
}

type Guest = { readonly caller: Caller; endEvents: Disposer | null }

export function createDesktopDoor<C extends Contents>(deps: DesktopDoorDeps<C>): DesktopDoor<C> {
  const guests = new Map<C, Guest>()
  const post = (contents: C, message: DoorMessage): void => {
    if (!contents.isDestroyed()) contents.send(doorChannels.message, message)
  }
  const endEvents = (guest: Guest | undefined): void => {
    guest?.endEvents?.()
    if (guest !== undefined) guest.endEvents = null
  }

  deps.ipcMain.handle(doorChannels.call, async ({ sender, senderFrame }, request) => {
    const guest = guests.get(sender)
    if (
      guest === undefined ||
      senderFrame === null ||
      senderFrame !== sender.mainFrame ||
      !deps.isOurs(senderFrame.url)
    ) {
      return {
        ok: false,
        error: { code: 'REFUSED', message: 'Calls are answered to the windows of Session Relay only.' },
      }
    }
    // Before the first answer, so that no change after it is missed.
    guest.endEvents ??= deps.hub.attach({
      send: (events) => post(sender, { type: 'events', events }),
      backlog: () => 0,
    })
    return deps.router.call(request, guest.caller)
  })

  return {
    admit(contents, windowName) {
      const guest: Guest = { caller: { windowName, host: 'desktop', keyId: null }, endEvents: null }
      guests.set(contents, guest)
      return () => {
        endEvents(guest)
        guests.delete(contents)
      }
    },
    pageLeft: (contents) => endEvents(guests.get(contents)),
    open: (contents, target) => post(contents, { type: 'open', target }),
    close() {
      for (const guest of guests.values()) endEvents(guest)
      guests.clear()
      deps.ipcMain.removeHandler(doorChannels.call)
    },
  }
}
