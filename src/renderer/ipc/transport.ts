import type { OpenTarget } from '#shared/ipc/door.ts'
import type { IpcEnvelope } from '#shared/ipc/envelope.ts'
import type { EventEnvelope } from '#shared/ipc/events.ts'

/**
 * `connecting`: the first connection is being made; calls wait for it. `ready`. `lost`: it is being made again; calls
 * fail at once. `refused`: this browser has no key that the host knows; a fresh link is needed.
 */
export type ConnectionState = 'connecting' | 'ready' | 'lost' | 'refused'

export type TransportListener = {
  readonly state: (state: ConnectionState) => void
  /** A new connection stands: what was read before may be stale. */
  readonly connected: () => void
  readonly events: (events: readonly EventEnvelope[]) => void
  readonly open: (target: OpenTarget) => void
}

/** Carries calls and events; never rejects. */
export interface Transport {
  start(listener: TransportListener): void
  call(route: string, input: unknown): Promise<IpcEnvelope<unknown>>
  stop(): void
}

/** The answer to a call that could not be carried. */
export function unavailable(message: string): IpcEnvelope<never> {
  return { ok: false, error: { code: 'UNAVAILABLE', message } }
}
