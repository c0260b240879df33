/** Collects what must be undone, and undoes it once, newest first. */
export interface Scope {
  add(dispose: () => void | Promise<void>): void
  /** Runs every disposer even if one throws; rejects with the errors afterwards. */
  dispose(): Promise<void>
}

export function createScope(): Scope {
  const disposers: (() => void | Promise<void>)[] = []
  let disposed: Promise<void> | null = null
  const run = async (): Promise<void> => {
    const errors: unknown[] = []
    for (let dispose = disposers.pop(); dispose !== undefined; dispose = disposers.pop()) {
      try {
        await dispose()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'some parts did not stop cleanly')
  }
  return {
    add: (dispose) => void disposers.push(dispose),
    dispose: () => (disposed ??= run()),
  }
}
