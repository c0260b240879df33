import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import path from 'node:path'
import { repoRoot } from '../electron/paths.ts'
import { build, ensureBuilt } from './ensure-built.ts'
import { findDesktop } from './find-desktop.ts'

const electronVite = path.join(repoRoot, 'node_modules/electron-vite/bin/electron-vite.js')

/**
 * `npm run dev`. With a desktop: electron-vite's own, which reloads windows and restarts the main process. Without:
 * everything is rebuilt on change and the web host restarts on the same port; a changed page wants a reload.
 */
export async function develop(args: readonly string[]): Promise<number> {
  const desktop = await findDesktop()
  if ('executable' in desktop) {
    const env = { ...process.env, ELECTRON_EXEC_PATH: desktop.executable }
    const electron = spawn(process.execPath, [electronVite, 'dev', '--watch', '--', ...args], {
      cwd: repoRoot,
      stdio: 'inherit',
      env,
    })
    return new Promise((resolve) => electron.on('exit', (code) => resolve(code ?? 0)))
  }

  console.log(`Session Relay opens in your browser, because ${desktop.reason}.`)
  return serveAndRebuild(args)
}

/** Builds, serves, and does both again after each change of the sources; a build that fails leaves the old one running. */
async function serveAndRebuild(args: readonly string[]): Promise<number> {
  await ensureBuilt()
  const changes = watchSources()
  let stopped = false
  let host = serve(args)
  const stop = (): void => {
    stopped = true
    changes.stop()
    host.kill()
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  for (;;) {
    const ended = new Promise<'ended'>((resolve) => host.once('exit', () => resolve('ended')))
    if ((await Promise.race([changes.next(), ended])) === 'ended') {
      stop()
      return stopped ? 0 : (host.exitCode ?? 1)
    }
    const rebuilt = await build().then(
      () => true,
      () => false,
    )
    if (!rebuilt) continue
    host.kill()
    await ended
    if (stopped) return 0
    host = serve([...args, '--no-open'])
  }
}

function serve(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, ['out/main/web.js', ...args], { cwd: repoRoot, stdio: 'inherit' })
}

/** `next` resolves once the sources have changed since it was last asked and then been still for a moment. */
function watchSources(): { next(): Promise<'changed'>; stop(): void } {
  let changed = Promise.withResolvers<'changed'>()
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(path.join(repoRoot, 'src'), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => changed.resolve('changed'), 200)
  })
  return {
    async next() {
      const answer = await changed.promise
      changed = Promise.withResolvers()
      return answer
    },
    stop: () => watcher.close(),
  }
}
