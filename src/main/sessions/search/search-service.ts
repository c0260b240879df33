import { Worker } from 'node:worker_threads'
import { assertNever } from '#shared/result.ts'
import type { Clock, Disposer } from '../../kernel/clock.ts'
import { describeError, type Logger } from '../../kernel/logger.ts'
import type { SearchAnswer, SearchQuery, SearchStatus } from './search-answer.ts'
import {
  cancelCell,
  CHANGED_CELL,
  type FromWorker,
  SHARED_CELLS,
  type ToWorker,
  type WorkerSetup,
} from './worker-protocol.ts'

export type SearchServiceDeps = {
  /** The main file, opened and migrated. */
  readonly relayPath: string
  /** `search.db` beside it; made where it is missing. */
  readonly indexPath: string
  /** The worker's entry: built, or its source where the runtime strips types. */
  readonly workerUrl: URL
  readonly storeId: string
  readonly generation: string
  readonly logger: Logger
  readonly clock: Clock
  /** Forgets the queue up to a seq that is in the index for good. */
  readonly prune: (seq: number) => void
}

/**
 * Search over Sessions, as the main thread sees it: every call is handed to the worker, which is started again when it
 * dies. Owns the worker; owns neither the queue nor the index.
 */
export interface SearchService {
  /** Starts the worker; calling it twice does no harm. */
  start(): void
  /** Something was queued and committed. Cheap. */
  notify(): void
  /**
   * Rejects with the signal's reason when aborted, and with `SearchFailed` when no answer could be had. `typist` names
   * one search box: its newer query ends the one before, which rejects with `SearchSuperseded`.
   */
  query(query: SearchQuery, signal: AbortSignal, typist?: string): Promise<SearchAnswer>
  status(): Promise<SearchStatus>
  /** Resolves when the index holds everything that was committed before the call. */
  drained(): Promise<void>
  close(): Promise<void>
}

/** No answer: the worker died too often, or a file cannot be read. */
export class SearchFailed extends Error {
  override readonly name = 'SearchFailed'
}

/** The same search box has asked for something else since. */
export class SearchSuperseded extends Error {
  override readonly name = 'SearchSuperseded'
}

/** A worker that dies more often than this in a minute is left alone until the minute is over. */
const STARTS_A_MINUTE = 5
const MINUTE_MS = 60_000
/** The queue is pruned at most so often: a commit of its own on the main thread. */
const PRUNE_EVERY_MS = 500
const CLOSE_WITHIN_MS = 2_000

type Waiting = {
  readonly message: ToWorker
  readonly settle: (answer: FromWorker) => void
  readonly fail: (error: Error) => void
}

export function createSearchService(deps: SearchServiceDeps): SearchService {
  return new WorkerSearch(deps)
}

class WorkerSearch implements SearchService {
  readonly #deps: SearchServiceDeps
  readonly #shared = new Int32Array(new SharedArrayBuffer(SHARED_CELLS * Int32Array.BYTES_PER_ELEMENT))
  readonly #waiting = new Map<number, Waiting>()
  readonly #typists = new Map<string, AbortController>()
  readonly #starts: number[] = []
  #worker: Worker | null = null
  #exited: Promise<void> = Promise.resolve()
  #nextId = 1
  #closed = false
  #committed = 0
  #pruned = 0
  #pruneTimer: Disposer | null = null

  constructor(deps: SearchServiceDeps) {
    this.#deps = deps
  }

