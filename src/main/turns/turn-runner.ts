import type { Agent } from '#shared/agent.ts'
import type { CodedError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import type { Settings } from '#shared/settings.ts'
import { assertNever } from '#shared/result.ts'
import type { Db } from '../db/open-database.ts'
import { StorageError } from '../db/storage-error.ts'
import { type Tx, writeTx } from '../db/write-tx.ts'
import type { Clock } from '../kernel/clock.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { FaultPoint } from '../kernel/fault-point.ts'
import { describeError, type Logger } from '../kernel/logger.ts'
import type { AgentRuntime, RuntimeEnd, RuntimeEvent, TurnRun } from '../ports/agent-runtime.ts'
import type { MessageStore } from '../sessions/message-store.ts'
import { buildHistory, present } from './history.ts'
import type { LiveTurn } from './live-turn.ts'
import { StallWatch } from './stall-watch.ts'
import { appGone, type Ending, type TurnEnding } from './turn-ending.ts'
import type { HistoryPresenter, TurnToolsFactory } from './turn-ports.ts'
import type { TurnStore } from './turn-store.ts'
import { addEvent, hasOpenTool } from './turn-text.ts'

type Deps = {
  readonly db: Db
  readonly turns: TurnStore
  readonly messages: MessageStore
  readonly ending: TurnEnding
  readonly presenter: HistoryPresenter
  readonly tools: TurnToolsFactory
  readonly settings: () => Settings
  readonly keyOf: (agent: Agent) => string | null
  readonly clock: Clock
  readonly logger: Logger
  readonly events: EventBus<AppEvent>
  readonly faultPoint: FaultPoint
  /** After a Turn's end is in the database. */
  readonly onEnded: (live: LiveTurn) => void
}

/** Text is saved at most so often, ms (design §6). */
const SAVE_EVERY_MS = 1000
/** A runtime that has not ended so long after an abort is cut off, ms (design §6). */
const CUT_OFF_MS = 10_000
/** Waits between tries to write a Turn's end while the disk refuses, ms. */
const END_RETRY_MS = 2000

const stopped: CodedError = { code: 'CANCELLED', message: 'The turn was stopped.' }
/** Runs a Turn that has been written as `running`, to its one end. */
export class TurnRunner {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(live: LiveTurn, runtime: AgentRuntime): void {
    const { clock, settings } = this.#deps
    const watch = new StallWatch({
      clock,
      limit: () => (hasOpenTool(live.text) ? settings().toolStallMs : settings().stallMs),
      onStall: () => this.#onStall(live),
    })
    live.watch = watch
    live.dispose.push(
      () => watch.dispose(),
      () => live.controller.abort(),
      () => live.tools?.close(),
    )
    this.#run(live, runtime)
      .then((ending) => this.#end(live, ending))
      // A bug, not the disk: the Turn stays open, for a person to stop or the next start to settle.
      .catch((error: unknown) =>
        this.#deps.logger.error('a turn could not be ended', { turnId: live.turn.id, ...describeError(error) }),
      )
  }

  /** Ends a Turn that could not be run at all. */
  refuse(live: LiveTurn, error: CodedError): void {
    this.#end(live, { state: 'failed', error })
  }

  /** Asks it to stop; what does not end by itself is cut off. `leftOver`: the app goes away. */
  stop(live: LiveTurn, leftOver: boolean): void {
    if (live.ended || live.stopping !== null) return
    live.stopping = { leftOver }
    live.controller.abort()
    live.dispose.push(this.#deps.clock.after(CUT_OFF_MS, () => this.#end(live, interrupted(leftOver))))
  }

  /** Saves the text so far as part of somebody's transaction. */
  saveTextTx(tx: Tx, live: LiveTurn): void {
    const { seq, parts } = live.text
    this.#deps.messages.saveTx(tx, live.messageId, parts, 'streaming')
    tx.afterCommit(() => void (live.savedSeq = seq))
  }

  /** Ends it now, without waiting for its runtime: the app is about to go. */
  cutOff(live: LiveTurn): void {
    this.#end(live, interrupted(true))
  }

  async #run(live: LiveTurn, runtime: AgentRuntime): Promise<Ending> {
    const { clock, logger } = this.#deps
    const saving = this.#saveNowAndThen(live)
    live.dispose.push(saving)
    try {
      const run = await this.#prepare(live)
      if (live.controller.signal.aborted) return interrupted(live.stopping?.leftOver ?? false)
      return endingOf(await runtime.run(run), live)
    } catch (error) {
      logger.error('a runtime threw', { turnId: live.turn.id, at: clock.now(), ...describeError(error) })
      return endingOf(
        { end: 'failed', error: { code: 'RUNTIME_ERROR', message: 'The agent’s runtime broke off.' } },
        live,
      )
    }
  }

  async #prepare(live: LiveTurn): Promise<TurnRun> {
    const { messages, turns, presenter, tools, settings, keyOf } = this.#deps
    const { turn, session, agent } = live
    const input = messages.get(turn.inputMessageId)
    if (input === null) throw new Error(`the input of turn ${turn.id} is missing`)
    const own = messages.get(live.messageId)
    const before = messages
      .upTo(session.id, own?.position ?? Number.MAX_SAFE_INTEGER)
      .filter((message) => message.turnId !== turn.id)
    const known = turns.getMany([
      ...new Set(before.flatMap((message) => (message.turnId === null ? [] : [message.turnId]))),
    ])
    const repeatedInputs = messages.getMany(
      [...known.values()].flatMap((of) => (of.repeatOf === null ? [] : [of.inputMessageId])),
    )
    live.tools = await tools.open({ agentId: agent.id, sessionId: session.id, turnId: turn.id })
    if (live.ended) live.tools.close()
    const inputText = presenter.deliveryTexts([input]).get(input.id)
    return {
      turnId: turn.id,
      sessionId: session.id,
      origin: turn.origin,
      interaction: turn.interaction,
      config: agent.runtime,
      instructions: agent.instructions,
      history: buildHistory(turn, before, known, repeatedInputs, presenter),
      input: { role: 'user', parts: present(input, inputText, presenter) },
      inputText: input.text,
      workspace: session.workspace,
      tools: live.tools.transport,
      stepLimit: settings().stepLimit,
      key: keyOf(agent),
      signal: live.controller.signal,
      emit: (event) => this.#onEvent(live, event),
    }
  }

  #onEvent(live: LiveTurn, event: RuntimeEvent): void {
    const { events, faultPoint } = this.#deps
    if (live.ended) return
    live.watch?.sign()
    if (event.type === 'tool-call') faultPoint('turn:tool-call')
    const first = live.text.seq === 0
    const { text, change } = addEvent(live.text, event)
    live.text = text
    if (first && event.type === 'text') faultPoint('turn:first-text')
    if (change === null) return
    events.publish({
      type: 'turn-delta',
      delta: { turnId: live.turn.id, sessionId: live.session.id, messageId: live.messageId, seq: text.seq, change },
    })
  }

  #saveNowAndThen(live: LiveTurn): () => void {
    const { clock, db, logger, faultPoint } = this.#deps
    const saveTextTx = (tx: Tx): void => this.saveTextTx(tx, live)
    let stop = clock.after(SAVE_EVERY_MS, save)
    function save(): void {
      if (live.ended) return
      if (live.savedSeq !== live.text.seq) {
        try {
          writeTx(db, (tx) => saveTextTx(tx))
          faultPoint('turn:save')
        } catch (error) {
          if (!(error instanceof StorageError)) throw error
          logger.warn('a turn’s text could not be saved yet', { turnId: live.turn.id, ...describeError(error) })
        }
      }
      stop = clock.after(SAVE_EVERY_MS, save)
    }
    return () => stop()
  }

  #onStall(live: LiveTurn): void {
    this.#end(live, {
      state: 'failed',
      error: { code: 'TURN_STALLED', message: 'Nothing came from the agent’s runtime for too long.' },
    })
  }

  /** Writes the end, and tries again while the disk refuses: an end is never forgotten. */
  #end(live: LiveTurn, ending: Ending): void {
    const { db, ending: turnEnding, clock, logger, onEnded } = this.#deps
    if (live.ended) return
    try {
      writeTx(db, (tx) => turnEnding.endTx(tx, live.turn, ending))
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      logger.error('a turn’s end could not be written yet', { turnId: live.turn.id, ...describeError(error) })
      live.dispose.push(clock.after(END_RETRY_MS, () => this.#end(live, ending)))
      return
    }
    onEnded(live)
  }
}

function interrupted(leftOver: boolean): Ending {
  return { state: 'interrupted', error: leftOver ? appGone : stopped, leftOver }
}

function endingOf(end: RuntimeEnd, live: LiveTurn): Ending {
  if (live.stopping !== null) return interrupted(live.stopping.leftOver)
  switch (end.end) {
    case 'stop':
      return { state: 'succeeded', error: null }
    case 'failed':
      return { state: 'failed', error: end.error }
    case 'stopped':
      return interrupted(false)
    default:
      return assertNever(end)
  }
}
