import type { WebSocket } from 'ws'
import { browserFrameSchema, closeCodes, type BrowserFrame, type HostFrame } from '#shared/ipc/socket-frames.ts'
import type { EventHub } from '../../ipc/event-hub.ts'
import type { Caller, Router } from '../../ipc/router.ts'
import type { Clock, Disposer } from '../../kernel/clock.ts'
import { describeError, type Logger } from '../../kernel/logger.ts'
import type { PresenceCounter } from '../presence.ts'
import type { WindowNames } from '../window-names.ts'
import type { BrowserAdmission } from './browser-admission.ts'

export type ConnectionDeps = {
  readonly clock: Clock
  readonly logger: Logger
  readonly router: Router
  readonly hub: EventHub
  readonly admission: BrowserAdmission
  readonly presence: PresenceCounter
  readonly names: WindowNames
}

/** A browser that is silent for so long after connecting is no browser of ours. */
const FIRST_FRAME_MS = 10_000
const PING_MS = 15_000
/** A first frame is a key or a token; anything longer is not. */
const MAX_FIRST_FRAME = 4_096

/**
 * One browser socket, from its first frame to its close. Until it has shown a key or a token it gets nothing but a
 * refusal; afterwards it makes calls, is told events and counts as a person present.
 */
export class BrowserConnection {
  readonly #deps: ConnectionDeps
  readonly #socket: WebSocket
  readonly #label: string
  readonly #disposers: Disposer[] = []
  #caller: Caller | null = null
  #answeredPing = true

  constructor(deps: ConnectionDeps, socket: WebSocket, label: string) {
    this.#deps = deps
    this.#socket = socket
    this.#label = label
    const tooLate = deps.clock.after(FIRST_FRAME_MS, () => this.#refuse('first-message'))
    this.#disposers.push(tooLate)
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (this.#caller === null) tooLate()
      this.#receive(data, isBinary)
    })
    socket.on('pong', () => {
      this.#answeredPing = true
    })
    // Too long a frame, text that is not UTF-8: `close` follows.
    socket.on('error', (error) => deps.logger.warn('a browser socket failed', describeError(error)))
    socket.on('close', () => {
      for (const dispose of this.#disposers.splice(0)) dispose()
    })
  }

  /** The key that let this browser in; null before. */
  get keyId(): string | null {
    return this.#caller?.keyId ?? null
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  /** For a stop that cannot wait for the other side's goodbye. */
  terminate(): void {
    this.#socket.terminate()
  }

  #receive(data: Buffer, isBinary: boolean): void {
    try {
      if (this.#caller === null) return this.#admit(data, isBinary)
      const frame = isBinary ? null : readFrame(data)
      if (frame?.type !== 'call') return this.close(1008, 'Only calls are understood here.')
      void this.#answer(this.#caller, frame)
    } catch (error) {
      this.#deps.logger.error('a browser frame could not be handled', describeError(error))
      this.close(1011, 'The host failed.')
    }
  }

  #admit(data: Buffer, isBinary: boolean): void {
    const frame = isBinary || data.length > MAX_FIRST_FRAME ? null : readFrame(data)
    if (frame === null || frame.type === 'call') return this.#refuse('first-message')
    const secret = frame.type === 'key' ? frame.key : frame.token
    const admission = this.#deps.admission.admit({ type: frame.type, secret }, this.#label)
    if (!admission.ok) return this.#refuse(admission.reason)
    const { name, release } = this.#deps.names.take(this.#label)
    this.#caller = { windowName: name, host: 'browser', keyId: admission.keyId }
    this.#send({ type: 'welcome', newKey: admission.newKey })
    this.#disposers.push(
      release,
      this.#deps.presence.join(),
      this.#deps.hub.attach({
        send: (events) => this.#send({ type: 'events', events: [...events] }),
        backlog: () => this.#socket.bufferedAmount,
      }),
    )
    this.#watchPings()
  }

  async #answer(caller: Caller, frame: BrowserFrame & { type: 'call' }): Promise<void> {
    const envelope = await this.#deps.router.call({ route: frame.route, input: frame.input }, caller)
    this.#send({ type: 'answer', id: frame.id, envelope })
  }

  /** A browser that went away without a goodbye must not count as present for ever. */
  #watchPings(): void {
    let cancel: Disposer = () => {}
    const ping = (): void => {
      if (!this.#answeredPing) return this.terminate()
      this.#answeredPing = false
      this.#socket.ping()
      cancel = this.#deps.clock.after(PING_MS, ping)
    }
    cancel = this.#deps.clock.after(PING_MS, ping)
    this.#disposers.push(() => cancel())
  }

  #refuse(reason: 'key' | 'token' | 'first-message'): void {
    this.#send({ type: 'refused', reason })
    this.close(closeCodes.refused, reason)
  }

  #send(frame: HostFrame): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(frame))
  }
}

function readFrame(data: Buffer): BrowserFrame | null {
  try {
    const parsed = browserFrameSchema.safeParse(JSON.parse(data.toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    // Not JSON: the caller answers it as it answers any frame that is not ours.
    return null
  }
}
