import { makeAgent, makeSession, openTestCore, scriptedRuntime } from '#tests/support/test-core.ts'
import { writeDeliveryRows } from './delivery-rows.ts'

// Run by memory-bench.ts: fills a store, starts over it as the app does, and prints the heap in MB.
const count = Number(process.argv[2])
await using it = await openTestCore()
const agent = makeAgent(it.core, 'Agent', scriptedRuntime)
const { workspace } = makeSession(it.core, agent, 'Any')
writeDeliveryRows(it.core.db, {
  agentId: agent.id,
  workspace,
  callers: 100,
  targets: 1_000,
  count,
  delivering: 0,
  status: 'consumed',
})
const core = await it.restart()
core.deliveryList.page({}, null, 100)
core.sessionList.counts()
await new Promise((resolve) => setImmediate(resolve))
globalThis.gc?.()
globalThis.gc?.()
process.stdout.write(String(process.memoryUsage().heapUsed / 1024 / 1024))
