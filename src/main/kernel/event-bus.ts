import type { Disposer } from './clock.ts'

/**
 * In-process publish and subscribe. Events are told after commit and carry no duty: whoever misses one only has to
 * read again. A listener that throws does not stop the others; its error goes to `onError`.
 */
export interface EventBus<E> {
  publish(event: E): void
  subscribe(listener: (event: E) => void): Disposer
}

export function createEventBus<E>(onError: (error: unknown) => void): EventBus<E> {
  const listeners = new Set<(event: E) => void>()
  return {
    publish(event) {
      for (const listener of [...listeners]) {
        try {
          listener(event)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
