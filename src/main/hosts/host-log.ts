import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { createLogger, type Logger } from '../kernel/logger.ts'

const MAX_LOG_BYTES = 5 * 1024 * 1024

export interface HostLog {
  readonly logger: Logger
  /** Lines go to `<dir>/logs/relay.log` from now on. Only after the data folder is ours. */
  writeTo(dataDir: string): void
}

/**
 * The log of a host: warnings and errors also to stderr, everything to a file that is turned over at 5 MiB. Lines from
 * before the file is known are held and written first. A log that cannot be written never stops the app.
 */
export function createHostLog(toStderr: (line: string) => void, now: () => number = Date.now): HostLog {
  let held: string[] | null = []
  let file: string | null = null
  let bytes = 0

  const append = (line: string): void => {
    if (file === null) return
    try {
      if (bytes + line.length > MAX_LOG_BYTES) {
        renameSync(file, `${file}.1`)
        bytes = 0
      }
      appendFileSync(file, `${line}\n`, { mode: 0o600 })
      bytes += line.length + 1
    } catch {
      toStderr('The log file cannot be written; going on without it.')
      file = null
    }
  }
  const write = (line: string): void => {
    const level = (JSON.parse(line) as { level: string }).level
    if (level === 'warn' || level === 'error') toStderr(line)
    if (held === null) append(line)
    else if (held.length < 1_000) held.push(line)
  }

  return {
    logger: createLogger(write, now),
    writeTo(dataDir) {
      const folder = path.join(dataDir, 'logs')
      try {
        mkdirSync(folder, { recursive: true })
        file = path.join(folder, 'relay.log')
        bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      } catch {
        toStderr('The log folder cannot be made; going on without a log file.')
        file = null
      }
      const lines = held ?? []
      held = null
      for (const line of lines) append(line)
    },
  }
}
