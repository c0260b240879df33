import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { listBackups } from '#main/db/backup.ts'
import { type Db, openDatabase, type OpenFailure, type OpenProgress } from '#main/db/open-database.ts'
import type { Result } from '#shared/result.ts'
import { migrationsDir, openOptions } from '#tests/support/database.ts'
import { countRows, fillStore } from '#tests/support/filled-store.ts'

/** A rebuild of the parent of messages and Turns, as SQLite's own instructions for ALTER TABLE want it. */
const rebuildSessions = (
  readFileSync(join(migrationsDir, '0001_first_schema.sql'), 'utf8').match(
    /CREATE TABLE sessions \([\s\S]*?\n\);/,
  )?.[0] ?? ''
)
  .replace('CREATE TABLE sessions (', 'CREATE TABLE sessions_new (')
  .replace('deleting_at INTEGER', `deleting_at INTEGER, colour TEXT NOT NULL DEFAULT 'grey'`).concat(`
INSERT INTO sessions_new SELECT *, 'grey' FROM sessions;
DROP TABLE sessions;
ALTER TABLE sessions_new RENAME TO sessions;
CREATE INDEX sessions_created ON sessions (created_at, id);
CREATE INDEX sessions_activity ON sessions (last_activity_at, id);
CREATE INDEX sessions_agent ON sessions (agent_id, created_at, id);
`)

let root: string
let dir: string
let migrations: string
const size = { sessions: 3, messages: 50, deliveries: 5 }

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'relay-migrate-'))
  dir = join(root, 'data')
  migrations = join(root, 'migrations')
  mkdirSync(migrations)
  cpSync(join(migrationsDir, '0001_first_schema.sql'), join(migrations, '0001_first_schema.sql'))
  writeFileSync(join(migrations, 'hashes.json'), '{}')
  const db = value(await open())
  fillStore(db, size)
  db.close()
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

it('[Q01] rebuilds a parent table without losing a child row', async () => {
  addMigration('0002_colour_sessions.sql', rebuildSessions)
  const db = value(await open())
  expect(countRows(db)).toEqual({ agents: 1, sessions: 3, messages: 50, deliveries: 5, audit_log: 5 })
  expect(db.sqlite.pragma('foreign_keys', { simple: true })).toBe(1)
  expect(db.sqlite.prepare('SELECT DISTINCT colour FROM sessions').pluck().all()).toEqual(['grey'])
  db.close()
})

it.each([
  ['a statement fails', 'CREATE TABLE fine (a); INSERT INTO nowhere VALUES (1);', /0002_bad\.sql failed/],
  ['rows are lost', `DELETE FROM messages WHERE position > 40;`, /would leave 40 of 50 rows of messages/],
  ['a table is lost', `DROP TABLE settings;`, /would leave no of 0 rows of settings/],
  [
    'rows point to nothing',
    `-- changes rows: sessions\nDELETE FROM sessions WHERE id = 'session-1';`,
    /rows that point to nothing/,
  ],
])('[R14] takes all pending migrations back when %s', async (_what, sql, finding) => {
  const before = logicalContent()
  addMigration('0002_bad.sql', sql)
  const refused = await open()
  expect(refused).toMatchObject({
    ok: false,
    error: { reason: 'migration-failed', findings: [expect.stringMatching(finding)] },
  })
  expect(logicalContent()).toEqual(before)
  rmSync(join(migrations, '0002_bad.sql'))
  value(await open()).close()
})

it('notices a migration that ends the transaction of the runner', async () => {
  addMigration('0002_bad.sql', 'CREATE TABLE fine (a); COMMIT;')
  const findings = [expect.stringContaining('ended the transaction')]
  expect(await open()).toMatchObject({ ok: false, error: { reason: 'migration-failed', findings } })
})

it('takes an earlier one back too when a later one of the same start fails', async () => {
  const before = logicalContent()
  addMigration('0002_colour_sessions.sql', rebuildSessions)
  addMigration('0003_bad.sql', 'INSERT INTO nowhere VALUES (1);')
  expect((await open()).ok).toBe(false)
  expect(logicalContent()).toEqual(before)
})

it('turns foreign keys on again after a failure', async () => {
  addMigration('0002_bad.sql', 'INSERT INTO nowhere VALUES (1);')
  expect((await open()).ok).toBe(false)
  rmSync(join(migrations, '0002_bad.sql'))
  const db = value(await open())
  expect(db.sqlite.pragma('foreign_keys', { simple: true })).toBe(1)
  db.close()
})

