import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { insertAgent, insertOpenApproval, insertRunningTurn, insertSession } from '#tests/support/relay-rows.ts'
import { createSessionDirectory, type DirectoryQuery, type SessionDirectory } from './session-directory.ts'

let store: TestDatabase
let directory: SessionDirectory

beforeEach(async () => {
  store = await openTestDatabase()
  directory = createSessionDirectory(store.db)
  insertAgent(store.db, { id: 'ada', name: 'Ada' })
  insertAgent(store.db, { id: 'bo', name: 'Bo' })
  insertSession(store.db, { id: 'me', agentId: 'ada', createdAt: 1000 })
})
afterEach(() => store.dispose())

function query(part: Partial<DirectoryQuery> = {}): DirectoryQuery {
  return { callerSessionId: 'me', agentId: null, activeSince: null, cursor: null, limit: 50, ...part }
}

function idsOf(part: Partial<DirectoryQuery> = {}): string[] {
  const page = directory.list(query(part))
  if (!page.ok) throw new Error(page.error.code)
  return page.value.sessions.map((session) => session.sessionId)
}

function allIds(part: Partial<DirectoryQuery>): string[] {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = directory.list(query({ ...part, cursor }))
    if (!page.ok) throw new Error(page.error.code)
    ids.push(...page.value.sessions.map((session) => session.sessionId))
    cursor = page.value.nextCursor
  } while (cursor !== null)
  return ids
}

test('answers identity, time, state and origin, newest created first', () => {
  insertSession(store.db, {
    id: 'chat',
    agentId: 'bo',
    name: 'Group',
    origin: 'channel',
    createdAt: 2000,
    lastActivityAt: 5000,
  })
  expect(directory.list(query())).toEqual({
    ok: true,
    value: {
      sessions: [
        {
          agentId: 'bo',
          agentName: 'Bo',
          sessionId: 'chat',
          sessionName: 'Group',
          isCurrent: false,
          lastActivityAt: '1970-01-01T00:00:05.000Z',
          state: 'idle',
          origin: 'channel',
        },
        {
          agentId: 'ada',
          agentName: 'Ada',
          sessionId: 'me',
          sessionName: 'me',
          isCurrent: true,
          lastActivityAt: '1970-01-01T00:00:01.000Z',
          state: 'idle',
          origin: 'user',
        },
      ],
      nextCursor: null,
    },
  })
})

test('[S15] shows neither orphans, nor the trash, nor Sessions of deleted Agents, nor hidden ones', () => {
  insertAgent(store.db, { id: 'gone', deletedAt: 1 })
  insertAgent(store.db, { id: 'shy', reach: 'hidden' })
  insertSession(store.db, { id: 'orphan', agentId: null, createdAt: 1 })
  insertSession(store.db, { id: 'trashed', agentId: 'bo', createdAt: 2, trashedAt: 3 })
  insertSession(store.db, { id: 'deleting', agentId: 'bo', createdAt: 3, deletingAt: 3 })
  insertSession(store.db, { id: 'of-deleted', agentId: 'gone', createdAt: 4 })
  insertSession(store.db, { id: 'hidden', agentId: 'bo', createdAt: 5, reach: 'hidden' })
  insertSession(store.db, { id: 'of-hidden', agentId: 'shy', createdAt: 6, reach: 'open' })
  insertSession(store.db, { id: 'listed', agentId: 'bo', createdAt: 7, reach: 'listed' })
  expect(idsOf()).toEqual(['me', 'listed'])
  expect(idsOf({ callerSessionId: 'hidden' })).toEqual(['me', 'listed', 'hidden'])
  expect(idsOf({ callerSessionId: 'of-hidden' })).toEqual(['me', 'listed', 'of-hidden'])
})

test('filters by Agent and by activity, and the order stays', () => {
  insertSession(store.db, { id: 'b1', agentId: 'bo', createdAt: 1, lastActivityAt: 9000 })
  insertSession(store.db, { id: 'b2', agentId: 'bo', createdAt: 2, lastActivityAt: 7000 })
  expect(idsOf({ agentId: 'bo' })).toEqual(['b2', 'b1'])
  expect(idsOf({ activeSince: 7000 })).toEqual(['b2', 'b1'])
  expect(idsOf({ activeSince: 7001 })).toEqual(['b1'])
  expect(idsOf({ agentId: 'ada', activeSince: 7000 })).toEqual([])
  expect(idsOf({ agentId: 'nobody' })).toEqual([])
})

