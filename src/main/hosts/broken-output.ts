import type { Writable } from 'node:stream'

/**
 * A terminal that is gone must not stop the host, nor set it spinning: writing to it fails, the failure would be logged
 * to it, and so on for ever. What matters is in the log file.
 */
export function outliveOutput(streams: readonly Writable[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) stream.on('error', () => {})
}
