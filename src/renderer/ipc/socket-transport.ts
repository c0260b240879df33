import type { IpcEnvelope } from '#shared/ipc/envelope.ts'
import { closeCodes, hostFrameSchema, type BrowserFrame, type HostFrame } from '#shared/ipc/socket-frames.ts'
import type { KeyChain } from './key-chain.ts'
import { unavailable, type ConnectionState, type Transport, type TransportListener } from './transport.ts'

export type SocketTransportDeps = {
  readonly open: () => WebSocket
  readonly keys: KeyChain
  /** Subscribes to moments at which trying again at once makes sense. */
  readonly wake?: (wake: () => void) => () => void
  readonly schedule?: (ms: number, run: () => void) => () => void
}

type Pending = { readonly frame: BrowserFrame; readonly settle: (envelope: IpcEnvelope<unknown>) => void }

const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 5_000

/**
 * Carries calls over one WebSocket and makes it again when it is lost. A call that was under way at that moment fails
 * UNAVAILABLE: whether the host did it shows when the window reads again.
 */
export function createSocketTransport(deps: SocketTransportDeps): Transport {
  const schedule = deps.schedule ?? browserTimer
  const pending = new Map<number, Pending>()
  const disposers: (() => void)[] = []
  let listener: TransportListener | null = null
  let socket: WebSocket | null = null
  let state: ConnectionState = 'connecting'
  let shown: 'key' | 'token' | null = null
  let retryMs = FIRST_RETRY_MS
  let cancelRetry: (() => void) | null = null
  let nextId = 1

  const enter = (next: ConnectionState): void => {
    state = next
    listener?.state(next)
  }
  const failAll = (message: string): void => {
    const failed = [...pending.values()]
    pending.clear()
    for (const call of failed) call.settle(unavailable(message))
  }
  const refuse = (): void => {
    socket = null
    enter('refused')
    failAll('This browser is not let in. Open the link that Session Relay printed.')
  }

  const connect = (): void => {
    cancelRetry?.()
    cancelRetry = null
    if (socket !== null) return
    shown = deps.keys.key() !== null ? 'key' : deps.keys.token() !== null ? 'token' : null
    if (shown === null) return refuse()
    const made = deps.open()
    socket = made
    made.onopen = () => made.send(JSON.stringify(firstFrame(deps.keys)))
    made.onerror = () => {} // `onclose` follows and says all there is to know.
    made.onmessage = (event) => receive(made, event.data)
    made.onclose = (event) => {
      if (socket !== made) return
      socket = null
      if (event.code === closeCodes.revoked) {
        deps.keys.forgetKey()
        return refuse()
      }
      if (state !== 'connecting') enter('lost')
      if (state === 'lost') failAll('The connection was lost. Look whether it was done before you do it again.')
      const wait = retryMs
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
      cancelRetry = schedule(wait, connect)
    }
  }

  const receive = (from: WebSocket, data: unknown): void => {
    if (socket !== from || typeof data !== 'string') return
    const frame = readFrame(data)
    if (frame === null) return from.close()
    switch (frame.type) {
      case 'welcome':
        return welcome(from, frame.newKey)
      case 'refused':
        return refused(from)
      case 'answer': {
        const call = pending.get(frame.id)
        pending.delete(frame.id)
        return call?.settle(frame.envelope)
      }
      case 'events':
        return listener?.events(frame.events)
    }
  }

  const welcome = (from: WebSocket, newKey: string | null): void => {
    if (newKey !== null) {
      deps.keys.keep(newKey)
      deps.keys.forgetToken()
    }
    retryMs = FIRST_RETRY_MS
    // Calls made while connecting have waited for this.
    for (const call of pending.values()) from.send(JSON.stringify(call.frame))
    enter('ready')
    listener?.connected()
  }

  const refused = (from: WebSocket): void => {
    socket = null
    from.close()
    if (shown === 'key') deps.keys.forgetKey()
    else deps.keys.forgetToken()
    // A refused key still leaves the token of the link.
    if (deps.keys.key() !== null || deps.keys.token() !== null) connect()
    else refuse()
  }

  return {
    start(to) {
      listener = to
      disposers.push(
        deps.keys.onChange(() => {
          if (state === 'refused') enter('lost')
          connect()
        }),
      )
      if (deps.wake !== undefined) disposers.push(deps.wake(() => state === 'lost' && connect()))
      connect()
    },
    call(route, input) {
      if (state === 'lost') return Promise.resolve(unavailable('There is no connection to Session Relay just now.'))
      if (state === 'refused') return Promise.resolve(unavailable('This browser is not let in.'))
      return new Promise((settle) => {
        const id = nextId++
        const frame: BrowserFrame = { type: 'call', id, route, input }
        pending.set(id, { frame, settle })
        if (state === 'ready') socket?.send(JSON.stringify(frame))
      })
    },
    stop() {
      for (const dispose of disposers.splice(0)) dispose()
      cancelRetry?.()
      const open = socket
      socket = null
      // A call made from now on is answered too.
      state = 'lost'
      open?.close()
      failAll('The window is closing.')
    },
  }
}

function firstFrame(keys: KeyChain): BrowserFrame {
  const key = keys.key()
  return key === null ? { type: 'token', token: keys.token() ?? '' } : { type: 'key', key }
}

function readFrame(text: string): HostFrame | null {
  try {
    const parsed = hostFrameSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function browserTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
