import { v7 } from 'uuid'

/** Mints ids. Every id of ours is a UUID v7; a caller never chooses one. */
export interface Ids {
  next(): string
}

export const systemIds: Ids = { next: () => v7() }
