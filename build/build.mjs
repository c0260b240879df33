import './require-node.mjs'

const { build } = await import('./start/ensure-built.ts')
await build()
