import './require-node.mjs'

const { startApp } = await import('./start/start-app.ts')
process.exitCode = await startApp(process.argv.slice(2))
