import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FaultPointName } from '#main/kernel/fault-point.ts'
import type { AuditHead } from '#main/db/audit-log.ts'
import { checkPromises } from './check-promises.ts'
import { runLoad } from './load.ts'
import { createRandom, type Random } from './random.ts'
import { type RelayProcess, startRelayProcess } from './relay-process.ts'
import { bringBack, settle } from './settle.ts'
import { Told } from './told.ts'
import type { Violation } from './violation.ts'

export type RunOptions = {
  /** The bundled host. */
  readonly script: string
  readonly seed: number
  readonly rounds: number
  /** Number of the first round: to run one again alone, give its number and `rounds: 1`. */
  readonly first?: number
  readonly onRound?: (report: RoundReport) => void
}

export type RoundReport = {
  readonly round: number
  readonly plan: string
  readonly ms: number
  /** So far. */ readonly found: number
}
export type Found = Violation & { readonly round: number; readonly plan: string; readonly folder: string }
export type RunReport = {
  readonly rounds: number
  readonly kills: number
  readonly requests: number
  readonly lost: number
  readonly doubled: number
  readonly wrong: number
  readonly violations: readonly Found[]
}

/** Rounds that one data folder lives through, so that a kill meets what earlier kills left. */
const ROUNDS_A_FOLDER = 10

const faults: readonly FaultPointName[] = [
  'ask:before-commit',
  'ask:after-commit',
  'accept:before-commit',
  'accept:after-commit',
  'claim:before-commit',
  'claim:after-commit',
  'turn:first-text',
  'turn:tool-call',
  'turn:save',
  'finalise:before-commit',
  'finalise:after-commit',
  'result-claim:before-commit',
  'result-claim:after-commit',
  'result-end:before-commit',
  'result-end:after-commit',
  'trash:before-commit',
  'trash:after-commit',
]

/** How a round ends: after so many ms of load, or at a fault point of that process (`fault`), whichever is first. */
type Plan = { readonly afterMs: number; readonly fault?: string }

type Bed = {
  readonly dataDir: string
  readonly told: Told
  head: AuditHead | null
  requests: number
  age: number
  isMade: boolean
}

/**
 * Loads the host, kills it, starts it again on the same folder, lets it settle and checks every promise, round after
 * round. A folder in which something was found wrong is kept, and the next round begins with a fresh one.
 */
export async function runRounds(options: RunOptions): Promise<RunReport> {
  const { seed, rounds, first = 1, onRound } = options
  const run = new Run(options.script)
  for (let round = first; round < first + rounds; round += 1) {
    const started = performance.now()
    const random = createRandom(seed, round)
    const plan = planOf(random)
    await run.round(round, plan, random, `${seed}-${round}`)
    const isLast = round === first + rounds - 1
    if (isLast || run.age() >= ROUNDS_A_FOLDER) await run.endFolder(random)
    onRound?.({ round, plan: nameOf(plan), ms: Math.round(performance.now() - started), found: run.violations.length })
  }
  const count = (kind: Violation['kind']): number =>
    run.violations.filter((violation) => violation.kind === kind).length
  const { kills, requests, violations } = run
  return { rounds, kills, requests, lost: count('lost'), doubled: count('doubled'), wrong: count('wrong'), violations }
}

/** A start checks what the kill before it left, then lives under load until its own kill: one process a round. */
class Run {
  readonly violations: Found[] = []
  kills = 0
  requests = 0
  readonly #script: string
  #bed: Bed | null = null
  /** The kill whose traces the next check sees. */
  #last = { round: 0, plan: 'a fresh folder' }

  constructor(script: string) {
    this.#script = script
  }

  age(): number {
    return this.#bed?.age ?? 0
  }

