import { type Browser, expect, type Page, test as base } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findChromium } from './chromium-binary.ts'
import { launchElectron } from './launch-electron.ts'
import { launchWeb } from './launch-web.ts'
import { watchPage } from './page-problems.ts'

export type HostName = 'web' | 'electron'
export type HostOption = { host: HostName }

/** One host that runs and one page that shows it. */
export interface RunningApp {
  readonly page: Page
  /** What the host's process printed so far. */
  output(): string
  /** Asks the host to quit and waits until it has. */
  stop(): Promise<void>
  /** SIGKILL, as a crash would; waits until the process is gone. */
  kill(): Promise<void>
}

/** The app under test, on a data folder of its own. The same specs run in both hosts. */
export interface App {
  readonly host: HostName
  readonly dataDir: string
  /** The page of the host that runs now; another one after a start. */
  readonly page: Page
  /** Starts the host on the same data folder; quits the one that still runs. */
  restart(): Promise<void>
  /** Kills the host as a crash would. `restart` starts it again. */
  kill(): Promise<void>
  /** What the host that runs now printed so far. */
  output(): string
}

type WorkerFixtures = { openBrowser: () => Promise<Browser> } & HostOption

export const test = base.extend<{ app: App }, WorkerFixtures>({
  host: ['web', { option: true, scope: 'worker' }],

  openBrowser: [
    async ({ playwright }, use) => {
      let browser: Browser | undefined
      const executablePath = findChromium()
      await use(async () => {
        browser ??= await playwright.chromium.launch({
          ...(executablePath === null ? {} : { executablePath }),
          args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
        })
        return browser
      })
      await browser?.close()
    },
    { scope: 'worker' },
  ],

  app: async ({ host, openBrowser }, use, testInfo) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'session-relay-e2e-'))
    // Workspaces are made beside the data folder, and go with it.
    const dataDir = path.join(folder, 'data')
    const problems = new Set<string>()
    const outputs: (() => string)[] = []
    const start = async (): Promise<RunningApp> => {
      const started =
        host === 'electron' ? await launchElectron(dataDir) : await launchWeb(dataDir, await openBrowser())
      watchPage(started.page, problems)
      outputs.push(started.output)
      return started
    }

    let running = await start()
    await use({
      host,
      dataDir,
      get page() {
        return running.page
      },
      async restart() {
        await running.stop()
        running = await start()
      },
      kill: () => running.kill(),
      output: () => running.output(),
    })

    if (testInfo.status !== testInfo.expectedStatus) {
      const screenshot = await running.page.screenshot().catch(() => null)
      if (screenshot !== null) await testInfo.attach('page', { body: screenshot, contentType: 'image/png' })
      await testInfo.attach('host output', { body: outputs.map((read) => read()).join('\n--- start ---\n') })
    }
    await running.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    expect([...problems], 'no content security policy violation and no uncaught error in the page').toEqual([])
  },
})

export { expect }
