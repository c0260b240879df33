import { _electron } from '@playwright/test'
import type { RunningApp } from './app.ts'
import { findTestElectron } from './electron-binary.ts'
import { followProcess } from './host-process.ts'

/** Starts the staged copy of the app on the tests' Electron and waits for its first window. */
export async function launchElectron(dataDir: string): Promise<RunningApp> {
  const electron = findTestElectron()
  if (electron === null) throw new Error('No Electron is prepared: run `node build/test-setup.mjs` first.')
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && name !== 'ELECTRON_RUN_AS_NODE' && name !== 'NODE_OPTIONS') env[name] = value
  }
  // Chromium's sandbox does not start for root; only tests go without it.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const application = await _electron.launch({
    executablePath: electron.executable,
    args: [...sandbox, '--lang=en-US', electron.app, '--data', dataDir],
    env,
  })
  const child = application.process()
  const { output, gone } = followProcess(child)
  const page = await application.firstWindow().catch((error: unknown) => {
    throw new Error(`The desktop app showed no window:\n${output()}`, { cause: error })
  })
  return {
    page,
    output,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        // With work open the app asks before it quits; a test cannot click a system dialog.
        await application.evaluate(({ dialog }) => {
          dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
        })
        await application.close()
      }
      await gone
    },
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
