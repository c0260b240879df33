import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { doorChannels, DoorMessage, RelayDoor } from '#shared/ipc/door.ts'
import type { IpcEnvelope } from '#shared/ipc/envelope.ts'

/** The names as the type has them: this file brings no value of another folder into the sandbox. */
const channels: typeof doorChannels = { call: 'relay:call', message: 'relay:message' }

/** The one door of a desktop window. The page gets no other name of Electron or Node. */
const door: RelayDoor = {
  call: (route, input) => ipcRenderer.invoke(channels.call, { route, input }) as Promise<IpcEnvelope<unknown>>,
  onMessage: (listener) => {
    const receive = (_event: IpcRendererEvent, message: DoorMessage): void => listener(message)
    ipcRenderer.on(channels.message, receive)
    return () => void ipcRenderer.off(channels.message, receive)
  },
}

contextBridge.exposeInMainWorld('relay', door)
