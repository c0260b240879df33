import { describe, expect, test } from 'vitest'
import { checkBoundaries } from './check-boundaries.ts'

const schema = {
  'src/main/db/schema/sessions.ts': `export const sessions = sqliteTable('sessions', {})`,
  'src/main/db/schema/audit-log.ts': `export const auditLog = sqliteTable(\n  'audit_log',\n  {},\n)`,
}

function broken(file: string, source: string): string[] {
  return checkBoundaries(new Map(Object.entries({ ...schema, [file]: source }))).map(({ rule }) => rule)
}

const writes = [
  `orm.insert(sessions).values({})`,
  `tx.db.orm.update(schema.sessions).set({})`,
  `void orm.delete(sessions).where(x).run()`,
  `db.prepare('INSERT OR IGNORE INTO sessions (id) VALUES (?)')`,
  `db.prepare("update sessions set name = ?")`,
  'db.exec(`DELETE FROM "sessions" WHERE id = ${id}`)',
  'run(sql`UPDATE ${sessions} SET name = ${name}`)',
]

describe('one-writer-a-table', () => {
  test.each(writes)('lets the owner’s store write: %s', (source) => {
    expect(broken('src/main/sessions/session-store.ts', source)).toEqual([])
  })
  test.each(writes)('refuses another folder: %s', (source) => {
    expect(broken('src/main/turns/turn-store.ts', source)).toEqual(['one-writer-a-table'])
  })
  test('refuses the owner’s folder outside its stores', () => {
    expect(broken('src/main/sessions/session-service.ts', `orm.update(sessions)`)).toEqual(['one-writer-a-table'])
  })
  test('lets anyone read, and use words and maps that only look alike', () => {
    const source = [
      `orm.select().from(sessions)`,
      `db.prepare('SELECT * FROM sessions JOIN turns')`,
      `open.delete(key)`,
      `const hint = 'Update the sessions list'`,
    ].join('\n')
    expect(broken('src/main/turns/turn-store.ts', source)).toEqual([])
  })
  test('lets rescue fill a new store, and nothing else of db', () => {
    expect(broken('src/main/db/rescue.ts', `target.exec('UPDATE sessions SET name = 1')`)).toEqual([])
    expect(broken('src/main/db/backup.ts', `target.exec('UPDATE sessions SET name = 1')`)).toEqual([
      'one-writer-a-table',
    ])
  })
  test('lets db write its own tables without a store', () => {
    expect(broken('src/main/db/audit-log.ts', `orm.insert(auditLog)`)).toEqual([])
    expect(broken('src/main/turns/turn-store.ts', `orm.insert(auditLog)`)).toEqual(['one-writer-a-table'])
  })
})

test('table-has-an-owner: a table of the schema without one is refused', () => {
  expect(broken('src/main/db/schema/widgets.ts', `export const widgets = sqliteTable('widgets', {})`)).toEqual([
    'table-has-an-owner',
  ])
})