  start(): void {
    if (this.#worker !== null || this.#closed) return
    const now = this.#deps.clock.monotonic()
    while (this.#starts[0] !== undefined && now - this.#starts[0] > MINUTE_MS) this.#starts.shift()
    if (this.#starts.length >= STARTS_A_MINUTE) {
      this.#deps.logger.error('the search worker is left alone: it died too often', { starts: this.#starts.length })
      return this.#failAll('the search worker died too often')
    }
    this.#starts.push(now)
    const { relayPath, indexPath, storeId, generation, workerUrl } = this.#deps
    const shared = this.#shared.buffer
    Atomics.store(this.#shared, CHANGED_CELL, 0)
    const setup: WorkerSetup = { relayPath, indexPath, storeId, generation, shared }
    const worker = new Worker(workerUrl, { workerData: setup, name: 'search' })
    this.#worker = worker
    worker.on('message', (message: FromWorker) => this.#receive(message))
    worker.on('error', (error) => this.#deps.logger.error('the search worker failed', describeError(error)))
    this.#exited = new Promise((resolve) => {
      worker.on('exit', () => {
        this.#worker = null
        resolve()
        this.start()
      })
    })
    // Reads only, so what a dead worker left unanswered is asked again.
    for (const { message } of this.#waiting.values()) worker.postMessage(message)
  }

  notify(): void {
    if (this.#worker === null || Atomics.exchange(this.#shared, CHANGED_CELL, 1) === 1) return
    this.#worker.postMessage({ kind: 'changed' } satisfies ToWorker)
  }

  async query(query: SearchQuery, signal: AbortSignal, typist?: string): Promise<SearchAnswer> {
    const now = this.#deps.clock.now()
    const newer = new AbortController()
    if (typist !== undefined) {
      this.#typists.get(typist)?.abort(new SearchSuperseded('a newer query was asked'))
      this.#typists.set(typist, newer)
    }
    try {
      return await this.#ask(
        (id) => ({ kind: 'query', id, query, now }),
        (message) => (message.kind === 'answer' ? message.answer : null),
        AbortSignal.any([signal, newer.signal]),
      )
    } finally {
      if (typist !== undefined && this.#typists.get(typist) === newer) this.#typists.delete(typist)
    }
  }

  status(): Promise<SearchStatus> {
    return this.#ask(
      (id) => ({ kind: 'status', id }),
      (message) => (message.kind === 'status' ? message.status : null),
    )
  }

  async drained(): Promise<void> {
    await this.#ask(
      (id) => ({ kind: 'drain', id }),
      (message) => (message.kind === 'drained' ? true : null),
    )
  }

  async close(): Promise<void> {
    if (this.#closed) return this.#exited
    this.#closed = true
    this.#failAll('search was closed')
    const worker = this.#worker
    if (worker !== null) {
      worker.postMessage({ kind: 'close' } satisfies ToWorker)
      const giveUp = this.#deps.clock.after(CLOSE_WITHIN_MS, () => void worker.terminate())
      await this.#exited
      giveUp()
    }
    this.#pruneTimer?.()
    this.#prune()
  }

  #ask<T>(
    toMessage: (id: number) => ToWorker,
    read: (answer: FromWorker) => T | null,
    signal?: AbortSignal,
  ): Promise<T> {
    if (this.#closed) return Promise.reject(new SearchFailed('search was closed'))
    if (signal?.aborted === true) return Promise.reject(reasonOf(signal))
    const id = this.#nextId++
    const message = toMessage(id)
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        Atomics.store(this.#shared, cancelCell(id), id)
        end()
        if (signal !== undefined) reject(reasonOf(signal))
      }
      const end = (): void => {
        this.#waiting.delete(id)
        signal?.removeEventListener('abort', abort)
      }
      const fail = (error: Error): void => {
        end()
        reject(error)
      }
      const settle = (answer: FromWorker): void => {
        const value = read(answer)
        if (value === null)
          return fail(new SearchFailed(answer.kind === 'failed' ? answer.code : `no answer: ${answer.kind}`))
        end()
        resolve(value)
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting.set(id, { message, settle, fail })
      if (this.#worker === null) this.start()
      else this.#worker.postMessage(message)
    })
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'answer':
      case 'status':
      case 'drained':
      case 'cancelled':
      case 'failed':
        return this.#waiting.get(message.id)?.settle(message)
      case 'committed':
        this.#committed = message.seq
        this.#pruneTimer ??= this.#deps.clock.after(PRUNE_EVERY_MS, () => this.#prune())
        return
      case 'rebuilding':
        return this.#deps.logger.warn('the search index was damaged and is built anew', { code: message.code })
      case 'stumbled':
        return this.#deps.logger.warn('indexing stopped and will be tried again', { code: message.code })
      default:
        return assertNever(message)
    }
  }

  /** A row that stays because this failed is read once more and pruned the next time. */
  #prune(): void {
    this.#pruneTimer = null
    if (this.#committed <= this.#pruned) return
    try {
      this.#deps.prune(this.#committed)
      this.#pruned = this.#committed
    } catch (error) {
      this.#deps.logger.warn('the search queue could not be pruned', describeError(error))
    }
  }

  #failAll(why: string): void {
    for (const { fail } of [...this.#waiting.values()]) fail(new SearchFailed(why))
  }
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new SearchFailed('the query was aborted')
}
