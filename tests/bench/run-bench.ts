import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { BenchRow } from './bench-row.ts'
import { deliveryBench } from './delivery-bench.ts'
import { memoryBench } from './memory-bench.ts'
import { recoveryBench } from './recovery-bench.ts'
import { searchBench } from './search-bench.ts'
import { sessionListBench } from './session-list-bench.ts'

const benches: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  deliveries: deliveryBench,
  recovery: recoveryBench,
  memory: memoryBench,
  'session-list': sessionListBench,
  search: () => searchBench(),
}

const { values } = parseArgs({
  options: {
    json: { type: 'string', description: 'file for the rows as JSON' },
    only: { type: 'string', description: 'names of benches, separated by commas' },
  },
} as const)

const wanted = values.only?.split(',') ?? Object.keys(benches)
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}

const rows: BenchRow[] = []
for (const name of wanted) {
  console.log(`\n${name}`)
  for (const row of (await benches[name]?.()) ?? []) {
    rows.push(row)
    console.log(`  ${line(row)}`)
  }
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)

function line({ name, value, unit, reference, ratio, target, met }: BenchRow): string {
  const beside = reference === '' ? '' : `, beside ${reference}`
  const held = ratio === null ? '' : `, ratio ${ratio}`
  const judged = target === '' ? '' : `  (${target}: ${met === true ? 'met' : 'NOT MET'})`
  return `${name}: ${value} ${unit}${beside}${held}${judged}`
}
