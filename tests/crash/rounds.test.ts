import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleHost, type HostBundle } from './host-bundle.ts'
import { runRounds } from './run-rounds.ts'

let host: HostBundle
beforeAll(async () => {
  host = await bundleHost()
}, 120_000)
afterAll(() => host.remove())

/** Many real processes start and stop: no deadline is meant, only an end to a hang. */
const PATIENCE_MS = 300_000

test(
  '[DELV-02] killed under random load, the app loses nothing, doubles nothing and keeps what it told',
  async () => {
    const report = await runRounds({ script: host.script, seed: 7, rounds: 4 })
    expect(report.violations).toEqual([])
    expect(report.kills).toBeGreaterThanOrEqual(4)
  },
  PATIENCE_MS,
)
