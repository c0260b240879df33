import type { AppEvent } from '#shared/ipc/events.ts'
import { routes } from '#shared/ipc/routes.ts'
import { err, ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import type { OpenedCore } from '#main/hosts/relay-host.ts'
import type { Handlers, SomeHandlers } from '#main/ipc/router.ts'
import { createEventBus } from '#main/kernel/event-bus.ts'

export interface FakeCore extends OpenedCore {
  publish(event: AppEvent): void
  /** As Settings does it: the key is gone and everybody is told. */
  revoke(keyId: string): void
  keyIds(): string[]
  damage(findings: readonly string[]): void
  stopped(): boolean
}

/** A core without a database, for tests of the door to it. Routes that `some` leaves out answer UNAVAILABLE. */
export function createFakeCore(some: SomeHandlers = {}): FakeCore {
  const events = createEventBus<AppEvent>((error) => {
    throw error
  })
  const damage = createEventBus<readonly string[]>((error) => {
    throw error
  })
  const keys = new Map<string, string>()
  let stopped = false
  const missing = Object.fromEntries(
    Object.keys(routes).map((name) => [name, () => err({ code: 'UNAVAILABLE', message: `no ${name} here` })]),
  ) as unknown as Handlers
  const handlers: Handlers = {
    ...missing,
    'app.hello': (_input, caller) =>
      ok({
        version: '1',
        host: caller.host,
        platform: 'test',
        window: caller.windowName,
        dataDir: '/data',
        mode: 'ready',
        settings: defaultSettings,
        secretsKept: false,
      }),
    'settings.get': () => ok(defaultSettings),
    ...some,
  }
  return {
    handlers,
    events,
    browserKeys: {
      add: ({ id, hash }) => void keys.set(hash, id),
      recognise: (hash) => keys.get(hash) ?? null,
      has: (id) => [...keys.values()].includes(id),
    },
    openWork: () => ({ turns: 0, approvals: 0 }),
    onDamage: damage.subscribe,
    stop: () => {
      stopped = true
      return Promise.resolve()
    },
    publish: events.publish,
    revoke(keyId) {
      for (const [hash, id] of keys) if (id === keyId) keys.delete(hash)
      events.publish({ type: 'keys-changed' })
    },
    keyIds: () => [...keys.values()],
    damage: damage.publish,
    stopped: () => stopped,
  }
}
