import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { repoRoot } from '../electron/paths.ts'
import { ensureBuilt } from './ensure-built.ts'
import { findDesktop } from './find-desktop.ts'

/** A desktop app that ends with a failure this soon never showed its window. */
const earlyExit = 10_000

/** `npm start` and `npm run serve`: answers the exit code of whichever host ran. */
export async function startApp(args: readonly string[]): Promise<number> {
  await ensureBuilt()
  const passed = args.filter((argument) => argument !== '--serve')
  if (args.includes('--serve')) return serve(passed)

  const desktop = await findDesktop()
  if ('reason' in desktop) return serveBecause(desktop.reason, passed)
  const started = performance.now()
  const env = { ...process.env }
  delete env['ELECTRON_RUN_AS_NODE']
  const code = await follow(spawn(desktop.executable, [repoRoot, ...passed], { stdio: 'inherit', env }))
  if (code !== 0 && performance.now() - started < earlyExit) {
    return serveBecause('the desktop app could not start (its own words are above)', passed)
  }
  return code
}

function serveBecause(reason: string, args: readonly string[]): Promise<number> {
  console.log(`Session Relay opens in your browser, because ${reason}.`)
  return serve(args)
}

function serve(args: readonly string[]): Promise<number> {
  return follow(spawn(process.execPath, [path.join(repoRoot, 'out/main/web.js'), ...args], { stdio: 'inherit' }))
}

/** Waits for the child and hands it the signals that ask this process to end; Ctrl+C reaches it by itself. */
function follow(child: ChildProcess): Promise<number> {
  const stay = (): void => {}
  const forward = (): void => void child.kill('SIGTERM')
  process.on('SIGINT', stay).on('SIGTERM', forward).on('SIGHUP', forward)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      process.off('SIGINT', stay).off('SIGTERM', forward).off('SIGHUP', forward)
      // A host that was asked to end did what it should.
      resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1))
    })
  })
}
