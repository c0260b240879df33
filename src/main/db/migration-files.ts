import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { err, ok, type Result } from '#shared/result.ts'

export type MigrationFile = {
  readonly number: number
  /** The file's name. */
  readonly name: string
  /** LF text. */
  readonly sql: string
  /** SHA-256 of the LF text, hex. */
  readonly hash: string
  /** Tables whose number of rows it changes on purpose. */
  readonly changesRows: readonly string[]
}

const pinsSchema = z.record(z.string(), z.string())

/** SHA-256 over LF text, so that a checkout with CRLF has the same hash. */
export function migrationHash(text: string): string {
  return createHash('sha256').update(toLf(text)).digest('hex')
}

/**
 * Reads a folder of `0001_what_it_does.sql` and its `hashes.json`, which pins what has landed. Refused, each with a
 * sentence: a gap or a repeated number, a pin without a file, and a file that is not what was pinned. A file without a
 * pin is still being written; a test keeps such a one from shipping.
 */
export function readMigrations(dir: string): Result<readonly MigrationFile[], readonly string[]> {
  const names = readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const pins = pinsSchema.parse(JSON.parse(readFileSync(join(dir, 'hashes.json'), 'utf8')))
  const findings: string[] = []
  const files = names.map((name, index): MigrationFile => {
    const sql = toLf(readFileSync(join(dir, name), 'utf8'))
    const file = {
      number: Number(name.slice(0, 4)),
      name,
      sql,
      hash: migrationHash(sql),
      changesRows: changedTables(sql),
    }
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) findings.push(`${name} is not named like 0001_what_it_does.sql.`)
    else if (file.number !== index + 1) findings.push(`${name} should have number ${index + 1}.`)
    const pin = pins[name]
    if (pin !== undefined && pin !== file.hash)
      findings.push(`${name} is not the file that was pinned: its hash is ${file.hash}.`)
    return file
  })
  for (const name of Object.keys(pins)) if (!names.includes(name)) findings.push(`${name} is missing.`)
  return findings.length === 0 ? ok(files) : err(findings)
}

/** `-- changes rows: messages, turns` in a migration says where a different number of rows is meant. */
function changedTables(sql: string): readonly string[] {
  const line = /^-- changes rows: (.+)$/m.exec(sql)?.[1] ?? ''
  return line
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function toLf(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
