import { v7 } from 'uuid'
import type { ApprovalRecord } from '#main/approvals/approval-record.ts'
import { createApprovalStore } from '#main/approvals/approval-store.ts'
import { writeTx } from '#main/db/write-tx.ts'
import {
  decide,
  makeAgent,
  makeSession,
  openTestCore,
  type Script,
  scriptedRuntime,
  type TestCore,
} from '#tests/support/test-core.ts'
import { type BareRows, createBareRows } from './bare-rows.ts'
import { atLeast, type BenchRow, beside } from './bench-row.ts'
import { openPlainjob } from './plainjob-trips.ts'

const ACCEPTS = 400
const TRIPS = 200
/** The two are measured in turns of so many, so that a drift of the disk hits both. */
const BLOCK = 20

/** Answers with one word at once. */
const instant: Script = (run) => {
  run.emit({ type: 'text', text: 'work' })
  return Promise.resolve({ end: 'stop' })
}
const never: Script = () => new Promise(() => {})

/** Accept, and whole round trips, each against the same rows written bare in a file beside it. */
export async function deliveryBench(): Promise<BenchRow[]> {
  return [...(await acceptRows()), ...(await roundTripRows())]
}

async function acceptRows(): Promise<BenchRow[]> {
  await using it = await openTestCore({ script: never })
  await using other = await openTestCore({ script: never })
  const bed = makeBed(it)
  const { bare, theirs } = makeBare(other, ACCEPTS)
  const ours = writeQuestions(it, bed, ACCEPTS)
  // The target is busy for ever, so that accepting is all that happens.
  decide(it.core, writeQuestions(it, bed, 1)[0] ?? '')
  const app = new Stopwatch()
  const floor = new Stopwatch()
  for (let from = 0; from < ACCEPTS; from += BLOCK) {
    await app.run(() => {
      for (const id of ours.slice(from, from + BLOCK)) decide(it.core, id)
    })
    await floor.run(() => {
      for (const id of theirs.slice(from, from + BLOCK)) bare.accept(id)
    })
  }
  return [
    atLeast('accept a request (durable)', app.rate(ACCEPTS), floor.rate(ACCEPTS), 0.6),
    beside('accept a request, CPU of the main thread', app.cpu(ACCEPTS), 'µs', {
      name: 'bare',
      value: floor.cpu(ACCEPTS),
    }),
  ]
}

async function roundTripRows(): Promise<BenchRow[]> {
  await using it = await openTestCore({ script: instant })
  await using other = await openTestCore({ script: instant })
  using plainjob = openPlainjob()
  const { bare, theirs } = makeBare(other, TRIPS)
  const app = new Stopwatch()
  const floor = new Stopwatch()
  const field = new Stopwatch()
  for (let from = 0; from < TRIPS; from += BLOCK) {
    // New Sessions: a Turn reads the history of its Session, and a longer one makes no slower Delivery.
    const ours = writeQuestions(it, makeBed(it), BLOCK)
    await app.run(async () => {
      for (const id of ours) await trip(it, id)
    })
    await floor.run(() => {
      for (const id of theirs.slice(from, from + BLOCK)) bare.roundTrip(id)
    })
    await field.run(() => {
      for (let n = 0; n < BLOCK; n += 1) plainjob.trip()
    })
  }
  const rate = app.rate(TRIPS)
  return [
    atLeast('request → consumed → result consumed', rate, floor.rate(TRIPS), 0.6),
    beside('round trip, CPU of the main thread', app.cpu(TRIPS), 'µs', { name: 'bare', value: floor.cpu(TRIPS) }),
    beside('round trip', rate, '1/s', { name: 'plainjob, two jobs at FULL', value: field.rate(TRIPS) }),
  ]
}

/** Wall time, and CPU time of this thread: on a busy machine only the second one is ours. */
class Stopwatch {
  #ms = 0
  #cpuMicros = 0

  async run(work: () => void | Promise<void>): Promise<void> {
    const started = performance.now()
    const cpu = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(cpu)
    this.#cpuMicros += user + system
    this.#ms += performance.now() - started
  }

  /** Per second. */
  rate(count: number): number {
    return (count / this.#ms) * 1000
  }

  /** µs for each. */
  cpu(count: number): number {
    return this.#cpuMicros / count
  }
}

/** Approves, and waits until the result has been taken in. */
function trip({ core }: TestCore, approvalId: string): Promise<void> {
  return new Promise((resolve) => {
    let ended = 0
    const stop = core.events.subscribe((event) => {
      if (event.type !== 'turn-changed' || event.turn.endedAt === null) return
      ended += 1
      if (ended < 2) return
      stop()
      resolve()
    })
    decide(core, approvalId)
  })
}

/** The floor writes into a store of its own beside ours: the app keeps the head of its audit chain in memory. */
function makeBare(it: TestCore, count: number): { bare: BareRows; theirs: string[] } {
  const bed = makeBed(it)
  return { bare: createBareRows(it.core.db.sqlite, bed), theirs: writeQuestions(it, bed, count) }
}

type Bed = { caller: string; target: string; agent: string }

function makeBed({ core }: TestCore): Bed {
  core.settings.update({ openRequestsPerSender: 10_000, openRequestsPerTarget: 10_000 })
  const agent = makeAgent(core, 'Agent', scriptedRuntime)
  return {
    agent: agent.id,
    caller: makeSession(core, agent, 'Caller').id,
    target: makeSession(core, agent, 'Target').id,
  }
}

/** Questions that wait for an answer, written in one go: asking them is not what is measured. */
function writeQuestions({ core }: TestCore, { caller, target, agent }: Bed, count: number): string[] {
  const store = createApprovalStore(core.db)
  const shownTarget = core.facts.ofSession(target)
  if (shownTarget === null) throw new Error('the target is missing')
  const records = Array.from({ length: count }, (): ApprovalRecord => ({
    id: v7(),
    turnId: v7(),
    toolCallId: 'call',
    tool: 'session_send',
    senderAgentId: agent,
    senderSessionId: caller,
    senderAgentName: 'Agent',
    senderSessionName: 'Caller',
    targetAgentId: agent,
    targetSessionId: target,
    arguments: { message: 'work', title: null, targetSessionId: target, reply: 'completion' },
    argumentHash: 'bench',
    idempotencyKey: null,
    shownTarget,
    options: { expiresInMs: null, onResult: 'wake' },
    state: 'pending',
    editedText: null,
    reason: null,
    error: null,
    waiterLostAt: null,
    createdAt: Date.now(),
    decidedAt: null,
    decidedBy: null,
    requestId: null,
  }))
  writeTx(core.db, (tx) => {
    for (const record of records) store.insertTx(tx, record)
  })
  return records.map(({ id }) => id)
}
