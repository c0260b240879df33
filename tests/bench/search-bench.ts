import Database from 'better-sqlite3'
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { systemClock } from '#main/kernel/clock.ts'
import { createLogger } from '#main/kernel/logger.ts'
import { createSearchService, type SearchService } from '#main/sessions/search/search-service.ts'
import type { BenchRow } from './bench-row.ts'
import { type CorpusSize, needles, openCorpus } from './search-corpus.ts'

const FULL: CorpusSize = { messages: 1_000_000, sessions: 20_000, agents: 100 }
const workerUrl = new URL('../../src/main/sessions/search/search-worker.ts', import.meta.url)
const LIMIT = 20
const ASKED = 40
/** The peers are slow: fewer queries of each kind. */
const ASKED_OF_PEERS = 5

type Kind = {
  readonly name: string
  readonly targetMs: number
  readonly queries: readonly string[]
  readonly agentId?: string
}

/** session_search over a large store, end to end from the main thread, beside two plain ways over the same rows. */
export async function searchBench(size: CorpusSize = FULL): Promise<BenchRow[]> {
  const { db, dir } = await openCorpus(size)
  const rows: BenchRow[] = []
  const indexPath = join(dir, 'search.db')
  const isNew = !existsSync(indexPath)
  const logger = createLogger((line) => console.error(line), Date.now, 'warn')
  const { path, storeId, generation } = db
  const prune = (seq: number): void => void db.sqlite.prepare('DELETE FROM search_pending WHERE seq <= ?').run(seq)
  const search = createSearchService({
    relayPath: path,
    indexPath,
    workerUrl,
    storeId,
    generation,
    logger,
    clock: systemClock,
    prune,
  })
  const built = performance.now()
  await search.drained()
  const buildSeconds = (performance.now() - built) / 1000
  const trigram = openTrigram(db.sqlite, join(dir, 'trigram.db'))
  if (isNew) {
    const rate = Math.round(size.messages / buildSeconds)
    const plain = trigram.seconds === null ? null : Math.round(size.messages / trigram.seconds)
    const reference = plain === null ? 'plain trigram FTS5 was kept' : `plain trigram FTS5 ${plain}`
    rows.push({
      name: 'indexing',
      value: rate,
      unit: 'messages/s',
      reference,
      ratio: plain === null ? null : rate / plain,
      target: '',
      met: null,
    })
  }
  rows.push(sizeRow(indexPath, trigram.path))
  let longest = 0
  for (const kind of kindsOf(db.sqlite)) {
    await time(search, kind, kind.queries.slice(0, 3))
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const times = await time(search, kind, kind.queries)
    delay.disable()
    longest = Math.max(longest, delay.max / 1e6)
    rows.push(...latencyRows(kind, times, peers(db.sqlite, trigram.sqlite, kind)))
  }
  rows.push({
    name: 'search: longest main-thread step',
    value: round(longest),
    unit: 'ms',
    reference: '',
    ratio: null,
    target: '≤ 10 ms',
    met: longest <= 10,
  })
  await search.close()
  trigram.sqlite.close()
  db.close()
  return rows
}

async function time(search: SearchService, { agentId }: Kind, queries: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const query of queries) {
    const started = performance.now()
    await search.query({ query, limit: LIMIT, asker: { kind: 'person' }, agentId }, new AbortController().signal)
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)
}

function latencyRows(
  { name, targetMs }: Kind,
  times: readonly number[],
  peerTimes: { like: number; match: number | null },
): BenchRow[] {
  const p50 = times[Math.floor(times.length / 2)] ?? 0
  const p95 = times[Math.min(times.length - 1, Math.floor(times.length * 0.95))] ?? 0
  const match = peerTimes.match === null ? 'MATCH cannot' : `MATCH ORDER BY bm25 ${round(peerTimes.match)} ms`
  const reference = `LIKE ${round(peerTimes.like)} ms, ${match} (medians)`
  const ratio = p50 / peerTimes.like
  return [
    { name: `search, ${name}: p50`, value: round(p50), unit: 'ms', reference, ratio, target: '', met: null },
    {
      name: `search, ${name}: p95`,
      value: round(p95),
      unit: 'ms',
      reference: '',
      ratio: null,
      target: `≤ ${targetMs} ms`,
      met: p95 <= targetMs,
    },
  ]
}