it('keeps a checked copy from before the migration until the second good start', async () => {
  addMigration('0002_colour_sessions.sql', rebuildSessions)
  const steps: OpenProgress[] = []
  value(await open((step) => steps.push(step))).close()
  const [backup] = listBackups(dir)
  expect(backup?.name).toMatch(/^before-migration-0002-\d{8}T\d{9}Z\.db$/)
  const copy = new Database(join(dir, 'backups', backup?.name ?? ''), { readonly: true })
  expect(copy.prepare('SELECT count(*) FROM messages').pluck().get()).toBe(50)
  expect(copy.prepare('SELECT max(number) FROM migrations').pluck().get()).toBe(1)
  copy.close()
  expect(steps.some(({ step }) => step === 'backup')).toBe(true)
  expect(steps.filter(({ step }) => step === 'migrate').map(({ name }) => name)).toEqual(['0002_colour_sessions.sql'])

  value(await open()).close()
  expect(listBackups(dir)).toHaveLength(1)
  value(await open()).close()
  expect(listBackups(dir)).toHaveLength(0)
})

it('does not migrate when the backup cannot be made', async () => {
  writeFileSync(join(dir, 'backups'), 'a file where the folder should be')
  addMigration('0002_colour_sessions.sql', rebuildSessions)
  const before = logicalContent()
  expect(await open()).toMatchObject({ ok: false, error: { reason: 'migration-failed' } })
  expect(logicalContent()).toEqual(before)
})

it('refuses a file that has seen another text under the same number', async () => {
  writeFileSync(
    join(migrations, '0001_first_schema.sql'),
    `${readFileSync(join(migrations, '0001_first_schema.sql'), 'utf8')}-- later\n`,
  )
  expect(await open()).toMatchObject({ ok: false, error: { reason: 'unknown-migration' } })
})

it('refuses to run a pinned migration that is not what was pinned', async () => {
  addMigration('0002_colour_sessions.sql', rebuildSessions)
  writeFileSync(join(migrations, 'hashes.json'), JSON.stringify({ '0002_colour_sessions.sql': 'another' }))
  const before = logicalContent()
  expect(await open()).toMatchObject({ ok: false, error: { reason: 'migration-failed' } })
  expect(logicalContent()).toEqual(before)
})

it('takes CRLF for LF', async () => {
  const text = readFileSync(join(migrations, '0001_first_schema.sql'), 'utf8')
  writeFileSync(join(migrations, '0001_first_schema.sql'), text.replaceAll('\n', '\r\n'))
  const db = value(await open())
  expect(db.migrated).toBe(false)
  db.close()
})

it('[R14] is as before after a kill in the middle of a migration', async () => {
  const before = logicalContent()
  // The last statement runs for a minute, so that the kill is certain to fall inside.
  addMigration(
    '0002_slow.sql',
    `${rebuildSessions}
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000000) INSERT INTO settings SELECT i, '1' FROM n WHERE i < 0;`,
  )
  const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const file = join(root, 'child.mjs')
  writeFileSync(
    file,
    `import { writeSync } from 'node:fs'
     import { openDatabase } from ${module('../../src/main/db/open-database.ts')}
     import { openOptions } from ${module('../support/database.ts')}
     const options = { ...openOptions(${JSON.stringify(dir)}), migrationsDir: ${JSON.stringify(migrations)} }
     await openDatabase({ ...options, onProgress: ({ step }) => void (step === 'migrate' && writeSync(1, 'begun')) })`,
  )
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  expect(String(await once(child.stdout, 'data'))).toBe('begun')
  child.kill('SIGKILL')
  expect(await exited).toEqual([null, 'SIGKILL'])
  rmSync(join(migrations, '0002_slow.sql'))
  expect(logicalContent()).toEqual(before)
  value(await open()).close()
})

it('[R14] is as before when the disk fills up in the middle', async () => {
  const before = logicalContent()
  addMigration(
    '0002_big.sql',
    `PRAGMA max_page_count = 1;\nCREATE TABLE big (x);\nINSERT INTO big VALUES (randomblob(5000000));`,
  )
  expect(await open()).toMatchObject({
    ok: false,
    error: { reason: 'migration-failed', findings: [expect.stringContaining('full')] },
  })
  expect(logicalContent()).toEqual(before)
})

function addMigration(name: string, sql: string): void {
  writeFileSync(join(migrations, name), sql)
}

function open(onProgress: (progress: OpenProgress) => void = () => {}): Promise<Result<Db, OpenFailure>> {
  return openDatabase({ ...openOptions(dir), migrationsDir: migrations, onProgress })
}

function value(result: Result<Db, OpenFailure>): Db {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** Schema and all rows, through a connection of its own. */
function logicalContent(): unknown {
  expect(readdirSync(dir)).toContain('relay.db')
  const sqlite = new Database(join(dir, 'relay.db'), { readonly: true })
  try {
    const tables = sqlite
      .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM sqlite_master WHERE type = 'table'`)
      .all()
    return tables.map(({ name, sql }) => [sql, sqlite.prepare(`SELECT * FROM "${name}"`).all()])
  } finally {
    sqlite.close()
  }
}
