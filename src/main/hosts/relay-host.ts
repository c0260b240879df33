import type { AppEvent } from '#shared/ipc/events.ts'
import type { RecoveryChoice, RecoveryState } from '#shared/ipc/recovery.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import { createEventHub, type EventHub } from '../ipc/event-hub.ts'
import { createRouter, type Handlers, type HostInfo, type Router, type SomeHandlers } from '../ipc/router.ts'
import type { Clock, Disposer } from '../kernel/clock.ts'
import { describeError, type Logger } from '../kernel/logger.ts'

/**
 * What both hosts run: the core while its database is sound, the recovery choices while it is not, and the one door to
 * whichever it is. Owns the change from one to the other; windows see it as another answer of the same routes.
 */
export interface RelayHost {
  readonly router: Router
  readonly hub: EventHub
  mode(): 'ready' | 'recovery'
  /** The open core; null in recovery. */
  core(): OpenedCore | null
  /** Told after each change of `mode`, with the core that is open now. */
  onCore(listener: (core: OpenedCore | null) => void): Disposer
  stop(): Promise<void>
}

export interface OpenedCore {
  readonly handlers: Handlers
  readonly events: { subscribe(listener: (event: AppEvent) => void): Disposer }
  readonly browserKeys: BrowserKeys
  openWork(): OpenWork
  onDamage(listener: (findings: readonly string[]) => void): Disposer
  /** Settles within 5 s. */
  stop(): Promise<void>
}

export type OpenWork = { readonly turns: number; readonly approvals: number }

/** Keys of browsers, by the hash of each. */
export interface BrowserKeys {
  add(key: { readonly id: string; readonly hash: string; readonly label: string }): void
  /** Answers the key's id, and notes that it was seen now. */
  recognise(hash: string): string | null
  has(id: string): boolean
}

/** The choices for a database that cannot be used. */
export interface RecoveryDesk {
  state(): RecoveryState
  /** Carries one out; the error is a sentence for the person. `onProgress` says that `state()` changed. */
  choose(choice: RecoveryChoice, onProgress: () => void): Promise<Result<null, string>>
}

export type OpenOutcome =
  | { readonly kind: 'open'; readonly core: OpenedCore }
  | { readonly kind: 'recovery'; readonly desk: RecoveryDesk }

export type RelayHostDeps = {
  readonly info: HostInfo
  readonly clock: Clock
  readonly logger: Logger
  readonly bootId: string
  readonly checkOutput: boolean
  /** Opens the core. `damage`: do not try, it was found to be damaged while in use. */
  readonly open: (damage: readonly string[] | null) => Promise<OpenOutcome>
}

export async function startRelayHost(deps: RelayHostDeps): Promise<RelayHost> {
  const host = new SwitchingHost(deps)
  await host.reopen(null)
  return host
}

class SwitchingHost implements RelayHost {
  readonly hub: EventHub
  readonly router: Router
  readonly #deps: RelayHostDeps
  readonly #listeners = new Set<(core: OpenedCore | null) => void>()
  #inner: Router
  #core: OpenedCore | null = null
  #leaveCore: Disposer = () => {}
  #choosing = false
  #stopped = false

  constructor(deps: RelayHostDeps) {
    this.#deps = deps
    this.hub = createEventHub({
      clock: deps.clock,
      bootId: deps.bootId,
      onError: (error) => deps.logger.error('an event could not be told', describeError(error)),
    })
    this.#inner = this.#routerOf({})
    this.router = { call: (request, caller) => this.#inner.call(request, caller) }
  }

  mode(): 'ready' | 'recovery' {
    return this.#core === null ? 'recovery' : 'ready'
  }

  core(): OpenedCore | null {
    return this.#core
  }

  onCore(listener: (core: OpenedCore | null) => void): Disposer {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    const core = this.#core
    this.#leave()
    await core?.stop()
  }

  async reopen(damage: readonly string[] | null): Promise<void> {
    const outcome = await this.#deps.open(damage)
    if (outcome.kind === 'open') this.#enterCore(outcome.core)
    else this.#enterRecovery(outcome.desk)
  }

  #enterCore(core: OpenedCore): void {
    this.#core = core
    this.#inner = this.#routerOf(core.handlers)
    const ends = [
      core.events.subscribe((event) => this.hub.publish(event)),
      core.onDamage((findings) => void this.#onDamage(core, findings)),
    ]
    this.#leaveCore = () => {
      for (const end of ends) end()
    }
    this.#tell()
    this.hub.publish({ type: 'recovery', state: null })
  }

  #enterRecovery(desk: RecoveryDesk): void {
    this.#inner = this.#routerOf(this.#recoveryHandlers(desk))
    this.#tell()
    this.hub.publish({ type: 'recovery', state: desk.state() })
  }

  /** Damage that showed while the core was in use: windows get no further, it stops, and the choices are offered. */
  async #onDamage(core: OpenedCore, findings: readonly string[]): Promise<void> {
    if (this.#core !== core || this.#stopped) return
    this.#leave()
    // It is told from inside the failing statement: let that come to its end first.
    await Promise.resolve()
    try {
      await core.stop()
    } catch (error) {
      this.#deps.logger.error('the core did not stop cleanly after damage', describeError(error))
    }
    try {
      await this.reopen(findings)
    } catch (error) {
      this.#deps.logger.error('recovery could not be offered', describeError(error))
    }
  }

  #leave(): void {
    this.#leaveCore()
    this.#leaveCore = () => {}
    this.#core = null
    this.#inner = this.#routerOf({})
  }

  #recoveryHandlers(desk: RecoveryDesk): SomeHandlers {
    const { info } = this.#deps
    return {
      'app.hello': (_input, caller) =>
        ok({
          version: info.version,
          host: info.host,
          platform: info.platform,
          window: caller.windowName,
          dataDir: info.dataDir,
          mode: 'recovery',
          settings: defaultSettings,
          secretsKept: info.secretsKept,
        }),
      'recovery.state': () => ok(desk.state()),
      'recovery.choose': async (choice) => {
        if (this.#choosing)
          return err({ code: 'REFUSED', message: 'Another choice is being carried out; wait for it.' })
        this.#choosing = true
        try {
          const tell = (): void => this.hub.publish({ type: 'recovery', state: desk.state() })
          const chosen = await desk.choose(choice, tell)
          tell()
          if (!chosen.ok) return err({ code: 'REFUSED', message: chosen.error })
          await this.reopen(null)
          if (this.mode() === 'ready') return ok({})
          return err({ code: 'REFUSED', message: 'The database still cannot be used; the findings say why.' })
        } finally {
          this.#choosing = false
        }
      },
    }
  }

  #routerOf(handlers: SomeHandlers): Router {
    const { logger, checkOutput } = this.#deps
    return createRouter({ handlers, logger, checkOutput })
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener(this.#core)
  }
}
