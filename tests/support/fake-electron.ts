import { doorChannels, type DoorMessage, type RelayDoor } from '#shared/ipc/door.ts'
import type { IpcEnvelope } from '#shared/ipc/envelope.ts'
import type { Contents, Frame, InvokeEvent, Invocations } from '#main/hosts/electron/desktop-door.ts'

/** Both ends of Electron's IPC, as far as it is used: structured clones, and a frame with each call. */
export class FakeContents implements Contents {
  mainFrame: Frame = { url: 'app://relay/index.html' }
  destroyed = false
  readonly listeners = new Set<(message: DoorMessage) => void>()

  isDestroyed(): boolean {
    return this.destroyed
  }

  send(channel: string, message: DoorMessage): void {
    if (channel !== doorChannels.message) throw new Error(`unexpected channel ${channel}`)
    const copy = structuredClone(message)
    setImmediate(() => {
      for (const listener of this.listeners) listener(copy)
    })
  }
}

type Listener = (event: InvokeEvent<FakeContents>, request: unknown) => Promise<IpcEnvelope<unknown>>

export class FakeIpcMain implements Invocations<FakeContents> {
  #listener: Listener | null = null

  handle(_channel: string, listener: Listener): void {
    this.#listener = listener
  }

  removeHandler(): void {
    this.#listener = null
  }

  async invoke(sender: FakeContents, senderFrame: Frame | null, request: unknown): Promise<IpcEnvelope<unknown>> {
    if (this.#listener === null) throw new Error('No handler registered')
    return structuredClone(await this.#listener({ sender, senderFrame }, structuredClone(request)))
  }

  /** What the preload script puts into the page of `contents`. */
  doorOf(contents: FakeContents): RelayDoor {
    return {
      call: (route, input) => this.invoke(contents, contents.mainFrame, { route, input }),
      onMessage(listener) {
        contents.listeners.add(listener)
        return () => void contents.listeners.delete(listener)
      },
    }
  }
}
