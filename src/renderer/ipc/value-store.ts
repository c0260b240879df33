/** A value that `useSyncExternalStore(store.subscribe, store.getSnapshot)` can follow. */
export interface ValueStore<T> {
  readonly getSnapshot: () => T
  readonly subscribe: (listener: () => void) => () => void
}

export function createValueStore<T>(initial: T): ValueStore<T> & { readonly set: (value: T) => void } {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    getSnapshot: () => current,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set: (value) => {
      if (Object.is(value, current)) return
      current = value
      for (const listener of [...listeners]) listener()
    },
  }
}
