import type { SearchAnswer, SearchQuery, SearchStatus } from './search-answer.ts'

/** What the worker is started with. */
export type WorkerSetup = {
  readonly relayPath: string
  readonly indexPath: string
  readonly storeId: string
  readonly generation: string
  /** `SHARED_CELLS` cells of 32 bits, see `cancelCell` and `CHANGED_CELL`. */
  readonly shared: SharedArrayBuffer
}

const CANCEL_CELLS = 256
export const SHARED_CELLS = CANCEL_CELLS + 1
/** 1 while a `changed` is on its way, so that a busy main thread sends one and not thousands. */
export const CHANGED_CELL = CANCEL_CELLS

/** A query is not wanted any more when its cell holds its id. */
export function cancelCell(queryId: number): number {
  return queryId % CANCEL_CELLS
}

export type ToWorker =
  | { readonly kind: 'changed' }
  | { readonly kind: 'query'; readonly id: number; readonly query: SearchQuery; readonly now: number }
  | { readonly kind: 'status'; readonly id: number }
  | { readonly kind: 'drain'; readonly id: number }
  | { readonly kind: 'close' }

export type FromWorker =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: SearchAnswer }
  | { readonly kind: 'status'; readonly id: number; readonly status: SearchStatus }
  | { readonly kind: 'drained'; readonly id: number }
  | { readonly kind: 'cancelled'; readonly id: number }
  /** The query could not be answered; `code` is SQLite's, or the error's name. */
  | { readonly kind: 'failed'; readonly id: number; readonly code: string }
  /** Every change up to `seq` is in the index for good. */
  | { readonly kind: 'committed'; readonly seq: number }
  /** The index was damaged and is being built anew. */
  | { readonly kind: 'rebuilding'; readonly code: string }
  /** Indexing stopped and will be tried again. */
  | { readonly kind: 'stumbled'; readonly code: string }
