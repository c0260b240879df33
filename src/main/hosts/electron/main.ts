import { app } from 'electron'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { declareAppScheme } from './app-protocol.ts'
import { parseDesktopArguments } from './desktop-arguments.ts'
import { runDesktop } from './run-desktop.ts'

// Before Electron is ready, and in this order: the folder decides which instance this is.
const parsed = parseDesktopArguments(process.argv.slice(1), process.cwd())
if (!parsed.ok) {
  console.error(parsed.error)
  app.exit(2)
} else {
  const { dataDir } = parsed.value
  const userData = path.join(dataDir, 'browser')
  mkdirSync(userData, { recursive: true })
  app.setPath('userData', userData)
  // A second start of the same folder hands over to the first, which comes to the front.
  if (app.requestSingleInstanceLock()) {
    declareAppScheme()
    runDesktop(dataDir)
  } else {
    app.exit(0)
  }
}
