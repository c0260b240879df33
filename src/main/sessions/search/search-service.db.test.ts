import Database from 'better-sqlite3'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { openSearchBed, type SearchBed } from '#tests/support/search-bed.ts'
import { SearchFailed, SearchSuperseded } from './search-service.ts'

const sessionsOf = (answer: { hits: { sessionId: string }[] }): string[] =>
  answer.hits.map((hit) => hit.sessionId).sort()

test('a message is found before and after it is indexed, with its marks', async () => {
  await using bed = await openSearchBed()
  const agent = bed.agent({ name: 'Writer' })
  const session = bed.session(agent, { name: 'Plans' })
  const messageId = bed.message(session, 'The parser fails on empty input', { createdAt: 5 })
  const expected = {
    hits: [
      {
        sessionId: session,
        sessionName: 'Plans',
        agentId: agent,
        agentName: 'Writer',
        trashed: false,
        matches: [{ messageId, snippet: 'The parser fails on empty input', marks: [[4, 10]], createdAt: 5 }],
        metadataMatches: [],
      },
    ],
  }
  expect(await bed.ask('PARSER')).toMatchObject(expected)
  await bed.search.drained()
  expect(await bed.ask('PARSER')).toStrictEqual({ ...expected, scope: { sessions: 1, messages: 1, complete: true } })
  expect(sessionsOf(await bed.ask('nothing'))).toEqual([])
})

test('[S19] the same word gives the same Sessions to the person and to an Agent, also with a star or in quotes', async () => {
  await using bed = await openSearchBed()
  const agent = bed.agent()
  const sessions = Array.from({ length: 7 }, (_, at) => {
    const id = bed.session(agent)
    bed.message(id, at % 2 === 0 ? `打开会话${at}` : `会话 ${at}`)
    return id
  })
  await bed.search.drained()
  const asker = { kind: 'agent' as const, sessionId: sessions[0] ?? '' }
  for (const query of ['会话', '会话*', '"会话"']) {
    expect(sessionsOf(await bed.ask(query))).toEqual([...sessions].sort())
    expect(sessionsOf(await bed.ask(query, { asker }))).toEqual([...sessions].sort())
  }
})

async function openFilledBed(): Promise<SearchBed> {
  const bed = await openSearchBed()
  const session = bed.session(null, { name: 'Findings' })
  for (let at = 0; at < 20; at += 1) bed.message(session, `known word ${at}`)
  await bed.search.drained()
  return bed
}
const everything = { hits: [{ sessionName: 'Findings' }], scope: { sessions: 1, messages: 20, complete: true } }

test.each<[string, (path: string) => void]>([
  ['removed', (path) => rmSync(path)],
  ['overwritten', (path) => writeFileSync(path, 'not a database '.repeat(1000))],
  ['cut short', (path) => writeFileSync(path, readFileSync(path).subarray(0, 8192))],
  ['emptied', (path) => edit(path, "INSERT INTO gram (gram) VALUES ('delete-all')")],
  ['emptied behind the index', (path) => edit(path, 'DELETE FROM gram_data')],
  ['robbed of its documents', (path) => edit(path, 'DELETE FROM doc')],
  ['robbed of a table', (path) => edit(path, 'DROP TABLE session')],
  ['of an older state', (path) => edit(path, 'UPDATE state SET last_seq = last_seq - 5')],
  ['of a newer state', (path) => edit(path, 'UPDATE state SET last_seq = last_seq + 5')],
  ['of another main file', (path) => edit(path, "UPDATE state SET generation = 'another'")],
  ['of another format', (path) => edit(path, 'UPDATE state SET format = 0')],
])('[S14] an index file that was %s is built anew', async (_, damage) => {
  await using bed = await openFilledBed()
  await bed.restart(() => {
    for (const suffix of ['-wal', '-shm']) expect(existsSync(`${bed.indexPath}${suffix}`)).toBe(false)
    damage(bed.indexPath)
  })
  const early = await bed.ask('known')
  expect(['indexing', 'Findings']).toContain(early.scope.reason ?? early.hits[0]?.sessionName)
  await bed.search.drained()
  expect(await bed.ask('known')).toMatchObject(everything)
  expect(await bed.ask('finding')).toMatchObject(everything)
})

