/** Runs tasks of one key one after another, tasks of different keys side by side. */
export interface KeyedQueue {
  run<T>(key: string, task: () => Promise<T> | T): Promise<T>
  /** Resolves when no task is running or waiting. */
  drain(): Promise<void>
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<void>>()
  return {
    run(key, task) {
      const before = tails.get(key) ?? Promise.resolve()
      const result = before.then(task)
      const tail = result.then(
        () => undefined,
        () => undefined,
      )
      tails.set(key, tail)
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key)
      })
      return result
    },
    async drain() {
      while (tails.size > 0) await Promise.all(tails.values())
    },
  }
}
