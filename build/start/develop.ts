import { spawn } from 'node:child_process'
import path from 'node:path'
import { repoRoot } from '../electron/paths.ts'
import { ensureBuilt } from './ensure-built.ts'
import { findDesktop } from './find-desktop.ts'

const electronVite = path.join(repoRoot, 'node_modules/electron-vite/bin/electron-vite.js')

/**
 * `npm run dev`. With a desktop: electron-vite's own, which reloads windows and restarts the main process. Without:
 * everything is rebuilt on change and the web host restarts; the tab reconnects by itself, a changed page wants a reload.
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
  await ensureBuilt()
  const builder = spawn(process.execPath, [electronVite, 'build', '--watch'], {
    cwd: repoRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const host = spawn(
    process.execPath,
    ['--watch-path=out/main', '--watch-preserve-output', 'out/main/web.js', ...args],
    { cwd: repoRoot, stdio: 'inherit' },
  )
  const stop = (): void => {
    builder.kill()
    host.kill()
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  return new Promise((resolve) => host.on('exit', (code) => resolve(code ?? 0)))
}
