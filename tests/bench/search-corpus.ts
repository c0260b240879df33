import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDatabase } from '#main/db/open-database.ts'
import { systemClock } from '#main/kernel/clock.ts'
import { silentLogger } from '#main/kernel/logger.ts'
import { migrationsDir } from '#tests/support/database.ts'

export type CorpusSize = { readonly messages: number; readonly sessions: number; readonly agents: number }

/** Raised when the texts change: a kept corpus of another format is made anew. */
const FORMAT = 1
const WORDS = 60_000
const HAN_WORDS = 30_000
const NEEDLES = 5

/** What the benches search for; where the words of a rank stand follows from the distribution. */
export const needles = { latin: 'quixotrope', han: '鼹鼩' }

/** A folder under the system's cache for things that are costly to make and easy to make again. */
export function cacheFolder(name: string): string {
  const base =
    process.env['XDG_CACHE_HOME'] ??
    (process.platform === 'darwin'
      ? join(homedir(), 'Library', 'Caches')
      : process.platform === 'win32'
        ? (process.env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'))
        : join(homedir(), '.cache'))
  return join(base, 'session-relay', name)
}

/** Opens the seeded corpus, made on the first run: half English-like, half Chinese, words by Zipf's law. */
export async function openCorpus(size: CorpusSize): Promise<{ db: Db; dir: string }> {
  const dir = cacheFolder(`bench-corpus-v${FORMAT}-${size.messages}-${size.sessions}`)
  const done = join(dir, 'complete')
  const isMade = existsSync(done)
  if (!isMade) rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  const ids = seededIds(0)
  const opened = await openDatabase({ dir, migrationsDir, clock: systemClock, ids, logger: silentLogger })
  if (!opened.ok) throw new Error(`the corpus could not be opened: ${JSON.stringify(opened.error)}`)
  if (!isMade) {
    fill(opened.value, size)
    writeFileSync(done, '')
  }
  return { db: opened.value, dir }
}

function fill(db: Db, size: CorpusSize): void {
  const random = seeded(42)
  const words = vocabulary(random)
  const pickWord = zipf(random, WORDS)
  const pickHan = zipf(random, HAN_WORDS)
  const pickSession = zipf(random, size.sessions)
  const { sqlite } = db
  sqlite.pragma('synchronous = OFF')
  const agent = sqlite.prepare("INSERT INTO agents VALUES (?, ?, '', '{}', '', '{}', 'open', 0, 0, NULL)")
  const session = sqlite.prepare(
    `INSERT INTO sessions (id, agent_id, name, name_set_by_person, description, workspace, origin, reach, created_at, last_activity_at)
     VALUES (?, ?, ?, 1, '', '', 'user', 'open', ?, ?)`,
  )
  const message = sqlite.prepare("INSERT INTO messages VALUES (?, ?, NULL, ?, ?, ?, ?, 'complete', 0, 0, ?)")
  const ids = seededIds(1)
  const agents = Array.from({ length: size.agents }, () => ids.next())
  const sessions = Array.from({ length: size.sessions }, () => ids.next())
  const positions = new Map<string, number>()
  const english = (length: number): string => Array.from({ length }, () => words.latin[pickWord()] ?? '').join(' ')
  const chinese = (length: number): string => {
    let text = ''
    for (let at = 0; at < length; at += 1) text += (words.han[pickHan()] ?? '') + (at % 9 === 8 ? '，' : '')
    return text
  }
  const start = Date.UTC(2024, 0, 1)
  db.transact(() => {
    for (const [at, id] of agents.entries()) agent.run(id, `Agent ${at}`)
    for (const [at, id] of sessions.entries()) {
      session.run(id, agents[at % agents.length], at % 2 === 0 ? english(4) : chinese(4), start + at, start + at)
    }
  })
  const gap = Math.floor(size.messages / NEEDLES)
  for (let from = 0; from < size.messages; from += 10_000) {
    db.transact(() => {
      for (let at = from; at < Math.min(size.messages, from + 10_000); at += 1) {
        const length = Math.max(3, Math.round(60 * Math.exp((random() + random() + random() - 1.5) * 1.2)))
        const needle = at % gap === gap >> 1 ? ` ${needles.latin} ` : at % gap === gap >> 2 ? needles.han : ''
        const text = (at % 2 === 0 ? english(length) : chinese(length * 2)) + needle
        const owner = sessions[pickSession()] ?? ''
        const position = (positions.get(owner) ?? 0) + 1
        positions.set(owner, position)
        const parts = JSON.stringify([{ type: 'text', text }])
        message.run(ids.next(), owner, position, at % 3 === 0 ? 'user' : 'assistant', parts, text, start + at * 60_000)
      }
    })
  }
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
}

function vocabulary(random: () => number): { latin: string[]; han: string[] } {
  const syllables =
    'a be con de en fi ga hu in jo ka lo mi no or pa qua re si ta un ver wi ex y zo ter tion ment ing ed al is on at er'.split(
      ' ',
    )
  const latin = new Set('the of and a to in is it for on with as that be this error not we can'.split(' '))
  while (latin.size < WORDS) {
    const length = 2 + Math.floor(random() * 3)
    latin.add(Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)] ?? '').join(''))
  }
  const han = new Set(['的', '会话', '用户', '我们', '错误', '服务', '计划'])
  const char = (): string => String.fromCodePoint(0x4e00 + Math.floor(random() ** 2 * 3500))
  while (han.size < HAN_WORDS) han.add(random() < 0.15 ? char() : char() + char())
  return { latin: [...latin], han: [...han] }
}

/** Ranks from 0 with a chance of about 1 / (rank + 2.7). */
function zipf(random: () => number, count: number): () => number {
  const offset = 2.7
  const top = Math.log((count + offset) / offset)
  return () => Math.min(count - 1, Math.floor(offset * Math.exp(random() * top) - offset))
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Ids in the form of ours, the same on every run. */
function seededIds(space: number): { next: () => string } {
  let count = 0
  return {
    next() {
      count += 1
      const hex = count.toString(16).padStart(12, '0')
      return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${space.toString(16).padStart(12, '0')}`
    },
  }
}
