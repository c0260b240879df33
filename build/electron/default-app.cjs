// What Electron's own default app does with `electron <folder>`, for the test binary that has none.
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { app } = require('electron')

const folder = process.argv.slice(1).find((argument) => !argument.startsWith('-'))
if (folder === undefined) throw new Error('Name the folder of the app to run.')
const root = path.resolve(folder)
const manifest = require(path.join(root, 'package.json'))
app.setName(manifest.productName ?? manifest.name)
app.setVersion(manifest.version)
app.setAppPath(root)
import(pathToFileURL(path.join(root, manifest.main)).href).catch((error) => {
  console.error(error)
  app.exit(1)
})
