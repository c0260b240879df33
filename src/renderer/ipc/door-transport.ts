import type { RelayDoor } from '#shared/ipc/door.ts'
import { unavailable, type Transport } from './transport.ts'

/** Carries calls through the desktop window's own door. It is there as long as the window is. */
export function createDoorTransport(door: RelayDoor): Transport {
  let end: () => void = () => {}
  return {
    start(listener) {
      end = door.onMessage((message) => {
        if (message.type === 'events') listener.events(message.events)
        else listener.open(message.target)
      })
      listener.state('ready')
      listener.connected()
    },
    async call(route, input) {
      try {
        return await door.call(route, input)
      } catch {
        // The main process went away, or `input` is something that Electron cannot copy.
        return unavailable('The call could not be delivered to Session Relay.')
      }
    },
    stop: () => end(),
  }
}
