import { WebSocket as NodeSocket } from 'ws'
import { createIpcClient, type IpcClient } from '#renderer/ipc/client.ts'
import type { KeyChain } from '#renderer/ipc/key-chain.ts'
import { createSocketTransport } from '#renderer/ipc/socket-transport.ts'

/** A browser's memory of keys, without a browser. */
export function createTestKeyChain(
  initial: { key?: string; token?: string } = {},
): KeyChain & { offer(token: string): void } {
  let key = initial.key ?? null
  let token = initial.token ?? null
  const listeners = new Set<() => void>()
  return {
    key: () => key,
    token: () => token,
    keep: (next) => {
      key = next
    },
    forgetKey: () => {
      key = null
    },
    forgetToken: () => {
      token = null
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** A fresh link was opened in this tab. */
    offer(next) {
      token = next
      for (const listener of listeners) listener()
    },
  }
}

export function tokenOf(link: string): string {
  return new URL(link).hash.replace('#token=', '')
}

/** Opens a socket as a page at `url` would: with that page's Origin. */
export function openSocket(url: string, headers: Record<string, string> = {}): NodeSocket {
  const { origin, host } = new URL(url)
  return new NodeSocket(`ws://${host}/socket`, { headers: { origin, ...headers } })
}

/** The page's own client over a real socket. */
export function createBrowserClient(url: string, keys: KeyChain): IpcClient {
  // `ws` plays the browser's WebSocket; the parts that are used are alike.
  const open = () => openSocket(url) as unknown as WebSocket
  return createIpcClient(createSocketTransport({ open, keys, schedule: retrySoon }))
}

function retrySoon(_ms: number, run: () => void): () => void {
  const timer = setTimeout(run, 5)
  return () => clearTimeout(timer)
}

/** Settles when the client's connection is in `state`. */
export function connectionIs(client: IpcClient, state: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (client.connection.getSnapshot() !== state) return
      end()
      resolve()
    }
    const end = client.connection.subscribe(look)
    look()
  })
}
