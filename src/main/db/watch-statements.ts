import type Database from 'better-sqlite3'

/**
 * Has every statement that is prepared from now on report what it throws, so that damage is noticed wherever it is
 * first read. What `report` returns is thrown on.
 */
export function watchStatements(sqlite: Database.Database, report: (error: unknown) => unknown): void {
  const prepare = sqlite.prepare.bind(sqlite)
  const watch = (source: string): Database.Statement => {
    const statement = guarded(() => prepare(source), report)
    const run = statement.run.bind(statement)
    const get = statement.get.bind(statement)
    const all = statement.all.bind(statement)
    const iterate = statement.iterate.bind(statement)
    statement.run = (...values) => {
      try {
        return run(...values)
      } catch (error) {
        throw report(error)
      }
    }
    statement.get = (...values) => {
      try {
        return get(...values)
      } catch (error) {
        throw report(error)
      }
    }
    statement.all = (...values) => {
      try {
        return all(...values)
      } catch (error) {
        throw report(error)
      }
    }
    statement.iterate = function* watched(...values) {
      try {
        yield* iterate(...values)
      } catch (error) {
        throw report(error)
      }
    }
    return statement
  }
  Object.defineProperty(sqlite, 'prepare', { value: watch, configurable: true })
}

function guarded<T>(work: () => T, report: (error: unknown) => unknown): T {
  try {
    return work()
  } catch (error) {
    throw report(error)
  }
}
