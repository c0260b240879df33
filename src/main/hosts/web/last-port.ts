import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const fileName = 'web-port.json'
const schema = z.object({ port: z.number().int().min(1).max(65_535) })

/**
 * The port that this data folder was served on last. A tab's key belongs to its origin, port included, so that a
 * restart on the same port lets open tabs go on. Null where it is unknown; being unknown does no harm.
 */
export function readLastPort(dataDir: string): number | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path.join(dataDir, fileName), 'utf8'))).port
  } catch {
    return null
  }
}

export function writeLastPort(dataDir: string, port: number): void {
  writeFileSync(path.join(dataDir, fileName), JSON.stringify({ port }))
}
