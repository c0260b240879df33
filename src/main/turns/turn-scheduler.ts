import type { Agent, RuntimeKind } from '#shared/agent.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import type { Message } from '#shared/message.ts'
import type { Session } from '#shared/session.ts'
import type { Turn } from '#shared/turn.ts'
import type { AgentStore } from '../agents/agent-store.ts'
import type { WorkspaceRules } from '../agents/workspace-rules.ts'
import type { Db } from '../db/open-database.ts'
import { StorageError } from '../db/storage-error.ts'
import { type Tx, writeTx } from '../db/write-tx.ts'
import type { Clock } from '../kernel/clock.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { FaultPoint } from '../kernel/fault-point.ts'
import type { Ids } from '../kernel/ids.ts'
import { describeError, type Logger } from '../kernel/logger.ts'
import type { AgentRuntime, RuntimeFactories } from '../ports/agent-runtime.ts'
import type { MessageStore } from '../sessions/message-store.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { HeadlessPlaces } from './headless-places.ts'
import { createLiveTurn, type LiveTurn, type LiveTurns } from './live-turn.ts'
import type { DeliveryQueue, WaitingDelivery } from './turn-ports.ts'
import type { TurnRunner } from './turn-runner.ts'
import type { TurnStore } from './turn-store.ts'

type Deps = {
  readonly db: Db
  readonly turns: TurnStore
  readonly sessions: SessionStore
  readonly messages: MessageStore
  readonly agents: AgentStore
  readonly workspaces: WorkspaceRules
  readonly deliveries: DeliveryQueue
  readonly runtimes: RuntimeFactories
  readonly runner: TurnRunner
  readonly live: LiveTurns
  readonly keyOf: (agent: Agent) => string | null
  readonly headlessLimit: () => number
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly events: EventBus<AppEvent>
  readonly faultPoint: FaultPoint
}

/** A person's Turns in a row after which a waiting Delivery goes next (design §6). */
const PERSON_TURNS_IN_A_ROW = 2
/** Wait before a start that the disk refused is tried again, ms. */
const START_RETRY_MS = 2000

/**
 * Decides what a Session runs next and writes it as running. One Turn a Session; a person's message before a waiting
 * Delivery, within the fairness rule; Deliveries in order of acceptance; headless Turns within their places.
 */
export class TurnScheduler {
  readonly #deps: Deps
  readonly #places: HeadlessPlaces
  readonly #runtimes = new Map<RuntimeKind, AgentRuntime>()
  readonly #loading = new Map<RuntimeKind, Promise<AgentRuntime>>()
  #stopping = false

  constructor(deps: Deps) {
    this.#deps = deps
    this.#places = new HeadlessPlaces(deps.headlessLimit)
  }

  /** From now on no Turn starts. */
  stop(): void {
    this.#stopping = true
  }

  isStopped(): boolean {
    return this.#stopping
  }

  /** Starts what a Session should run now, if anything. Cheap when there is nothing to do; never throws. */
  pump(sessionId: string): void {
    try {
      this.#pump(sessionId)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      this.#deps.logger.warn('a turn could not be started yet', { sessionId, ...describeError(error) })
      this.#deps.clock.after(START_RETRY_MS, () => this.pump(sessionId))
    }
  }

  /** After a Turn ended: those that waited for its place go on, and then its own Session. */
  ended(live: LiveTurn): void {
    this.#freePlace(live.turn.id)
    this.pump(live.session.id)
  }

