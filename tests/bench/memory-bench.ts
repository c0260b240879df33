import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BenchRow, shown, within } from './bench-row.ts'

const FEW = 10_000
const MANY = 100_000
const LIMIT_MB = 10

/** The heap of the main process after a collection, over many Deliveries beside few: each in a process of its own. */
export async function memoryBench(): Promise<BenchRow[]> {
  const few = await heapOver(FEW)
  const many = await heapOver(MANY)
  return [
    shown(`main-process heap over ${FEW} deliveries`, few, 'MB'),
    shown(`main-process heap over ${MANY} deliveries`, many, 'MB'),
    within(`heap over ${MANY} deliveries above that over ${FEW}`, many - few, 'MB', LIMIT_MB),
  ]
}

async function heapOver(deliveries: number): Promise<number> {
  const child = fileURLToPath(new URL('memory-child.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', child, String(deliveries)])
  const mb = Number(stdout.trim())
  if (!Number.isFinite(mb)) throw new Error(`the child answered ${stdout}`)
  return mb
}
