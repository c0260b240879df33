import './require-node.mjs'

const { develop } = await import('./start/develop.ts')
process.exitCode = await develop(process.argv.slice(2))
