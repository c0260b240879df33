import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { RouteInput, RouteName, RouteOutput } from '#shared/ipc/routes.ts'
import type { IpcClient } from '#renderer/ipc/client.ts'
import { connectionIs, createBrowserClient, createTestKeyChain, tokenOf } from '#tests/support/browser.ts'
import { followProcess } from '#tests/support/host-process.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The web host as a real process, with a window on it. */
export interface RelayProcess {
  readonly client: IpcClient
  /** Settles when the process is gone, however it went. */
  readonly gone: Promise<void>
  kill(): Promise<void>
  /** Throws on a refused call: the harness asks for nothing that may be refused. */
  call<N extends RouteName>(route: N, input: RouteInput<N>): Promise<RouteOutput<N>>
  /** Asks again after each event until `read` answers something; null when the process is gone first. */
  until<T>(read: () => Promise<T | null | undefined | false>): Promise<T | null>
}

export type StartOptions = { readonly dataDir: string; readonly fault?: string }

export async function startRelayProcess({ dataDir, fault }: StartOptions): Promise<RelayProcess> {
  const script = path.join(root, 'tests/support/web-host.ts')
  const args = [script, '--port', '0', '--data', dataDir, '--no-open', ...(fault === undefined ? [] : ['--fault', fault])]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const { gone, output } = followProcess(child)
  const link = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^Session Relay is at (\S+)/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    void gone.then(() => reject(new Error(`the host ended before it was ready: ${output()}`)))
  })
  const client = createBrowserClient(new URL(link).origin, createTestKeyChain({ token: tokenOf(link) }))
  await connectionIs(client, 'ready')
  const lost = gone.then(() => null)
  return {
    client,
    gone: gone.then(() => client.stop()),
    async kill() {
      child.kill('SIGKILL')
      await gone
      client.stop()
    },
    async call(route, input) {
      const answer = await client.call(route, input)
      if (!answer.ok) throw new Error(`${route}: ${answer.error.code} ${answer.error.message}`)
      return answer.value
    },
    until(read) {
      return Promise.race([lost, poll(client, read)])
    },
  }
}

/** Reads once, and again after every event, until there is an answer. A call that fails is asked again. */
function poll<T>(client: IpcClient, read: () => Promise<T | null | undefined | false>): Promise<T> {
  return new Promise((resolve) => {
    let reading = false
    let again = false
    const look = async (): Promise<void> => {
      if (reading) {
        again = true
        return
      }
      reading = true
      do {
        again = false
        const value = await read().catch(() => null)
        if (value !== null && value !== undefined && value !== false) {
          stop()
          resolve(value)
          return
        }
      } while (again)
      reading = false
    }
    const stop = client.subscribe(() => void look())
    void look()
  })
}