test('waiting is an approval that the running Turn asked and still waits for', () => {
  for (const [index, id] of ['run', 'ask', 'left'].entries()) {
    insertSession(store.db, { id, agentId: 'bo', createdAt: index })
    insertRunningTurn(store.db, `t-${id}`, id)
  }
  insertOpenApproval(store.db, 'p1', 't-ask')
  insertOpenApproval(store.db, 'p2', 't-left', 5)
  const page = directory.list(query({ agentId: 'bo' }))
  expect(page.ok && page.value.sessions.map(({ sessionId, state }) => `${sessionId} ${state}`)).toEqual([
    'left running',
    'ask waiting',
    'run running',
  ])
})

test('cleans names and cuts them at 255 characters', () => {
  insertSession(store.db, { id: 'odd', agentId: 'bo', name: `a\u202Eb\u0007\nc${'字'.repeat(300)}`, createdAt: 2000 })
  const page = directory.list(query({ limit: 1 }))
  const name = page.ok ? (page.value.sessions[0]?.sessionName ?? '') : ''
  expect(name.startsWith('ab c字')).toBe(true)
  expect([...name]).toHaveLength(255)
})

test('a cursor that is damaged or comes from other filters, another Session or another version is refused', () => {
  for (let i = 0; i < 5; i += 1) insertSession(store.db, { id: `s${i}`, agentId: 'bo', createdAt: i })
  const page = directory.list(query({ limit: 2 }))
  const cursor = page.ok ? (page.value.nextCursor ?? '') : ''
  expect(cursor).not.toBe('')
  expect(idsOf({ limit: 2, cursor })).toEqual(['s3', 's2'])
  const refused = { ok: false, error: { code: 'INVALID_CURSOR', message: 'This cursor is not one of this list.' } }
  expect(directory.list(query({ cursor, agentId: 'bo' }))).toEqual(refused)
  expect(directory.list(query({ cursor, callerSessionId: 's1' }))).toEqual(refused)
  expect(directory.list(query({ cursor: cursor.slice(0, -2) }))).toEqual(refused)
  expect(directory.list(query({ cursor: 's3' }))).toEqual(refused)
  expect(directory.list(query({ cursor: Buffer.from('[1,2,"s3","x"]').toString('base64url') }))).toEqual(refused)
})

test('[SEED-03] paging shows every Session once, whatever becomes active or is created meanwhile', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ id: fc.uuid(), createdAt: fc.integer({ min: 0, max: 5 }) }), {
        selector: (row) => row.id,
        maxLength: 12,
      }),
      fc.integer({ min: 1, max: 4 }),
      (rows, limit) => {
        store.db.sqlite.exec("DELETE FROM sessions WHERE id <> 'me'")
        for (const row of rows) insertSession(store.db, { ...row, agentId: 'bo' })
        const expected = rows
          .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
          .map((row) => row.id)
        expect(allIds({ agentId: 'bo', limit })).toEqual(expected)
        const first = directory.list(query({ agentId: 'bo', limit }))
        store.db.sqlite.exec('UPDATE sessions SET last_activity_at = last_activity_at + 1000')
        insertSession(store.db, { id: 'new', agentId: 'bo', createdAt: 10 })
        const cursor = first.ok ? first.value.nextCursor : null
        const rest = cursor === null ? [] : idsOf({ agentId: 'bo', limit: 100, cursor })
        expect(rest).toEqual(expected.slice(limit))
      },
    ),
    { numRuns: 30 },
  )
})

