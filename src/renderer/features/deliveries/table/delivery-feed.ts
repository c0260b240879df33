import type { DeliveryFilter, DeliveryRow } from '#shared/delivery.ts'
import type { IpcEnvelope, IpcError } from '#shared/ipc/envelope.ts'
import type { RouteOutput } from '#shared/ipc/routes.ts'

export type FeedPage = RouteOutput<'deliveries.list'>

export type FeedState = {
  /** Newest first. */
  readonly rows: readonly DeliveryRow[]
  /** null while nothing has been read. */
  readonly total: number | null
  readonly of: number
  readonly hasMore: boolean
  readonly reading: boolean
  /** The last reading failed; what was read before still stands. */
  readonly error: IpcError | null
  /** Rows that have come while the table was held, and are not shown yet. */
  readonly arrived: number
}

type Deps = {
  readonly filter: DeliveryFilter
  readonly page: (filter: DeliveryFilter, cursor: string | null, limit: number) => Promise<IpcEnvelope<FeedPage>>
  /** null: it is gone. */
  readonly row: (id: string) => Promise<IpcEnvelope<DeliveryRow | null>>
  /** Runs something soon, once; several changes then cost one reading. */
  readonly soon: (run: () => void) => void
}

export const PAGE = 100
/** So many changed rows below the first page are cheaper to read as pages. */
const MOST_SINGLE_READS = 24
/** A reading of all that is loaded goes this deep: 6,000 rows. What lies below is read again when scrolled to. */
const MOST_RELOAD_READS = 30

/**
 * The part of the table that is loaded, for one filter. It follows changes: the newest page is read again, older rows
 * one by one. While held, no row comes or goes; the values of those on screen still change.
 */
export class DeliveryFeed {
  readonly #deps: Deps
  readonly #listeners = new Set<() => void>()
  readonly #changed = new Set<string>()
  #state: FeedState = { rows: [], total: null, of: 0, hasMore: false, reading: true, error: null, arrived: 0 }
  #fresh: readonly DeliveryRow[] = []
  #cursor: string | null = null
  #held = false
  #busy = false
  #scheduled = false
  #stopped = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  readonly getSnapshot = (): FeedState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Reads the newest page; also after a failure. */
  async start(): Promise<void> {
    this.#stopped = false
    this.#set({ reading: true, error: null })
    await this.#readNewest()
  }

  stop(): void {
    this.#stopped = true
  }

