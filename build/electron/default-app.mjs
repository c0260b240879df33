// What Electron's own default app does with `electron <folder>`, for the test binary that has none.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const folder = process.argv.slice(1).find((argument) => !argument.startsWith('-'))
if (folder === undefined) throw new Error('Name the folder of the app to run.')
const root = path.resolve(folder)
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
app.setName(manifest.productName ?? manifest.name)
app.setVersion(manifest.version)
app.setAppPath(root)
// Awaited, as Electron does: it becomes ready only after the app's main module has run.
try {
  await import(pathToFileURL(path.join(root, manifest.main)).href)
} catch (error) {
  console.error(error)
  app.exit(1)
}
