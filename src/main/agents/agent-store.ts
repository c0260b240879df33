import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Agent, runtimeConfigSchema, workspacePolicySchema } from '#shared/agent.ts'
import type { Db } from '../db/open-database.ts'
import { agents, sessions } from '../db/schema/index.ts'
import type { Tx } from '../db/write-tx.ts'

type AgentRow = typeof agents.$inferSelect

/** Owns the `agents` table. */
export interface AgentStore {
  get(id: string): Agent | null
  /** Live Agents by name, or the deleted ones. */
  list(deleted: boolean): Agent[]
  /** Sessions out of the trash, by Agent id. */
  sessionCounts(): Map<string, number>
  insertTx(tx: Tx, agent: Agent): void
  updateTx(tx: Tx, agent: Agent): void
  setDeletedTx(tx: Tx, id: string, deletedAt: number | null): void
  /** Removes the row; its Sessions become orphans. */
  removeTx(tx: Tx, id: string): void
}

export function createAgentStore({ orm }: Db): AgentStore {
  const byId = orm
    .select()
    .from(agents)
    .where(eq(agents.id, sql.placeholder('id')))
    .prepare()
  return {
    get(id) {
      const row = byId.get({ id })
      return row === undefined ? null : toAgent(row)
    },
    list(deleted) {
      const rows = orm
        .select()
        .from(agents)
        .where(deleted ? isNotNull(agents.deletedAt) : isNull(agents.deletedAt))
        .orderBy(sql`${agents.name} COLLATE NOCASE`, agents.id)
        .all()
      return rows.map(toAgent)
    },
    sessionCounts() {
      const rows = orm
        .select({ agentId: sessions.agentId, sessions: count() })
        .from(sessions)
        .where(and(isNotNull(sessions.agentId), isNull(sessions.trashedAt)))
        .groupBy(sessions.agentId)
        .all()
      return new Map(rows.map((row) => [row.agentId ?? '', row.sessions]))
    },
    insertTx(_tx, agent) {
      orm.insert(agents).values(agent).run()
    },
    updateTx(_tx, { id, ...rest }) {
      orm.update(agents).set(rest).where(eq(agents.id, id)).run()
    },
    setDeletedTx(_tx, id, deletedAt) {
      orm.update(agents).set({ deletedAt }).where(eq(agents.id, id)).run()
    },
    removeTx(_tx, id) {
      orm.delete(agents).where(eq(agents.id, id)).run()
    },
  }
}

function toAgent(row: AgentRow): Agent {
  return {
    ...row,
    runtime: runtimeConfigSchema.parse(row.runtime),
    workspace: workspacePolicySchema.parse(row.workspace),
  }
}
