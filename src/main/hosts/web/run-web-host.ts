import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { systemClock } from '../../kernel/clock.ts'
import type { OpenProgress } from '../../db/open-database.ts'
import type { FaultPoint } from '../../kernel/fault-point.ts'
import { systemIds } from '../../kernel/ids.ts'
import { describeError } from '../../kernel/logger.ts'
import { silentNotifier } from '../../ports/notifier.ts'
import { findAppFiles } from '../app-files.ts'
import { outliveOutput } from '../broken-output.ts'
import { createHostLog } from '../host-log.ts'
import { openRelay } from '../open-relay.ts'
import { isLoopback } from './address-guard.ts'
import { parseWebArguments, usage, type WebArguments } from './arguments.ts'
import { readLastPort, writeLastPort } from './last-port.ts'
import { createBrowsers, startWebHost, type WebHost, type WebHostDeps } from './web-host.ts'
import type { ListenFailure } from './web-server.ts'

export type RunOptions = {
  readonly args: readonly string[]
  /** Only the test host passes one that acts. */
  readonly faultPoint: FaultPoint
}

/** The whole life of the web host as a process: starts, prints its one line, and stops at a signal. */
export async function runWebHost(options: RunOptions): Promise<void> {
  try {
    await run(options)
  } catch (error) {
    process.stderr.write(
      `Session Relay could not start: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}\n`,
    )
    process.exit(1)
  }
}

async function run({ args, faultPoint }: RunOptions): Promise<void> {
  const parsed = parseWebArguments(args, process.cwd())
  if (!parsed.ok) return end(2, `${parsed.error}\n\n${usage}`)
  if (parsed.value.help) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const options = parsed.value
  outliveOutput()
  const log = createHostLog((line) => process.stderr.write(`${line}\n`))
  process.on('uncaughtException', (error) => log.logger.error('an error was not caught', describeError(error)))
  process.on('unhandledRejection', (error) => log.logger.error('a rejection was not handled', describeError(error)))

  const files = findAppFiles()
  const browsers = createBrowsers(systemClock)
  const relay = await openRelay({
    dataDir: options.dataDir,
    host: 'browser',
    version: readVersion(files.packageJson),
    files,
    log,
    clock: systemClock,
    presence: browsers.presence,
    notifier: silentNotifier,
    connectedKeys: browsers.connectedKeys,
    checkOutput: process.env['NODE_ENV'] !== 'production',
    faultPoint,
    onProgress: tellProgress(),
  })
  if (!relay.ok) return end(1, relay.error)
  const started = await listen(options, {
    clock: systemClock,
    ids: systemIds,
    logger: log.logger,
    browsers,
    relay: relay.value,
    rendererDir: files.rendererDir,
    onNewLink: (link) => process.stderr.write(`For another browser: ${link}\n`),
  })
  if (typeof started === 'string') {
    await relay.value.stop()
    return end(1, started)
  }
  stopAtSignals(async () => {
    await started.stop()
    await relay.value.stop()
  })
  if (!isLoopback(options.host)) {
    process.stderr.write(
      'Warning: this link works from other machines and is not encrypted; whoever sees it can use it.\n',
    )
  }
  process.stdout.write(`Session Relay is at ${started.link()}\n`)
  if (options.open) await openBrowser(started.link())
}

/** The named port, or the last one where it is free, or any. */
async function listen(options: WebArguments, deps: Omit<WebHostDeps, 'listen'>): Promise<WebHost | string> {
  const { host, dataDir } = options
  const wanted = options.port ?? readLastPort(dataDir) ?? 0
  let started = await startWebHost({ ...deps, listen: { host, port: wanted } })
  if (!started.ok && options.port === null && wanted !== 0) {
    deps.logger.warn('the last port is taken; tabs that are open need the new link', { port: wanted })
    started = await startWebHost({ ...deps, listen: { host, port: 0 } })
  }
  if (!started.ok) return listenSentence(started.error, host, wanted)
  try {
    writeLastPort(dataDir, started.value.port)
  } catch (error) {
    deps.logger.warn('the port could not be noted; a restart may take another', describeError(error))
  }
  return started.value
}

function listenSentence(failure: ListenFailure, host: string, port: number): string {
  switch (failure.reason) {
    case 'port-taken':
      return `Port ${String(port)} is taken by another program. Choose another with --port, or leave it out.`
    case 'not-allowed':
      return `This user may not listen on port ${String(port)}. Choose one above 1023.`
    case 'no-such-address':
      return `This machine has no address ${host}. Leave --host out to serve this machine only.`
    case 'other':
      return `Session Relay could not listen on ${host}: ${failure.detail}`
  }
}

/** The first signal stops in order; a second one does not wait. */
function stopAtSignals(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = (): void => {
    if (stopping) process.exit(130)
    stopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${error instanceof Error ? error.message : 'unknown'}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}

async function openBrowser(link: string): Promise<void> {
  try {
    const { default: open } = await import('open')
    const child = await open(link)
    child.on('error', () => process.stderr.write('No browser could be opened; open the link yourself.\n'))
  } catch {
    process.stderr.write('No browser could be opened; open the link yourself.\n')
  }
}

/** One line a second at most; a short migration says nothing. */
function tellProgress(): (progress: OpenProgress) => void {
  let told = systemClock.monotonic()
  return ({ step, done, total, name }) => {
    const now = systemClock.monotonic()
    if (now - told < 1_000) return
    told = now
    const what =
      step === 'backup' ? 'Backing the database up before it is migrated' : `Migrating the database (${name})`
    process.stderr.write(`${what}: ${String(Math.floor((100 * done) / Math.max(1, total)))} %\n`)
  }
}

function readVersion(packageJson: string): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageJson, 'utf8'))).version
}

function end(code: number, sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = code
}