function edit(path: string, sql: string): void {
  const sqlite = new Database(path)
  sqlite.unsafeMode(true)
  sqlite.exec(sql)
  sqlite.close()
}

test('[S14] an index that turns out damaged under a query answers partially, and repairs itself', async () => {
  await using bed = await openFilledBed()
  edit(bed.indexPath, "UPDATE gram_data SET block = x'ff00ff00' WHERE id > 10")
  const session = bed.session(null)
  bed.message(session, 'one more known word')
  await bed.search.drained()
  expect((await bed.ask('known')).scope).toMatchObject({ complete: false, reason: 'indexing' })
  await bed.search.drained()
  expect(await bed.ask('known')).toMatchObject({
    hits: { length: 2 },
    scope: { sessions: 2, messages: 21, complete: true },
  })
})

test('a worker that dies between commits loses nothing, and what it was asked is answered', async () => {
  await using bed = await openSearchBed({
    workerUrl: new URL('../../../../tests/support/dying-search-worker.ts', import.meta.url),
  })
  const session = bed.session(null)
  for (let at = 0; at < 180; at += 1) bed.message(session, `known word ${at}`)
  await bed.search.drained()
  expect(readFileSync(`${bed.indexPath}.deaths`, 'utf8')).toBe('3')
  expect(await bed.ask('known')).toMatchObject({
    hits: [{ sessionId: session }],
    scope: { messages: 180, complete: true },
  })
  expect(await bed.ask('"word 179"')).toMatchObject({ hits: [{ sessionId: session }] })
  expect(await bed.search.status()).toEqual({ indexed: 180, pending: 0 })
})

test('a worker that cannot live is given up after a few starts, and every call says so', async () => {
  await using bed = await openSearchBed({ workerUrl: new URL('./no-such-worker.ts', import.meta.url) })
  await expect(bed.ask('word')).rejects.toThrow(SearchFailed)
  await expect(bed.search.drained()).rejects.toThrow(SearchFailed)
})

test('an aborted query rejects with the reason, and later ones are answered', async () => {
  await using bed = await openFilledBed()
  const abort = new AbortController()
  const query = { query: 'known', limit: 20, asker: { kind: 'person' } } as const
  const asked = bed.search.query(query, abort.signal)
  abort.abort(new Error('a newer keystroke'))
  await expect(asked).rejects.toThrow('a newer keystroke')
  await expect(bed.search.query(query, abort.signal)).rejects.toThrow('a newer keystroke')
  expect(await bed.ask('known')).toMatchObject(everything)
})

test('a newer query of the same search box ends the one before, and no other', async () => {
  await using bed = await openFilledBed()
  const query = { query: 'known', limit: 20, asker: { kind: 'person' } } as const
  const never = new AbortController().signal
  const asked = [
    bed.search.query(query, never, 'one'),
    bed.search.query(query, never, 'two'),
    bed.search.query(query, never),
  ]
  const newest = bed.search.query(query, never, 'one')
  const outcomes = await Promise.allSettled([...asked, newest])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  await expect(asked[0]).rejects.toThrow(SearchSuperseded)
})

test('the queue is pruned when the index has it, not before, and at the latest on closing', async () => {
  const clock = createManualClock()
  await using bed = await openSearchBed({ clock })
  const session = bed.session(null)
  bed.message(session, 'known word')
  await bed.search.drained()
  expect(bed.queued()).toBe(2)
  clock.advance(500)
  expect(bed.queued()).toBe(0)
  bed.message(session, 'known word again')
  await bed.search.drained()
  await bed.restart()
  expect(bed.queued()).toBe(0)
  expect(await bed.ask('again')).toMatchObject({ scope: { messages: 2, complete: true } })
})

test('after closing, calls are refused and closing again does no harm', async () => {
  await using bed = await openSearchBed()
  await bed.search.close()
  await bed.search.close()
  await expect(bed.ask('word')).rejects.toThrow(SearchFailed)
})
