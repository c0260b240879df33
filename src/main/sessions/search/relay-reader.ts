import Database from 'better-sqlite3'

export type MessageText = {
  readonly id: string
  readonly sessionId: string
  readonly text: string
  readonly leftOut: 0 | 1
  readonly createdAt: number
}

export type SessionFacts = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly agentId: string | null
  readonly agentName: string | null
  readonly agentDeleted: 0 | 1
  /** Hidden by itself or by its Agent. */
  readonly hidden: 0 | 1
  readonly trashed: 0 | 1
  readonly lastActivityAt: number
}

export type PendingRow = { readonly seq: number; readonly kind: 'message' | 'session'; readonly refId: string }

/** How long a read waits while the file's log is being reset. */
const BUSY_TIMEOUT_MS = 250

const MESSAGE =
  'm.id, m.session_id AS sessionId, m.text, m.left_out AS leftOut, m.created_at AS createdAt FROM messages m'

const SESSION = `
  SELECT s.id, s.name, s.description, a.id AS agentId, a.name AS agentName, a.deleted_at IS NOT NULL AS agentDeleted,
    (s.reach = 'hidden' OR ifnull(a.reach = 'hidden', 0)) AS hidden, s.trashed_at IS NOT NULL AS trashed,
    s.last_activity_at AS lastActivityAt
  FROM sessions s LEFT JOIN agents a ON a.id = s.agent_id`

/** Everything that search reads of the main file, over a connection that cannot write. */
export type RelayReader = ReturnType<typeof openRelayReader>

export function openRelayReader(path: string) {
  const sqlite = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  sqlite.pragma('cache_size = -32768')
  const begin = sqlite.prepare('BEGIN')
  const end = sqlite.prepare('COMMIT')
  const message = sqlite.prepare<[string], MessageText>(`SELECT ${MESSAGE} WHERE id = ?`)
  // As bytes: the driver turns long texts beyond ASCII into strings three times slower than Node's own decoder.
  const someMessages = sqlite.prepare<[string], Omit<MessageText, 'text'> & { text: Buffer }>(
    `SELECT m.id, m.session_id AS sessionId, CAST(m.text AS BLOB) AS text, m.left_out AS leftOut, m.created_at AS createdAt
     FROM json_each(?) AS wanted CROSS JOIN messages m ON m.id = wanted.value`,
  )
  const sessionOfMessage = sqlite.prepare<[string], string>('SELECT session_id FROM messages WHERE id = ?').pluck()
  const messagesAfterRow = sqlite.prepare<[number, number], MessageText & { row: number }>(
    `SELECT m.rowid AS row, ${MESSAGE} WHERE m.rowid > ? ORDER BY m.rowid LIMIT ?`,
  )
  const messagesOfSession = sqlite.prepare<[string, number, string, number], MessageText>(
    `SELECT ${MESSAGE} WHERE session_id = ? AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?`,
  )
  const countOfSession = sqlite.prepare<[string], number>('SELECT count(*) FROM messages WHERE session_id = ?').pluck()
  const session = sqlite.prepare<[string], SessionFacts>(`${SESSION} WHERE s.id = ? AND s.deleting_at IS NULL`)
  const someSessions = sqlite.prepare<[string], SessionFacts>(
    `${SESSION} WHERE s.id IN (SELECT value FROM json_each(?)) AND s.deleting_at IS NULL`,
  )
  const sessionsAfterRow = sqlite.prepare<[number, number], { row: number; id: string }>(
    'SELECT rowid AS row, id FROM sessions WHERE rowid > ? ORDER BY rowid LIMIT ?',
  )
  const pendingAfter = sqlite.prepare<[number, number], PendingRow>(
    'SELECT seq, kind, ref_id AS refId FROM search_pending WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const newestPending = sqlite.prepare<[number, number], PendingRow>(
    'SELECT seq, kind, ref_id AS refId FROM search_pending WHERE seq > ? ORDER BY seq DESC LIMIT ?',
  )
  const countPending = sqlite.prepare<[number], number>('SELECT count(*) FROM search_pending WHERE seq > ?').pluck()
  const countMessages = sqlite.prepare<[], number>('SELECT count(*) FROM messages').pluck()
  const newestSeq = sqlite.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'search_pending'").pluck()
  const visible = sqlite
    .prepare<[{ trashed: number; agentOnly: number; askerId: string; agentId: string | null }], string>(
      `SELECT s.id FROM sessions s LEFT JOIN agents a ON a.id = s.agent_id
       WHERE s.deleting_at IS NULL AND (@trashed OR s.trashed_at IS NULL) AND (@agentId IS NULL OR s.agent_id = @agentId)
         AND (NOT @agentOnly OR (a.id IS NOT NULL AND a.deleted_at IS NULL
           AND ((s.reach <> 'hidden' AND a.reach <> 'hidden') OR s.id = @askerId)))`,
    )
    .pluck()
  return {
    /** Runs `work` on one state of the main file. */
    snapshot<T>(work: () => T): T {
      begin.run()
      try {
        return work()
      } finally {
        end.run()
      }
    },
    message: (id: string) => message.get(id),
    /** In the order of the ids, without those that are gone. */
    messages: (ids: readonly string[]): MessageText[] =>
      someMessages.all(JSON.stringify(ids)).map((row) => ({ ...row, text: row.text.toString('utf8') })),
    sessionOfMessage: (id: string) => sessionOfMessage.get(id),
    messagesAfterRow: (row: number, limit: number) => messagesAfterRow.all(row, limit),
    messagesOfSession: (id: string, createdAt: number, messageId: string, limit: number) =>
      messagesOfSession.all(id, createdAt, messageId, limit),
    countOfSession: (id: string) => countOfSession.get(id) ?? 0,
    /** Undefined also for one that is being deleted for ever. */
    session: (id: string) => session.get(id),
    /** In any order, without those that are gone. */
    sessions: (ids: readonly string[]) => someSessions.all(JSON.stringify(ids)),
    sessionsAfterRow: (row: number, limit: number) => sessionsAfterRow.all(row, limit),
    pendingAfter: (seq: number, limit: number) => pendingAfter.all(seq, limit),
    newestPending: (seq: number, limit: number) => newestPending.all(seq, limit),
    countPending: (seq: number) => countPending.get(seq) ?? 0,
    countMessages: () => countMessages.get() ?? 0,
    /** The highest seq ever given, pruned rows included. */
    newestSeq: () => newestSeq.get() ?? 0,
    visibleSessions: (filter: { trashed: boolean; agentOnly: boolean; askerId: string; agentId: string | null }) =>
      visible.all({ ...filter, trashed: Number(filter.trashed), agentOnly: Number(filter.agentOnly) }),
    close: () => void sqlite.close(),
  }
}

/** True where every change after `lastSeq` is still queued, so that an index of that state can catch up. */
export function canCatchUp(relay: RelayReader, lastSeq: number): boolean {
  const newest = relay.newestSeq()
  if (newest <= lastSeq) return newest === lastSeq
  return relay.pendingAfter(lastSeq, 1)[0]?.seq === lastSeq + 1
}
