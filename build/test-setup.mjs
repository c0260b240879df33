import './require-node.mjs'

const { setUpTests } = await import('./test/set-up-tests.ts')
const missing = await setUpTests()
for (const { project, reason } of missing) console.log(`The ${project} tests cannot run here: ${reason}.`)
process.exitCode = missing.length === 0 ? 0 : 1
