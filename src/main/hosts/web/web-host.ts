import { err, ok, type Result } from '#shared/result.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import { createPresence, type PresenceCounter } from '../presence.ts'
import type { OpenedCore, RelayHost } from '../relay-host.ts'
import { listRendererFiles } from '../renderer-files.ts'
import { browserLabel, createWindowNames } from '../window-names.ts'
import { closeCodes } from '#shared/ipc/socket-frames.ts'
import { authority, linkName } from './address-guard.ts'
import { createBrowserAdmission, type BrowserAdmission } from './browser-admission.ts'
import { BrowserConnection } from './browser-connection.ts'
import { startWebServer, type ListenFailure } from './web-server.ts'

/** The app served to browsers: files, sockets, and who may have one. */
export interface WebHost {
  readonly port: number
  /** Without a token. */
  readonly url: string
  /** The address with a token that lets in one browser. */
  link(): string
  stop(): Promise<void>
}

export type WebHostDeps = {
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly browsers: Browsers
  readonly relay: RelayHost
  readonly rendererDir: string
  readonly listen: { readonly host: string; readonly port: number }
  /** A link was used; this one lets in the next browser. */
  readonly onNewLink: (link: string) => void
}

/** What the core needs to know of browsers, made before it. */
export type Browsers = { readonly presence: PresenceCounter; readonly connectedKeys: () => ReadonlySet<string> } & {
  readonly connections: Set<BrowserConnection>
}

export function createBrowsers(clock: Clock): Browsers {
  const connections = new Set<BrowserConnection>()
  return {
    presence: createPresence(clock),
    connections,
    connectedKeys: () => new Set([...connections].flatMap(({ keyId }) => (keyId === null ? [] : [keyId]))),
  }
}

export async function startWebHost(deps: WebHostDeps): Promise<Result<WebHost, ListenFailure>> {
  const { clock, ids, logger, relay, browsers } = deps
  let port = 0
  const urlOf = (): string => `http://${authority(linkName(deps.listen.host), port)}/`
  const linkOf = (token: string): string => `${urlOf()}#token=${token}`
  const admission = createBrowserAdmission({ ids, onNewToken: (token) => deps.onNewLink(linkOf(token)) })
  const names = createWindowNames()
  const followCore = followKeys(admission, browsers.connections)
  followCore(relay.core())
  const endFollow = relay.onCore(followCore)

  const server = await startWebServer({
    ...deps.listen,
    files: listRendererFiles(deps.rendererDir),
    logger,
    onSocket: (socket, userAgent) => {
      const connection = new BrowserConnection(
        { clock, logger, router: relay.router, hub: relay.hub, admission, presence: browsers.presence, names },
        socket,
        browserLabel(userAgent),
      )
      browsers.connections.add(connection)
      socket.on('close', () => browsers.connections.delete(connection))
    },
  })
  if (!server.ok) {
    endFollow()
    return err(server.error)
  }
  port = server.value.port
  return ok({
    port,
    url: urlOf(),
    link: () => linkOf(admission.token()),
    async stop() {
      endFollow()
      followCore(null)
      for (const connection of browsers.connections) connection.close(1001, 'Session Relay stops.')
      await server.value.close()
    },
  })
}

/** Uses the open core's keys, and closes the sockets of a key that was revoked. */
function followKeys(admission: BrowserAdmission, connections: ReadonlySet<BrowserConnection>) {
  let end = (): void => {}
  return (core: OpenedCore | null): void => {
    end()
    end = () => {}
    admission.useStore(core?.browserKeys ?? null)
    if (core === null) return
    end = core.events.subscribe((event) => {
      if (event.type !== 'keys-changed') return
      for (const connection of connections) {
        const { keyId } = connection
        if (keyId !== null && !admission.isValid(keyId)) connection.close(closeCodes.revoked, 'revoked')
      }
    })
  }
}
