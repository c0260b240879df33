import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

/** The search worker, except that its first three starts end in the middle: right after a commit, before it is told. */
const { indexPath } = workerData as { indexPath: string }
const counter = `${indexPath}.deaths`
const deaths = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) : 0
const port = parentPort
if (port !== null && deaths < 3) {
  const tell = port.postMessage.bind(port)
  port.postMessage = (message: { kind: string }) => {
    if (message.kind !== 'committed') return tell(message)
    writeFileSync(counter, String(deaths + 1))
    process.exit(1)
  }
}
await import('#main/sessions/search/search-worker.ts')