  #freePlace(turnId: string): void {
    this.#places.giveBack(turnId)
    this.offerPlaces()
  }

  /** Offers free places along the line: one was given back, or there are more of them now. */
  offerPlaces(): void {
    for (const sessionId of this.#places.line()) {
      if (!this.#places.hasFree()) return
      this.pump(sessionId)
    }
  }

  async runtime(agent: Agent): Promise<AgentRuntime> {
    const { kind } = agent.runtime
    const loaded = this.#runtimes.get(kind)
    if (loaded !== undefined) return loaded
    let loading = this.#loading.get(kind)
    if (loading === undefined) {
      loading = this.#deps.runtimes[kind]()
      this.#loading.set(kind, loading)
    }
    try {
      const runtime = await loading
      this.#runtimes.set(kind, runtime)
      return runtime
    } finally {
      this.#loading.delete(kind)
    }
  }

  #pump(sessionId: string): void {
    const { turns, sessions, agents, deliveries, live } = this.#deps
    if (this.#stopping || live.ofSession(sessionId) !== null) return
    // Asked first, because most Sessions that are pumped have nothing left to run.
    const delivery = deliveries.next(sessionId)
    const person = turns.nextQueued(sessionId)
    if (person === null && delivery === null) return this.#places.leaveLine(sessionId)
    // Looking for the next Delivery may have ended one that expired, and that may have started another.
    if (live.ofSession(sessionId) !== null) return
    const session = sessions.get(sessionId)
    const agent = session?.agentId == null ? null : agents.get(session.agentId)
    if (session === null || session.trashedAt !== null || agent === null || agent.deletedAt !== null) {
      return this.#places.leaveLine(sessionId)
    }
    const runtime = this.#runtimes.get(agent.runtime.kind)
    if (runtime === undefined) return this.#loadThenPump(agent, sessionId)
    if (delivery !== null && (person === null || this.#deliveryGoesFirst(sessionId, delivery))) {
      return this.#startDelivery(session, agent, runtime, delivery)
    }
    if (person !== null) this.#startQueued(session, agent, runtime, person)
  }

  #loadThenPump(agent: Agent, sessionId: string): void {
    const { logger, clock } = this.#deps
    this.runtime(agent).then(
      () => this.pump(sessionId),
      (error: unknown) => {
        logger.error('a runtime could not be loaded', { kind: agent.runtime.kind, ...describeError(error) })
        clock.after(START_RETRY_MS, () => this.pump(sessionId))
      },
    )
  }

  #deliveryGoesFirst(sessionId: string, delivery: WaitingDelivery): boolean {
    const last = this.#deps.turns.lastStarted(sessionId, PERSON_TURNS_IN_A_ROW)
    return (
      last.length === PERSON_TURNS_IN_A_ROW &&
      last.every((turn) => turn.origin === 'person' && (turn.startedAt ?? 0) >= delivery.acceptedAt)
    )
  }

  #startQueued(session: Session, agent: Agent, runtime: AgentRuntime, turn: Turn): void {
    const { turns, clock, runner } = this.#deps
    if (turn.interaction === 'headless' && !this.#places.take(session.id, turn.id)) return
    const started = this.#write(turn.id, (tx) => {
      const startedAt = clock.now()
      if (!turns.startTx(tx, turn.id, startedAt)) return null
      return this.#openTx(tx, { ...turn, state: 'running', startedAt }, session, agent)
    })
    if (started === null) return
    const outage = this.#outageOf(session, agent, runtime)
    if (outage === null) runner.start(started, runtime)
    else runner.refuse(started, { code: 'TARGET_UNAVAILABLE', message: outage })
  }

  #startDelivery(session: Session, agent: Agent, runtime: AgentRuntime, delivery: WaitingDelivery): void {
    const { turns, deliveries, ids, clock, runner, faultPoint } = this.#deps
    const turnId = ids.next()
    // Before the folder is looked at: after a start thousands may wait, and few find a place.
    if (!this.#places.take(session.id, turnId)) return
    const outage = this.#outageOf(session, agent, runtime)
    if (outage !== null) {
      this.#places.giveBack(turnId)
      return deliveries.putOff(delivery.id, outage)
    }
    const now = clock.now()
    const turn: Turn = {
      id: turnId,
      sessionId: session.id,
      interaction: 'headless',
      origin: delivery.kind,
      state: 'running',
      inputMessageId: delivery.messageId,
      repeatOf: null,
      traceId: delivery.traceId,
      hop: delivery.hop,
      createdAt: now,
      startedAt: now,
      endedAt: null,
      error: null,
      usage: null,
      steps: 0,
      needsConsent: false,
    }
    const isResult = delivery.kind === 'result'
    const started = this.#write(turnId, (tx) => {
      if (!deliveries.claimTx(tx, delivery.id, turnId)) return null
      turns.insertTx(tx, turn)
      const live = this.#openTx(tx, turn, session, agent)
      if (isResult) faultPoint('result-claim:before-commit')
      else faultPoint('claim:before-commit')
      return live
    })
    if (started === null) return this.pump(session.id)
    if (isResult) faultPoint('result-claim:after-commit')
    else faultPoint('claim:after-commit')
    runner.start(started, runtime)
  }

  /** Writes the start of a Turn. One that is not written, whatever the reason, keeps no place. */
  #write(turnId: string, work: (tx: Tx) => LiveTurn | null): LiveTurn | null {
    let started: LiveTurn | null = null
    try {
      started = writeTx(this.#deps.db, work)
    } finally {
      if (started === null) this.#places.giveBack(turnId)
    }
    return started
  }

  /** Gives the input its place, unless a repeat finds it placed, and writes the message that the Turn will fill. */
  #openTx(tx: Tx, turn: Turn, session: Session, agent: Agent): LiveTurn {
    const { messages, ids, clock, live: lives, events } = this.#deps
    let position = messages.nextPosition(session.id)
    if (turn.repeatOf === null) {
      messages.placeTx(tx, turn.inputMessageId, turn.id, position)
      position += 1
    }
    const answer: Omit<Message, 'text'> = {
      id: ids.next(),
      sessionId: session.id,
      turnId: turn.id,
      position,
      role: 'assistant',
      parts: [],
      status: 'streaming',
      inChat: false,
      leftOut: false,
      createdAt: clock.now(),
    }
    messages.insertTx(tx, answer)
    const live = createLiveTurn(turn, session, agent, answer.id)
    tx.afterCommit(() => {
      lives.add(live)
      events.publish({ type: 'turn-changed', turn })
      events.publish({ type: 'messages-changed', sessionId: session.id })
      events.publish({ type: 'session-changed', sessionId: session.id })
    })
    return live
  }

  #outageOf(session: Session, agent: Agent, runtime: AgentRuntime): string | null {
    if (!this.#deps.workspaces.ready(session.workspace)) return 'The workspace folder is not there.'
    const readiness = runtime.readiness(agent.runtime, this.#deps.keyOf(agent))
    return readiness.ready ? null : readiness.reason
  }
}
