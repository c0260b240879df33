import './require-node.mjs'

const { runChecks } = await import('./check/run-checks.ts')
process.exitCode = (await runChecks()) ? 0 : 1
