import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import './require-node.mjs'

// Each bench is a script that prints its measurements beside their limits, and fails where it misses one. One after
// another, so that none disturbs another. `npm run bench -- search` runs those with that word in their name.
const words = process.argv.slice(2)
const benches = globSync('tests/bench/*.bench.ts', { cwd: new URL('..', import.meta.url) })
  .filter((file) => words.every((word) => file.includes(word)))
  .sort()

const failed = benches.filter((file) => {
  console.log(`\n${file}`)
  const { status } = spawnSync(process.execPath, ['--expose-gc', file], {
    cwd: new URL('..', import.meta.url),
    stdio: 'inherit',
  })
  return status !== 0
})
console.log(
  failed.length === 0 ? `\n${benches.length} benches, none missed its target.` : `\nMissed: ${failed.join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
