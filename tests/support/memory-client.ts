import { createIpcClient, type IpcClient } from '#renderer/ipc/client.ts'
import type { Transport } from '#renderer/ipc/transport.ts'
import type { EventHub } from '#main/ipc/event-hub.ts'
import type { Caller, Router } from '#main/ipc/router.ts'

/** A window without a carrier: calls go straight to the router, events come straight from the hub. */
export function createMemoryTransport(
  door: { readonly router: Router; readonly hub: EventHub },
  caller: Caller,
): Transport {
  let detach = (): void => {}
  return {
    start(listener) {
      detach = door.hub.attach({ send: listener.events, backlog: () => 0 })
      listener.state('ready')
      listener.connected()
    },
    call: (route, input) => door.router.call({ route, input }, caller),
    stop: () => detach(),
  }
}

export function createMemoryClient(
  door: { readonly router: Router; readonly hub: EventHub },
  windowName = 'Memory window',
): IpcClient {
  return createIpcClient(createMemoryTransport(door, { windowName, host: 'desktop', keyId: null }))
}
