import type { SearchAnswer, SearchQuery, SearchStatus } from './search-answer.ts'

/** What the worker is started with. */
export type WorkerSetup = {
  readonly relayPath: string
  readonly indexPath: string
  readonly storeId: string
  readonly generation: string
  /** Cells of 32 bits: a query is not wanted any more when the cell of its id (modulo their number) holds the id. */
  readonly cancelled: SharedArrayBuffer
}

export const CANCEL_CELLS = 256

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