  /** Something was missed: all that is loaded is read again, as deep as it was. */
  async reload(): Promise<void> {
    if (this.#busy || this.#stopped) return
    this.#busy = true
    const depth = this.#fresh.length
    let rows: readonly DeliveryRow[] = []
    let cursor: string | null = null
    for (let reads = 0; reads < MOST_RELOAD_READS; reads += 1) {
      const answer: IpcEnvelope<FeedPage> = await this.#deps.page(this.#deps.filter, cursor, PAGE * 2)
      if (this.#stopped) break
      if (!answer.ok) {
        this.#set({ reading: false, error: answer.error })
        break
      }
      rows = [...rows, ...answer.value.rows]
      cursor = answer.value.nextCursor
      if (cursor !== null && rows.length < depth && reads < MOST_RELOAD_READS - 1) continue
      this.#fresh = rows
      this.#cursor = cursor
      this.#set({ reading: false, error: null, ...this.#counts(answer.value) })
      this.#show()
      break
    }
    this.#busy = false
    if (this.#changed.size > 0) await this.#readNewest()
  }

  /** A Delivery came or changed. */
  touch(id: string): void {
    this.#changed.add(id)
    if (this.#scheduled) return
    this.#scheduled = true
    this.#deps.soon(() => {
      this.#scheduled = false
      void this.#readNewest()
    })
  }

  async more(): Promise<void> {
    if (this.#busy || this.#cursor === null || this.#stopped) return
    this.#busy = true
    const cursor = this.#cursor
    const answer = await this.#deps.page(this.#deps.filter, cursor, PAGE * 2)
    this.#busy = false
    if (this.#stopped) return
    if (!answer.ok) return this.#set({ error: answer.error })
    const known = new Set(this.#fresh.map(({ id }) => id))
    this.#fresh = [...this.#fresh, ...answer.value.rows.filter(({ id }) => !known.has(id))]
    this.#cursor = answer.value.nextCursor
    // Older rows come in under what is on screen, so a hold does not keep them out.
    const shown = new Set(this.#state.rows.map(({ id }) => id))
    const older = answer.value.rows.filter(({ id }) => !shown.has(id))
    this.#set({
      rows: this.#held ? [...this.#state.rows, ...older] : this.#fresh,
      error: null,
      ...this.#counts(answer.value),
    })
    if (this.#changed.size > 0) await this.#readNewest()
  }

  /** While held nothing moves; on release everything that came is shown. */
  hold(held: boolean): void {
    this.#held = held
    if (!held) this.#show()
  }

  async #readNewest(): Promise<void> {
    if (this.#busy || this.#stopped) return
    this.#busy = true
    const changed = [...this.#changed]
    this.#changed.clear()
    const answer = await this.#deps.page(this.#deps.filter, null, PAGE)
    if (!this.#stopped && answer.ok) await this.#take(answer.value, changed)
    this.#busy = false
    if (this.#stopped) return
    if (!answer.ok) return this.#set({ reading: false, error: answer.error })
    if (this.#changed.size > 0) await this.#readNewest()
  }

  async #take(page: FeedPage, changed: readonly string[]): Promise<void> {
    const merged = mergeNewest(this.#fresh, page)
    if (merged === null || changed.length > MOST_SINGLE_READS + page.rows.length) {
      this.#fresh = page.rows
      this.#cursor = page.nextCursor
    } else {
      this.#fresh = merged
      if (page.nextCursor === null) this.#cursor = null
      const onPage = new Set(page.rows.map(({ id }) => id))
      const below = new Set(merged.map(({ id }) => id))
      const single = changed.filter((id) => !onPage.has(id) && below.has(id))
      const read = await Promise.all(single.map(async (id) => ({ id, answer: await this.#deps.row(id) })))
      for (const { id, answer } of read) if (answer.ok) this.#fresh = replaceRow(this.#fresh, id, answer.value)
    }
    this.#set({ reading: false, error: null, ...this.#counts(page) })
    this.#show()
  }

  #counts(page: FeedPage): Pick<FeedState, 'total' | 'of' | 'hasMore'> {
    return { total: page.total, of: page.of, hasMore: this.#cursor !== null }
  }

  #show(): void {
    if (!this.#held || this.#state.rows.length === 0) return this.#set({ rows: this.#fresh, arrived: 0 })
    const fresh = new Map(this.#fresh.map((row) => [row.id, row]))
    const shown = new Set(this.#state.rows.map(({ id }) => id))
    this.#set({
      rows: this.#state.rows.map((row) => fresh.get(row.id) ?? row),
      arrived: this.#fresh.filter(({ id }) => !shown.has(id)).length,
    })
  }

  #set(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
}

/**
 * The loaded rows with the newest page put over them. null: the page does not reach down to what was loaded, so that
 * rows in between would be missing.
 */
export function mergeNewest(loaded: readonly DeliveryRow[], page: FeedPage): readonly DeliveryRow[] | null {
  const last = page.rows.at(-1)
  if (last === undefined || page.nextCursor === null) return page.rows
  const older = loaded.filter((row) => isOlder(row, last))
  if (older.length === loaded.length) return null
  return [...page.rows, ...older]
}

function isOlder(row: DeliveryRow, than: DeliveryRow): boolean {
  return row.acceptedAt < than.acceptedAt || (row.acceptedAt === than.acceptedAt && row.id < than.id)
}

function replaceRow(rows: readonly DeliveryRow[], id: string, row: DeliveryRow | null): readonly DeliveryRow[] {
  return row === null ? rows.filter((each) => each.id !== id) : rows.map((each) => (each.id === id ? row : each))
}
