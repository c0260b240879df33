import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../kernel/clock.ts'
import { isDamage, makeIndexFile, openIndexFile } from './index-file.ts'
import { prepareIndexReader } from './index-reader.ts'
import { prepareIndexTables } from './index-tables.ts'
import { createIndexWriter } from './index-writer.ts'
import { canCatchUp, openRelayReader } from './relay-reader.ts'
import { runQuery } from './run-query.ts'
import { createTotals } from './search-totals.ts'
import { cancelCell, CHANGED_CELL, type FromWorker, type ToWorker, type WorkerSetup } from './worker-protocol.ts'

/**
 * The search worker: owns `search.db`, reads the main file, and does nothing else. Queries come first; between them it
 * takes one small step of indexing at a time.
 */
const REBUILDS = 3
const TRY_AGAIN_MS = 5_000

const setup = workerData as WorkerSetup
const port = parentPort
if (port === null) throw new Error('the search worker was not started as a worker')
const tell = (message: FromWorker): void => port.postMessage(message)

class Cancelled extends Error {}

const shared = new Int32Array(setup.shared)
const relay = openRelayReader(setup.relayPath)
const prepare = (sqlite: ReturnType<typeof openIndexFile>) => {
  const tables = prepareIndexTables(sqlite)
  const index = prepareIndexReader(sqlite, systemClock)
  return {
    sqlite,
    tables,
    index,
    writer: createIndexWriter(sqlite, tables, relay),
    totals: createTotals(relay, index, systemClock),
  }
}
let parts = prepare(
  openIndexFile(setup.indexPath, setup, (lastSeq) => relay.snapshot(() => canCatchUp(relay, lastSeq))),
)
let rebuilds = 0
let scheduled = false
let told = 0
const draining: number[] = []

/** Runs `work`; damage of the index builds it anew and runs it once more. */
function repairing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isDamage(error) || rebuilds >= REBUILDS) throw error
    rebuilds += 1
    tell({ kind: 'rebuilding', code: codeOf(error) })
    parts.sqlite.close()
    parts = prepare(makeIndexFile(setup.indexPath, setup))
    schedule()
    return work()
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function schedule(): void {
  if (scheduled) return
  scheduled = true
  setImmediate(step)
}

function step(): void {
  scheduled = false
  try {
    const more = repairing(() => parts.writer.step())
    const seq = parts.writer.committedSeq()
    if (seq !== told) {
      told = seq
      tell({ kind: 'committed', seq })
    }
    if (more) schedule()
    else for (const id of draining.splice(0)) tell({ kind: 'drained', id })
  } catch (error) {
    tell({ kind: 'stumbled', code: codeOf(error) })
    setTimeout(schedule, TRY_AGAIN_MS).unref()
  }
}

function answer({ id, query, now }: ToWorker & { kind: 'query' }): void {
  const check = (): void => {
    if (Atomics.load(shared, cancelCell(id)) === id) throw new Cancelled()
  }
  try {
    check()
    tell({ kind: 'answer', id, answer: repairing(() => runQuery({ ...parts, relay, now, check }, query)) })
  } catch (error) {
    tell(error instanceof Cancelled ? { kind: 'cancelled', id } : { kind: 'failed', id, code: codeOf(error) })
  }
}

function status(id: number): void {
  const { docs, lastSeq, building } = parts.tables.state()
  const unread = building === 'done' ? 0 : Math.max(0, relay.countMessages() - docs)
  tell({
    kind: 'status',
    id,
    status: { indexed: docs, pending: relay.countPending(lastSeq) + parts.tables.countTodo() + unread },
  })
}

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'changed':
      Atomics.store(shared, CHANGED_CELL, 0)
      return schedule()
    case 'query':
      return answer(message)
    case 'status':
      return status(message.id)
    case 'drain':
      draining.push(message.id)
      return schedule()
    case 'close':
      parts.sqlite.close()
      relay.close()
      return port.close()
  }
})
schedule()