test('walks an index in order: no sort, no scan of a table', () => {
  const seen: string[] = []
  const { sqlite } = store.db
  const spied = {
    sqlite: new Proxy(sqlite, {
      get(target, key) {
        if (key === 'prepare') return (source: string) => (seen.push(source), sqlite.prepare(source))
        return Reflect.get(target, key) as unknown
      },
    }),
  }
  createSessionDirectory(spied)
  const lists = seen.filter((source) => source.includes('CROSS JOIN') || source.includes('FROM turns'))
  const values = { self: '', agentId: '', activeSince: 0, at: 1, id: '', limit: 1 }
  const plans = lists.map((source) =>
    sqlite
      .prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${source}`)
      .all(values)
      .map((step) => step.detail)
      .join('\n'),
  )
  expect(plans).toHaveLength(4)
  for (const plan of plans.slice(0, 3)) expect(plan).not.toMatch(/\bSCAN\b/)
  expect(plans[0]).toMatch(/SEARCH s USING INDEX sessions_created \(\(created_at,id\)<\(\?,\?\)\)/)
  expect(plans[1]).toMatch(/SEARCH s USING INDEX sessions_agent \(agent_id=\? AND \(created_at,id\)<\(\?,\?\)\)/)
  expect(plans[2]).toMatch(/SEARCH s USING INDEX sessions_activity \(last_activity_at>\?\)/)
  // Only running Turns are in that index.
  expect(plans[3]).toMatch(/^SCAN t USING INDEX turns_one_running$/m)
  for (const plan of plans.slice(0, 2)) expect(plan).not.toContain('TEMP B-TREE')
})

test('[SEED-02] [D37] a target is resolved by its id, by what the caller may ask, with a code for each refusal', () => {
  insertAgent(store.db, { id: 'gone', deletedAt: 1 })
  insertAgent(store.db, { id: 'shy', reach: 'hidden' })
  insertAgent(store.db, { id: 'quiet', reach: 'listed' })
  const make = (id: string, agentId: string | null, more: object = {}) =>
    insertSession(store.db, { id, agentId, createdAt: 1, ...more })
  make('open', 'bo')
  make('listed', 'bo', { reach: 'listed' })
  make('of-listed', 'quiet')
  make('hidden', 'bo', { reach: 'hidden' })
  make('of-hidden', 'shy')
  make('orphan', null)
  make('hidden-orphan', null, { reach: 'hidden' })
  make('of-deleted', 'gone')
  make('trashed', 'bo', { trashedAt: 1 })
  make('deleting', 'bo', { deletingAt: 1 })
  const codeOf = (target: string, caller = 'me'): string => {
    const resolved = directory.resolveTarget(caller, target)
    return resolved.ok ? 'ok' : resolved.error.code
  }
  expect({
    open: codeOf('open'),
    listed: codeOf('listed'),
    ofListed: codeOf('of-listed'),
    hidden: codeOf('hidden'),
    ofHidden: codeOf('of-hidden'),
    orphan: codeOf('orphan'),
    hiddenOrphan: codeOf('hidden-orphan'),
    ofDeleted: codeOf('of-deleted'),
    trashed: codeOf('trashed'),
    deleting: codeOf('deleting'),
    missing: codeOf('missing'),
    self: codeOf('hidden', 'hidden'),
  }).toEqual({
    open: 'ok',
    listed: 'TARGET_REFUSED',
    ofListed: 'TARGET_REFUSED',
    hidden: 'TARGET_SESSION_NOT_FOUND',
    ofHidden: 'TARGET_SESSION_NOT_FOUND',
    orphan: 'TARGET_SESSION_ORPHANED',
    hiddenOrphan: 'TARGET_SESSION_NOT_FOUND',
    ofDeleted: 'TARGET_AGENT_DELETED',
    trashed: 'TARGET_SESSION_NOT_FOUND',
    deleting: 'TARGET_SESSION_NOT_FOUND',
    missing: 'TARGET_SESSION_NOT_FOUND',
    self: 'ok',
  })
})

test('picks the few recently active Sessions out of many by their own index, with the same answer', () => {
  store.db.sqlite.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
    INSERT INTO sessions (id, agent_id, name, name_set_by_person, description, workspace, origin, reach, created_at, last_activity_at)
    SELECT printf('n%05d', i), 'bo', 'n', 0, '', '/tmp', 'user', 'open', i, i FROM n`)
  expect(allIds({ activeSince: 2400, limit: 7, agentId: null })).toEqual(
    Array.from({ length: 101 }, (_, i) => `n0${2500 - i}`),
  )
  expect(allIds({ activeSince: 10, limit: 100 })).toHaveLength(2492)
})
