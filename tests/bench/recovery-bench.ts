import { makeAgent, makeSession, openTestCore, scriptedRuntime } from '#tests/support/test-core.ts'
import { type BenchRow, shown, within } from './bench-row.ts'
import { writeDeliveryRows } from './delivery-rows.ts'

const OPEN = 10_000
const LIMIT_MS = 1_000

/** From opening a folder that a killed process left to the first Turn that a runtime is asked to run. */
export async function recoveryBench(): Promise<BenchRow[]> {
  return [
    within(`recovery, ${OPEN} open deliveries, 64 of them running`, await firstDispatch(64), 'ms', LIMIT_MS),
    // More than can run side by side; what the settling of each costs.
    shown(`recovery, ${OPEN} open deliveries, 1000 of them running`, await firstDispatch(1_000), 'ms'),
  ]
}

async function firstDispatch(delivering: number): Promise<number> {
  let dispatched: (at: number) => void = () => {}
  const first = new Promise<number>((resolve) => (dispatched = resolve))
  await using it = await openTestCore({
    script: () => {
      dispatched(performance.now())
      return new Promise(() => {})
    },
  })
  const agent = makeAgent(it.core, 'Agent', scriptedRuntime)
  const { workspace } = makeSession(it.core, agent, 'Any')
  writeDeliveryRows(it.core.db, {
    agentId: agent.id,
    workspace,
    callers: 50,
    targets: 2_000,
    count: OPEN,
    delivering,
    status: 'accepted',
  })
  // Stopping is not what is measured.
  await it.core.stop()
  const started = performance.now()
  await it.restart()
  return (await first) - started
}
