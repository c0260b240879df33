import './require-node.mjs'

const { runTests } = await import('./test/run-tests.ts')
process.exitCode = await runTests(process.argv.slice(2))
