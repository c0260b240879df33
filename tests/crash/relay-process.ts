import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { RouteInput, RouteName, RouteOutput } from '#shared/ipc/routes.ts'
import type { IpcClient } from '#renderer/ipc/client.ts'
import { connectionIs, createBrowserClient, createTestKeyChain, tokenOf } from '#tests/support/browser.ts'
import { followProcess } from '#tests/support/host-process.ts'

/** The web host as a real process, with a window on it. */
export interface RelayProcess {
  readonly client: IpcClient
  /** Settles when the process is gone, however it went. */
  readonly gone: Promise<void>
  isGone(): boolean
  /** What it printed so far. */
  output(): string
  /** One more window of the same browser; null when the process went first. */
  window(): Promise<IpcClient | null>
  /** SIGKILL; settles when it is gone. */
  kill(): Promise<void>
  /** Throws on a refused call: for what may not be refused. */
  call<N extends RouteName>(route: N, input: RouteInput<N>): Promise<RouteOutput<N>>
  /** Asks again after each event until `read` answers something; null when the process is gone first. */
  until<T>(read: () => Promise<T | null | undefined | false> | T | null | undefined | false): Promise<T | null>
}

export type StartOptions = {
  /** The bundled host (`bundleHost`). */
  readonly script: string
  readonly dataDir: string
  /** `name` or `name:nth`: the process kills itself there. */
  readonly fault?: string
}

/** Null when the process was killed before it was ready, as a fault in its recovery does. */
export async function startRelayProcess({ script, dataDir, fault }: StartOptions): Promise<RelayProcess | null> {
  const args = [
    script,
    '--port',
    '0',
    '--data',
    dataDir,
    '--no-open',
    ...(fault === undefined ? [] : ['--fault', fault]),
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const { gone, output } = followProcess(child)
  const lost = gone.then(() => null)
  const lines = createInterface({ input: child.stdout })
  const printed = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const found = /^Session Relay is at (\S+)/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  const link = await Promise.race([printed, lost])
  if (link === null) {
    if (child.signalCode === 'SIGKILL') return null
    throw new Error(`the host ended before it was ready: ${output()}`)
  }
  const keys = createTestKeyChain({ token: tokenOf(link) })
  const clients = new Set<IpcClient>()
  const open = async (): Promise<IpcClient | null> => {
    const client = createBrowserClient(new URL(link).origin, keys)
    clients.add(client)
    return Promise.race([connectionIs(client, 'ready').then(() => client), lost])
  }
  const stopAll = (): void => {
    for (const one of clients) one.stop()
  }
  const client = await open()
  if (client === null) {
    stopAll()
    return null
  }
  const ended = gone.then(stopAll)
  return {
    client,
    gone: ended,
    isGone: () => child.exitCode !== null || child.signalCode !== null,
    output,
    window: open,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async call(route, input) {
      const answer = await client.call(route, input)
      if (!answer.ok) throw new Error(`${route}: ${answer.error.code} ${answer.error.message}`)
      return answer.value
    },
    until: (read) => Promise.race([lost, untilRead(client, read)]),
  }
}

/**
 * Reads once, and again after every event but the pieces of a text, until there is an answer. A call that fails is
 * asked again.
 */
function untilRead<T>(
  client: IpcClient,
  read: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let reading = false
    let again = false
    const look = async (): Promise<void> => {
      again = true
      if (reading) return
      reading = true
      while (again) {
        again = false
        const value = await read()
        if (value === null || value === undefined || value === false) continue
        stop()
        resolve(value)
        return
      }
      reading = false
    }
    const start = (): void => void look().catch(reject)
    const stop = client.subscribe((event) => {
      if (event.type !== 'turn-delta') start()
    })
    start()
  })
}
