// A process of its own, so that a download that hangs can be ended. Prints a dot for each step of progress.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { downloadArtifact } = createRequire(require.resolve('electron/package.json'))('@electron/get')
const { version } = require('electron/package.json')

try {
  await downloadArtifact({
    version,
    artifactName: 'electron',
    platform: process.platform,
    arch: process.arch,
    checksums: require('electron/checksums.json'),
    cacheRoot: process.env.electron_config_cache,
    downloadOptions: { quiet: true, getProgressCallback: async () => void process.stdout.write('.') },
  })
} catch (error) {
  console.error(error.cause?.message ?? error.message)
  process.exit(1)
}
// The package's own installer finds the file in the cache, checks it and unpacks it.
require('electron/install.js')
