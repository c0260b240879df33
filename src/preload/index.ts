import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import { doorChannels, type DoorMessage, type RelayDoor } from '#shared/ipc/door.ts'
import type { IpcEnvelope } from '#shared/ipc/envelope.ts'

/** The one door of a desktop window. The page gets no other name of Electron or Node. */
const door: RelayDoor = {
  call: (route, input) => ipcRenderer.invoke(doorChannels.call, { route, input }) as Promise<IpcEnvelope<unknown>>,
  onMessage: (listener) => {
    const receive = (_event: IpcRendererEvent, message: DoorMessage): void => listener(message)
    ipcRenderer.on(doorChannels.message, receive)
    return () => void ipcRenderer.off(doorChannels.message, receive)
  },
}

contextBridge.exposeInMainWorld('relay', door)
