import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Reach } from '#shared/agent.ts'
import { type Session, sessionOriginSchema } from '#shared/session.ts'
import type { Db } from '../db/open-database.ts'
import { sessions } from '../db/schema/index.ts'
import type { Tx } from '../db/write-tx.ts'

type SessionRowRaw = typeof sessions.$inferSelect

/** Owns the `sessions` table. */
export interface SessionStore {
  get(id: string): Session | null
  idsOfAgent(agentId: string): string[]
  insertTx(tx: Tx, session: Session): void
  renameTx(tx: Tx, id: string, name: string, byPerson: boolean): void
  describeTx(tx: Tx, id: string, description: string): void
  setReachTx(tx: Tx, id: string, reach: Reach): void
  setPinnedTx(tx: Tx, id: string, pinnedAt: number | null): void
  setSeenTx(tx: Tx, id: string, seenAt: number): void
  setTrashedTx(tx: Tx, id: string, trashedAt: number | null): void
  setAgentTx(tx: Tx, id: string, agentId: string): void
  /** Moves the time of the last conversation forward, never back. */
  touchTx(tx: Tx, id: string, at: number): void
  /** Marks it as being deleted for ever: from now on it is in no list. */
  markDeletingTx(tx: Tx, id: string, at: number): void
  deleting(): string[]
  removeTx(tx: Tx, id: string): void
}

export function createSessionStore({ orm }: Db): SessionStore {
  const byId = orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder('id')), isNull(sessions.deletingAt)))
    .prepare()
  const touch = orm
    .update(sessions)
    .set({ lastActivityAt: sql`max(${sessions.lastActivityAt}, ${sql.placeholder('at')})` })
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare()
  const set = (id: string, values: Partial<SessionRowRaw>): void => {
    orm.update(sessions).set(values).where(eq(sessions.id, id)).run()
  }
  return {
    get(id) {
      const row = byId.get({ id })
      return row === undefined ? null : toSession(row)
    },
    idsOfAgent: (agentId) =>
      orm
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.agentId, agentId), isNull(sessions.deletingAt)))
        .all()
        .map((row) => row.id),
    insertTx: (_tx, session) => void orm.insert(sessions).values(session).run(),
    renameTx: (_tx, id, name, byPerson) => set(id, { name, ...(byPerson ? { nameSetByPerson: true } : {}) }),
    describeTx: (_tx, id, description) => set(id, { description }),
    setReachTx: (_tx, id, reach) => set(id, { reach }),
    setPinnedTx: (_tx, id, pinnedAt) => set(id, { pinnedAt }),
    setSeenTx: (_tx, id, seenAt) => set(id, { seenAt }),
    setTrashedTx: (_tx, id, trashedAt) => set(id, { trashedAt }),
    setAgentTx: (_tx, id, agentId) => set(id, { agentId }),
    touchTx: (_tx, id, at) => void touch.run({ id, at }),
    markDeletingTx: (_tx, id, at) => set(id, { deletingAt: at }),
    deleting: () =>
      orm
        .select({ id: sessions.id })
        .from(sessions)
        .where(sql`${sessions.deletingAt} IS NOT NULL`)
        .all()
        .map((row) => row.id),
    removeTx: (_tx, id) => void orm.delete(sessions).where(eq(sessions.id, id)).run(),
  }
}

function toSession(row: SessionRowRaw): Session {
  const { orderKey: _orderKey, deletingAt: _deletingAt, ...session } = row
  return { ...session, origin: sessionOriginSchema.parse(session.origin) }
}
