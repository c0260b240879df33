import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('web-host.ts', import.meta.url))

/** The web host as a real process, from the sources. */
export interface WebProcess {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** The printed link, once it is there; rejects if the process ends before. */
  readonly link: Promise<string>
  readonly exit: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>
}

export type WebProcessOptions = { readonly dataDir: string; readonly args?: readonly string[]; readonly fault?: string }

export function startWebProcess({ dataDir, args = [], fault }: WebProcessOptions): WebProcess {
  const given = ['--data', dataDir, '--no-open', ...args, ...(fault === undefined ? [] : ['--fault', fault])]
  const child = spawn(process.execPath, [entry, ...given], {
    cwd: path.dirname(entry),
    // A start reads every source file; the cache keeps what came of it.
    env: { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: path.join(tmpdir(), 'session-relay-compile-cache') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const link = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      const found = /^Session Relay is at (\S+)\n/m.exec(stdout)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`the web host ended before it was there: ${stderr}`)))
  })
  // A test that only waits for the end must not fail on this one.
  link.catch(() => {})
  const exit = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    link,
    exit,
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
  }
}