/** Words by how many messages hold them, as the store itself says. */
function kindsOf(sqlite: Database.Database): Kind[] {
  const sample = sqlite
    .prepare<[], string>('SELECT text FROM messages WHERE rowid % 977 = 0 ORDER BY rowid LIMIT 2000')
    .pluck()
    .all()
  const counts = new Map<string, number>()
  for (const text of sample)
    for (const word of new Set(text.split(/[ ，]/u))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const han = new Map<string, number>()
  for (const text of sample) for (const [word] of text.matchAll(/(?=(\p{Script=Han}{2}))/gu)) han.set(word, 0)
  for (const text of sample) {
    for (const match of text.matchAll(/(?=(\p{Script=Han}{2}))/gu))
      han.set(match[1] ?? '', (han.get(match[1] ?? '') ?? 0) + 1)
  }
  const ranked = [...counts]
    .filter(([word]) => /^[a-z]{3,}$/.test(word))
    .sort((a, b) => b[1] - a[1])
    .map(([word]) => word)
  const twoHan = [...han]
    .filter(([word]) => word.length === 2)
    .sort((a, b) => b[1] - a[1])
    .map(([word]) => word)
  const spread = (words: readonly string[], from: number, to: number): string[] =>
    Array.from(
      { length: ASKED },
      (_, at) => words[Math.min(words.length - 1, from + Math.floor((at * (to - from)) / ASKED))] ?? '',
    )
  const rare = [needles.latin, needles.han, ...spread(ranked, Math.floor(ranked.length * 0.6), ranked.length)]
  const agentId = sqlite.prepare<[], string>('SELECT id FROM agents ORDER BY id DESC LIMIT 1').pluck().get() ?? ''
  const short = 'the a of in to 的 我 是 在 用 错 e t x z q'.split(' ')
  return [
    { name: 'rare word', targetMs: 25, queries: rare },
    { name: 'medium word', targetMs: 40, queries: spread(ranked, 200, 800) },
    { name: 'very common word', targetMs: 40, queries: spread(ranked, 0, 20) },
    { name: 'very common word of one Agent', targetMs: 40, queries: spread(ranked, 0, 20), agentId },
    { name: 'two Chinese characters', targetMs: 40, queries: spread(twoHan, 0, twoHan.length) },
    {
      name: 'one character',
      targetMs: 40,
      queries: Array.from({ length: ASKED }, (_, at) => short[at % short.length] ?? ''),
    },
    {
      name: 'eight words',
      targetMs: 40,
      queries: Array.from({ length: ASKED }, (_, at) =>
        Array.from(
          { length: 8 },
          (_word, nth) => ranked[(at * 7 + nth * nth * 11) % Math.min(ranked.length, 1200)] ?? '',
        ).join(' '),
      ),
    },
    { name: 'no hit', targetMs: 40, queries: Array.from({ length: ASKED }, (_, at) => `${ranked[at] ?? ''}qqxj${at}`) },
  ]
}

function peers(
  relay: Database.Database,
  trigram: Database.Database,
  { queries, agentId }: Kind,
): { like: number; match: number | null } {
  const like = relay.prepare(
    `SELECT m.id FROM messages m JOIN sessions s ON s.id = m.session_id
     WHERE m.text LIKE '%' || ? || '%' AND s.agent_id = ifnull(?, s.agent_id) ORDER BY m.created_at DESC LIMIT 200`,
  )
  const match = trigram.prepare('SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT 200')
  const some = queries.filter((_, at) => at % Math.ceil(queries.length / ASKED_OF_PEERS) === 0)
  const median = (run: (query: string) => unknown, of: readonly string[]): number => {
    const times = of.map((query) => {
      const started = performance.now()
      run(query)
      return performance.now() - started
    })
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  }
  const phrases = some
    .map((query) =>
      query
        .split(' ')
        .map((word) => `"${word}"`)
        .join(' OR '),
    )
    .filter((_, at) => [...(some[at] ?? '')].length >= 3)
  return {
    like: median((query) => like.all(query.split(' ')[0], agentId ?? null), some),
    match: phrases.length === 0 ? null : median((query) => match.all(query), phrases),
  }
}

/** The plain way: one trigram table over the text, contentless so that sizes compare. Built on the first run. */
function openTrigram(
  relay: Database.Database,
  path: string,
): { sqlite: Database.Database; path: string; seconds: number | null } {
  const done = `${path}.complete`
  const isMade = existsSync(done)
  if (!isMade) for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  const sqlite = new Database(path)
  if (isMade) return { sqlite, path, seconds: null }
  const started = performance.now()
  sqlite.pragma('journal_mode = WAL')
  sqlite.exec("CREATE VIRTUAL TABLE t USING fts5(text, content='', contentless_delete=1, tokenize='trigram')")
  const insert = sqlite.prepare('INSERT INTO t (rowid, text) VALUES (?, ?)')
  const page = relay.prepare<[number], { row: number; text: string }>(
    'SELECT rowid AS row, text FROM messages WHERE rowid > ? ORDER BY rowid LIMIT 2000',
  )
  for (let rows = page.all(0); rows.length > 0; rows = page.all(rows.at(-1)?.row ?? Number.MAX_SAFE_INTEGER)) {
    sqlite.transaction(() => {
      for (const { row, text } of rows) insert.run(row, text)
    })()
  }
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  const seconds = (performance.now() - started) / 1000
  writeFileSync(done, '')
  return { sqlite, path, seconds }
}

function sizeRow(indexPath: string, trigramPath: string): BenchRow {
  const ours = statSync(indexPath).size / 2 ** 20
  const plain = statSync(trigramPath).size / 2 ** 20
  return {
    name: 'index size',
    value: round(ours),
    unit: 'MiB',
    reference: `plain trigram FTS5 ${round(plain)} MiB`,
    ratio: ours / plain,
    target: '',
    met: null,
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
