import { ok } from '#shared/result.ts'
import { done, fail } from '../answers.ts'
import type { HandlerServices } from '../handler-services.ts'
import type { Handlers, HostInfo } from '../router.ts'

type AppRoutes =
  | `app.${'hello' | 'counts' | 'loadSample'}`
  | `settings.${'get' | 'update'}`
  | `data.${'status' | 'check' | 'backup'}`
  | `access.${'keys' | 'revoke'}`
  | `recovery.${'state' | 'choose'}`

export function appHandlers(services: HandlerServices, host: HostInfo): Pick<Handlers, AppRoutes> {
  const { settings, sessionList, sample, data, search, browserKeys } = services
  const notDamaged = () => fail('UNAVAILABLE', 'The database is sound; there is nothing to recover.')
  return {
    'app.hello': (_input, caller) =>
      ok({
        version: host.version,
        host: host.host,
        platform: host.platform,
        window: caller.windowName,
        dataDir: host.dataDir,
        mode: 'ready',
        settings: settings.get(),
        secretsKept: host.secretsKept,
      }),
    'app.counts': () => ok(sessionList.counts()),
    'app.loadSample': () => {
      const loaded = sample.load()
      return loaded.ok ? loaded : fail('REFUSED', loaded.error)
    },
    'settings.get': () => ok(settings.get()),
    'settings.update': (patch) => ok(settings.update(patch)),
    'data.status': async () => ok({ ...data.status(), search: await search.status() }),
    'data.check': async () => ok(await data.check()),
    'data.backup': async () => {
      const made = await data.backUp()
      return made.ok ? made : fail('STORAGE', made.error)
    },
    'access.keys': (_input, { keyId }) =>
      ok(
        browserKeys
          .list()
          .map((key) => ({ ...key, connected: host.connectedKeys().has(key.id), current: key.id === keyId })),
      ),
    'access.revoke': ({ id }) => (browserKeys.revoke(id) ? ok(done()) : fail('NOT_FOUND', 'There is no such key.')),
    'recovery.state': notDamaged,
    'recovery.choose': notDamaged,
  }
}
