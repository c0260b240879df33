// Plain JavaScript that any Node can parse: it runs before anything else and says what to do on an old one.
import { existsSync } from 'node:fs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// The build scripts are TypeScript that Node runs as it is, unflagged since 22.18.
const newEnough = major > 22 || (major === 22 && minor >= 18)
const installed = existsSync(new URL('../node_modules/electron-vite', import.meta.url))

if (!installed) {
  console.error('The dependencies are not installed yet. Run `npm ci` in this folder first.')
  process.exit(1)
}
if (!newEnough) {
  console.error(
    `This is Node ${process.versions.node}; Session Relay needs 22.18 or newer. ` +
      'Use the npm scripts (`npm start`, `npm test`, …): they find the Node 24 that `npm ci` installed. ' +
      'If they do too, run `npm ci` again: its install script for `node` did not run.',
  )
  process.exit(1)
}
