import type { Browser } from '@playwright/test'
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type { RunningApp } from './app.ts'
import { followProcess } from './host-process.ts'

const entry = path.resolve(import.meta.dirname, '../../out/main/web.js')

/** Starts the built web host on a free port and opens the address it prints in a browser profile of its own. */
export async function launchWeb(dataDir: string, browser: Browser): Promise<RunningApp> {
  const child = spawn(process.execPath, [entry, '--data', dataDir, '--no-open'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { output, gone } = followProcess(child)
  const url = await address(child, output)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(url)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    // The page goes first, so that it does not tell of a lost connection while its host stops on purpose.
    if (signal === 'SIGTERM') await context.close()
    child.kill(signal)
    await gone
  }
  return { page, output, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

function address(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const found = /^Session Relay is at (\S+)$/m.exec(output())
      if (found?.[1] !== undefined) resolve(found[1])
    }
    child.stdout?.on('data', look)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The web host ended with ${code} before it was there:\n${output()}`)))
  })
}
