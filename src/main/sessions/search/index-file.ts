import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'

/** The main file that an index belongs to: another id or generation means another index. */
export type IndexOf = { readonly storeId: string; readonly generation: string }

/** Raised whenever what is stored, or how text is folded or cut, changes: an index of another format is built anew. */
const FORMAT = 1

/** The one document that is in no Session; without it the index has lost its contents. */
const PROBE_NO = 0
const PROBE_TOKEN = 'probe0'

const SCHEMA = `
  CREATE TABLE state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    format INTEGER NOT NULL,
    store_id TEXT NOT NULL,
    generation TEXT NOT NULL,
    last_seq INTEGER NOT NULL,
    building TEXT NOT NULL CHECK (building IN ('sessions', 'messages', 'done')),
    docs INTEGER NOT NULL,
    length INTEGER NOT NULL
  );
  CREATE TABLE agent (no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
  CREATE TABLE session (no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, agent_no INTEGER NOT NULL, messages INTEGER NOT NULL);
  CREATE TABLE doc (no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, session_no INTEGER NOT NULL, length INTEGER NOT NULL);
  CREATE INDEX doc_session ON doc (session_no);
  CREATE TABLE todo (session_no INTEGER PRIMARY KEY, again INTEGER NOT NULL, after_created INTEGER NOT NULL, after_id TEXT NOT NULL);
  CREATE VIRTUAL TABLE gram USING fts5(runs, content='', contentless_delete=1, detail=none, tokenize='ascii');
  CREATE VIRTUAL TABLE name_gram USING fts5(runs, content='', contentless_delete=1, detail=none, tokenize='ascii');
`

/**
 * Opens `search.db`, or makes it anew where it is missing, damaged, of another main file or of another format. It can
 * always be built again from the main file, so nothing of it is worth keeping.
 */
export function openIndexFile(
  path: string,
  of: IndexOf,
  isStillThere: (lastSeq: number) => boolean,
): Database.Database {
  let sqlite: Database.Database | null = null
  try {
    sqlite = connect(path)
    if (isUsable(sqlite, of, isStillThere)) return sqlite
  } catch (error) {
    if (!isDamage(error)) {
      sqlite?.close()
      throw error
    }
  }
  sqlite?.close()
  return makeIndexFile(path, of)
}

export function makeIndexFile(path: string, of: IndexOf): Database.Database {
  removeIndexFile(path)
  const sqlite = connect(path)
  sqlite.transaction(() => {
    sqlite.exec(SCHEMA)
    sqlite.prepare("INSERT INTO state VALUES (1, ?, ?, ?, 0, 'sessions', 0, 0)").run(FORMAT, of.storeId, of.generation)
    sqlite.prepare('INSERT INTO gram (rowid, runs) VALUES (?, ?)').run(PROBE_NO, PROBE_TOKEN)
    sqlite.prepare('INSERT INTO name_gram (rowid, runs) VALUES (?, ?)').run(PROBE_NO, PROBE_TOKEN)
  })()
  return sqlite
}

/** True for what only a new file cures: damage, or tables that are not those of the schema. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Database.SqliteError)) return false
  return /^SQLITE_(CORRUPT|NOTADB|ERROR|MISMATCH|SCHEMA|CONSTRAINT|FORMAT)/.test(error.code)
}

function removeIndexFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true })
}

function connect(path: string): Database.Database {
  const sqlite = new Database(path)
  try {
    sqlite.pragma('journal_mode = WAL')
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('cache_size = -32768')
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

function isUsable(sqlite: Database.Database, of: IndexOf, isStillThere: (lastSeq: number) => boolean): boolean {
  const state = sqlite
    .prepare<
      [],
      { format: number; store_id: string; generation: string; last_seq: number; building: string; docs: number }
    >('SELECT * FROM state')
    .get()
  if (state === undefined || state.format !== FORMAT) return false
  if (state.store_id !== of.storeId || state.generation !== of.generation) return false
  if (state.building !== 'sessions' && !isStillThere(state.last_seq)) return false
  return holdsItsContents(sqlite, state.docs)
}

/** Counts and one known document: an index emptied by hand or half written by a foreign tool is not believed. */
function holdsItsContents(sqlite: Database.Database, docs: number): boolean {
  const count = (table: string): number =>
    sqlite.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? -1
  if (count('doc') !== docs || count('gram_docsize') !== docs + 1) return false
  if (count('name_gram_docsize') !== count('session') + 1) return false
  return ['gram', 'name_gram'].every((table) => {
    const found = sqlite
      .prepare<[string], number>(`SELECT rowid FROM ${table} WHERE ${table} MATCH ?`)
      .pluck()
      .all(PROBE_TOKEN)
    return found.length === 1 && found[0] === PROBE_NO
  })
}
