import { create } from 'zustand'

/** The part of `localStorage` that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const KEY = 'session-relay.drafts'
/** Drafts that are kept when the window closes; the oldest goes first. */
const MOST = 200

type Drafts = Readonly<Record<string, string>>

type DraftsState = {
  readonly drafts: Drafts
  readonly set: (sessionId: string, text: string) => void
  readonly clear: (sessionId: string) => void
}

/** One unsent text a Session, kept over a restart. A window without storage keeps them for as long as it is open. */
export function createDraftsStore(storage: DraftStorage | null) {
  return create<DraftsState>()((set, get) => ({
    drafts: read(storage),
    set(sessionId, text) {
      const { [sessionId]: _old, ...others } = get().drafts
      const drafts = text === '' ? others : { ...others, [sessionId]: text }
      set({ drafts })
      write(storage, drafts)
    },
    clear(sessionId) {
      get().set(sessionId, '')
    },
  }))
}

function read(storage: DraftStorage | null): Drafts {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    // What another version wrote, or a browser that refuses storage: an empty start loses nothing that was readable.
    return {}
  }
}

function write(storage: DraftStorage | null, drafts: Drafts): void {
  const kept = Object.fromEntries(Object.entries(drafts).slice(-MOST))
  try {
    storage?.setItem(KEY, JSON.stringify(kept))
  } catch {
    // A full or forbidden storage: the drafts still live in this window.
  }
}

function windowStorage(): DraftStorage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

export const useDrafts = createDraftsStore(windowStorage())
