import { sessionListBench } from './session-list-bench.ts'

const rows = await sessionListBench()
console.table(rows)
process.exitCode = rows.some(({ met }) => met === false) ? 1 : 0
