import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe } from 'vitest'
import { createIpcClient, type IpcClient } from '#renderer/ipc/client.ts'
import { createDoorTransport } from '#renderer/ipc/door-transport.ts'
import { createDesktopDoor } from '#main/hosts/electron/desktop-door.ts'
import { startRelayHost, type OpenedCore, type RelayHost, type RelayHostDeps } from '#main/hosts/relay-host.ts'
import { createBrowsers, startWebHost } from '#main/hosts/web/web-host.ts'
import { systemClock } from '#main/kernel/clock.ts'
import { systemIds } from '#main/kernel/ids.ts'
import { silentLogger } from '#main/kernel/logger.ts'
import { connectionIs, createBrowserClient, createTestKeyChain, tokenOf } from './browser.ts'
import { FakeContents, FakeIpcMain } from './fake-electron.ts'
import { createMemoryClient } from './memory-client.ts'

export type TransportName = 'memory' | 'electron' | 'websocket'

/** One carrier over a core, and windows at its other end. */
export interface Carrier {
  readonly name: TransportName
  readonly relay: RelayHost
  /** A new window, connected. */
  window(): Promise<IpcClient>
}

/** Over a core of its own, or over a host that the test has started and that ends with the carrier. */
export type OpenCarrier = (open: OpenedCore | RelayHostDeps['open'] | RelayHost) => Promise<Carrier>

/**
 * Runs the same suite over every carrier that can be had in one process: memory, Electron's door over a played
 * ipcMain, and the web host's socket. The end-to-end specs repeat the main things over the real Electron.
 */
export function eachTransport(title: string, suite: (open: OpenCarrier, name: TransportName) => void): void {
  for (const name of ['memory', 'electron', 'websocket'] as const) {
    describe(`${title} over ${name}`, () => {
      const ends: (() => Promise<void> | void)[] = []
      afterEach(async () => {
        for (const end of ends.splice(0).toReversed()) await end()
      })
      suite(async (open) => {
        const started = typeof open === 'object' && 'router' in open
        const relay = started ? open : await startTestRelay(open, name === 'websocket' ? 'browser' : 'desktop')
        ends.push(() => relay.stop())
        const makeWindow = await carriers[name](relay, (end) => void ends.push(end))
        return {
          name,
          relay,
          async window() {
            const client = await makeWindow()
            ends.push(() => client.stop())
            return client
          },
        }
      }, name)
    })
  }
}

export function startTestRelay(
  open: OpenedCore | RelayHostDeps['open'],
  host: 'desktop' | 'browser' = 'browser',
): Promise<RelayHost> {
  return startRelayHost({
    info: {
      version: '1',
      host,
      platform: 'test',
      dataDir: '/data',
      secretsKept: false,
      connectedKeys: () => new Set(),
    },
    clock: systemClock,
    logger: silentLogger,
    bootId: systemIds.next(),
    checkOutput: true,
    open: typeof open === 'function' ? open : () => Promise.resolve({ kind: 'open', core: open }),
  })
}

type Make = () => Promise<IpcClient> | IpcClient
type OnEnd = (end: () => Promise<void> | void) => void

const carriers: Record<TransportName, (relay: RelayHost, onEnd: OnEnd) => Promise<Make> | Make> = {
  memory: (relay) => () => createMemoryClient(relay),

  electron: (relay, onEnd) => {
    const ipcMain = new FakeIpcMain()
    const isOurs = (url: string): boolean => url.startsWith('app://relay/')
    const door = createDesktopDoor({ ipcMain, router: relay.router, hub: relay.hub, isOurs })
    onEnd(() => door.close())
    let number = 0
    return async () => {
      const contents = new FakeContents()
      number += 1
      door.admit(contents, `Desktop window ${String(number)}`)
      const client = createIpcClient(createDoorTransport(ipcMain.doorOf(contents)))
      await client.call('app.hello', {})
      return client
    }
  },

  websocket: async (relay, onEnd) => {
    const rendererDir = mkdtempSync(path.join(tmpdir(), 'session-relay-pages-'))
    onEnd(() => rmSync(rendererDir, { recursive: true }))
    const web = await startWebHost({
      clock: systemClock,
      ids: systemIds,
      logger: silentLogger,
      browsers: createBrowsers(systemClock),
      relay,
      rendererDir,
      listen: { host: '127.0.0.1', port: 0 },
      onNewLink: () => {},
    })
    if (!web.ok) throw new Error(web.error.detail)
    onEnd(() => web.value.stop())
    return async () => {
      const client = createBrowserClient(web.value.url, createTestKeyChain({ token: tokenOf(web.value.link()) }))
      await connectionIs(client, 'ready')
      return client
    }
  },
}