  async round(round: number, plan: Plan, random: Random, tag: string): Promise<void> {
    const bed = (this.#bed ??= makeBed())
    bed.age += 1
    const relay = await this.#startAndCheck(bed, random, plan.fault)
    // Null: the fault was met already in the recovery, or while what waited ran.
    if (relay !== null) {
      await load(relay, bed, plan, random, tag)
      await this.#kill(relay, bed)
    }
    this.#last = { round, plan: nameOf(plan) }
    if (this.#bed !== null && this.#isSpoiled(bed)) await this.endFolder(random)
  }

  /** Looks at what the last kill left, and goes on with a fresh folder. One where something was found is kept. */
  async endFolder(random: Random): Promise<void> {
    const bed = this.#bed
    if (bed === null) return
    const relay = await this.#startAndCheck(bed, random)
    if (relay !== null) await this.#kill(relay, bed)
    this.requests += bed.requests
    if (!this.#isSpoiled(bed)) removeBed(bed)
    this.#bed = null
  }

  async #startAndCheck(bed: Bed, random: Random, fault?: string): Promise<RelayProcess | null> {
    const { dataDir, told } = bed
    const relay = await startRelayProcess({ script: this.#script, dataDir, ...(fault === undefined ? {} : { fault }) })
    if (relay === null) {
      this.kills += 1
      return null
    }
    if (!bed.isMade) {
      await makeParties(relay)
      bed.isMade = true
    }
    const settled = await settle(relay, dataDir, { random, told })
    if (settled === 'gone') {
      await this.#kill(relay, bed)
      return null
    }
    if (settled === 'stuck') this.#found(bed, [stuck])
    const checked = checkPromises(dataDir, told, bed.head)
    told.violations.length = 0
    bed.head = checked.head
    bed.requests = checked.requests
    this.#found(bed, checked.violations)
    return relay
  }

  async #kill(relay: RelayProcess, bed: Bed): Promise<void> {
    await relay.kill()
    this.kills += 1
    this.#found(bed, complaints(relay))
  }

  #found(bed: Bed, violations: readonly Violation[]): void {
    for (const violation of violations) this.violations.push({ ...violation, ...this.#last, folder: bed.dataDir })
  }

  #isSpoiled(bed: Bed): boolean {
    return this.violations.some(({ folder }) => folder === bed.dataDir)
  }
}

async function load(relay: RelayProcess, bed: Bed, plan: Plan, random: Random, tag: string): Promise<void> {
  await bringBack(relay, bed.told)
  const second = await relay.window()
  if (second === null) return
  let over = false
  const timer = setTimeout(() => void relay.kill(), plan.afterMs)
  void relay.gone.then(() => (over = true))
  await runLoad({ windows: [relay.client, second], random, told: bed.told, tag, isOver: () => over })
  clearTimeout(timer)
}

const stuck: Violation = { kind: 'lost', what: 'something that should run by itself did not' }

/** What the host's log says of errors that nobody caught: a promise of its own. */
function complaints(relay: RelayProcess): Violation[] {
  return relay
    .output()
    .split('\n')
    .filter((line) =>
      /an error was not caught|a rejection was not handled|a listener threw|could not be driven/.test(line),
    )
    .map((line) => ({ kind: 'wrong', what: `the host complained: ${line}` }))
}

function planOf(random: Random): Plan {
  const afterMs = random.between(300, 4000)
  const fault = random.pick(faults)
  if (fault === undefined || random.chance(0.5)) return { afterMs }
  return { afterMs: afterMs + 1500, fault: `${fault}:${random.between(1, 4)}` }
}

function nameOf({ afterMs, fault }: Plan): string {
  return fault ?? `after ${afterMs} ms`
}

function makeBed(): Bed {
  return {
    dataDir: mkdtempSync(path.join(tmpdir(), 'relay-crash-')),
    told: new Told(),
    head: null,
    requests: 0,
    age: 0,
    isMade: false,
  }
}

function removeBed({ dataDir }: Bed): void {
  rmSync(dataDir, { recursive: true, force: true })
  rmSync(`${dataDir}-workspaces`, { recursive: true, force: true })
}

async function makeParties(relay: RelayProcess): Promise<void> {
  const draft = {
    emoji: '',
    runtime: { version: 1, kind: 'rehearsal' },
    instructions: '',
    workspace: { version: 1, kind: 'own-folder' },
    reach: 'open',
  } as const
  for (const name of ['Planner', 'Coder', 'Writer']) {
    const agent = await relay.call('agents.create', { ...draft, name })
    for (const topic of ['plan', 'work'])
      await relay.call('sessions.create', { agentId: agent.id, name: `${name} ${topic}` })
  }
}
