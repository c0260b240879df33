import type { OpenTarget, RelayDoor } from '#shared/ipc/door.ts'
import type { IpcEnvelope, IpcError } from '#shared/ipc/envelope.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import type { RouteInput, RouteName, RouteOutput } from '#shared/ipc/routes.ts'
import { createDoorTransport } from './door-transport.ts'
import { createEventSequence } from './event-sequence.ts'
import { createBrowserKeyChain } from './key-chain.ts'
import { createSocketTransport } from './socket-transport.ts'
import type { ConnectionState, Transport } from './transport.ts'
import { createValueStore, type ValueStore } from './value-store.ts'

declare global {
  interface Window {
    /** Only in a desktop window. */
    readonly relay?: RelayDoor
  }
}

/** What the window knows of the main process: typed calls, events, and whether it is there. */
export interface IpcClient {
  /** Never rejects: expected failure is in the envelope. */
  call<N extends RouteName>(route: N, input: RouteInput<N>): Promise<IpcEnvelope<RouteOutput<N>>>
  /** The same for readers that want a throw: rejects with `IpcFailure`. */
  ask<N extends RouteName>(route: N, input: RouteInput<N>): Promise<RouteOutput<N>>
  subscribe(listener: (event: AppEvent) => void): () => void
  /** Something was missed, or the connection is new: what was read before may be stale. */
  onRefetch(listener: () => void): () => void
  /** A system notification was clicked. A target that came before the first listener waits for it. */
  onOpen(listener: (target: OpenTarget) => void): () => void
  readonly connection: ValueStore<ConnectionState>
  stop(): void
}

export class IpcFailure extends Error {
  readonly error: IpcError
  constructor(error: IpcError) {
    super(error.message)
    this.name = 'IpcFailure'
    this.error = error
  }
}

export function createIpcClient(transport: Transport): IpcClient {
  const connection = createValueStore<ConnectionState>('connecting')
  const sequence = createEventSequence()
  const onEvent = new Set<(event: AppEvent) => void>()
  const onRefetch = new Set<() => void>()
  const onOpen = new Set<(target: OpenTarget) => void>()
  let unopened: OpenTarget | null = null
  const refetch = (): void => {
    for (const listener of [...onRefetch]) listener()
  }

  transport.start({
    state: connection.set,
    connected: () => {
      sequence.restart()
      refetch()
    },
    events: (envelopes) => {
      let missed = false
      for (const envelope of envelopes) {
        const taken = sequence.take(envelope)
        missed ||= taken.missed
        if (taken.event !== null) for (const listener of [...onEvent]) listener(taken.event)
      }
      if (missed) refetch()
    },
    open: (target) => {
      if (onOpen.size === 0) unopened = target
      for (const listener of [...onOpen]) listener(target)
    },
  })

  const client: IpcClient = {
    // The host parsed the value with the route's own schema, or made it from typed parts.
    call: (route, input) => transport.call(route, input) as Promise<IpcEnvelope<RouteOutput<typeof route>>>,
    async ask(route, input) {
      const envelope = await client.call(route, input)
      if (!envelope.ok) throw new IpcFailure(envelope.error)
      return envelope.value
    },
    subscribe: (listener) => listen(onEvent, listener),
    onRefetch: (listener) => listen(onRefetch, listener),
    onOpen: (listener) => {
      const end = listen(onOpen, listener)
      if (unopened !== null) listener(unopened)
      unopened = null
      return end
    },
    connection,
    stop: () => transport.stop(),
  }
  return client
}

/** Connects through the desktop door where there is one, else over the socket of the host that served the page. */
export function connectIpc(): IpcClient {
  if (window.relay !== undefined) return createIpcClient(createDoorTransport(window.relay))
  const url = `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/socket`
  return createIpcClient(
    createSocketTransport({ open: () => new WebSocket(url), keys: createBrowserKeyChain(window), wake: wakeSignals }),
  )
}

/** Moments at which a lost connection is worth trying at once. */
function wakeSignals(wake: () => void): () => void {
  const visible = (): void => {
    if (document.visibilityState === 'visible') wake()
  }
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', visible)
  return () => {
    window.removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', visible)
  }
}

function listen<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
