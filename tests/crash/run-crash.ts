import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { bundleHost } from './host-bundle.ts'
import { runRounds } from './run-rounds.ts'

const usage = 'npm run crash -- [--rounds N] [--seed S] [--first R] [--json FILE]'

/** A whole number of an option, or the end of the program. */
function whole(name: string, text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 1) return value
  process.stderr.write(`--${name} takes a whole number from 1 on, not ${text}\n${usage}\n`)
  process.exit(2)
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000)) },
    first: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
})
const rounds = whole('rounds', values.rounds)
const seed = whole('seed', values.seed)
const first = whole('first', values.first)

const started = performance.now()
const host = await bundleHost()
try {
  const report = await runRounds({
    script: host.script,
    seed,
    rounds,
    first,
    onRound: ({ round, plan, ms, found }) =>
      void process.stderr.write(
        `seed ${seed} round ${round}: killed at ${plan}, ${(ms / 1000).toFixed(1)} s${found === 0 ? '' : `, ${found} FOUND`}\n`,
      ),
  })
  const { violations, ...counts } = report
  for (const { kind, what, round, plan, folder } of violations) {
    process.stderr.write(`${kind}: ${what}\n  seed ${seed}, round ${round} (${plan}), folder ${folder}\n`)
  }
  const seconds = Math.round((performance.now() - started) / 1000)
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ ...counts, seed, first, seconds, violations }, null, 2)}\n`)
  process.stdout.write(`${JSON.stringify(counts)}\n`)
  process.exitCode = counts.lost + counts.doubled + counts.wrong > 0 ? 1 : 0
} finally {
  host.remove()
}
