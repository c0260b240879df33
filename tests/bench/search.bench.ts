import { searchBench } from './search-bench.ts'

const rows = await searchBench()
console.table(rows)
process.exitCode = rows.some(({ met }) => met === false) ? 1 : 0
