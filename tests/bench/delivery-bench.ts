import { v7 } from 'uuid'
import type { ApprovalRecord } from '#main/approvals/approval-record.ts'
import { createApprovalStore } from '#main/approvals/approval-store.ts'
import { writeTx } from '#main/db/write-tx.ts'
import { decide, makeAgent, makeSession, openTestCore, type Script, scriptedRuntime, type TestCore } from '#tests/support/test-core.ts'
import { type BareRows, createBareRows } from './bare-rows.ts'
import { atLeast, type BenchRow } from './bench-row.ts'

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
  return [await acceptRow(), await roundTripRow()]
}

async function acceptRow(): Promise<BenchRow> {
  await using it = await openTestCore({ script: never })
  await using other = await openTestCore({ script: never })
  const bed = makeBed(it)
  const { bare, theirs } = makeBare(other, ACCEPTS)
  const ours = writeQuestions(it, bed, ACCEPTS)
  // The target is busy for ever, so that accepting is all that happens.
  decide(it.core, writeQuestions(it, bed, 1)[0] ?? '')
  const rates = alternate(ACCEPTS, (at) => decide(it.core, ours[at] ?? ''), (at) => bare.accept(theirs[at] ?? ''))
  return atLeast('accept a request (durable)', rates.ours, rates.theirs, 0.6)
}

async function roundTripRow(): Promise<BenchRow> {
  await using it = await openTestCore({ script: instant })
  await using other = await openTestCore({ script: instant })
  const bed = makeBed(it)
  const { bare, theirs } = makeBare(other, TRIPS)
  const ours = writeQuestions(it, bed, TRIPS)
  let ourMs = 0
  let theirMs = 0
  for (let from = 0; from < TRIPS; from += BLOCK) {
    const started = performance.now()
    for (const id of ours.slice(from, from + BLOCK)) await trip(it, id)
    const between = performance.now()
    for (const id of theirs.slice(from, from + BLOCK)) bare.roundTrip(id)
    ourMs += between - started
    theirMs += performance.now() - between
  }
  return atLeast('request → consumed → result consumed', (TRIPS / ourMs) * 1000, (TRIPS / theirMs) * 1000, 0.6)
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

function alternate(count: number, ours: (at: number) => void, theirs: (at: number) => void): { ours: number; theirs: number } {
  let ourMs = 0
  let theirMs = 0
  for (let from = 0; from < count; from += BLOCK) {
    const started = performance.now()
    for (let at = from; at < from + BLOCK; at += 1) ours(at)
    const between = performance.now()
    for (let at = from; at < from + BLOCK; at += 1) theirs(at)
    ourMs += between - started
    theirMs += performance.now() - between
  }
  return { ours: (count / ourMs) * 1000, theirs: (count / theirMs) * 1000 }
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
  return { agent: agent.id, caller: makeSession(core, agent, 'Caller').id, target: makeSession(core, agent, 'Target').id }
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
