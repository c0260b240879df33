import { systemIds } from '#main/kernel/ids.ts'

/** Runs one statement in a transaction together with the rows that it queues. */
export type Change = (
  sql: string,
  parameters: readonly unknown[],
  queue?: { message?: string; session?: string },
) => void

/** As little of Agents, Sessions and messages as search reads, written by hand. Each call answers the new id. */
export type SearchRows = {
  readonly change: Change
  agent(values?: { name?: string; reach?: string }): string
  /** `queue: false` writes it as if the index had been told long ago. */
  session(
    agentId: string | null,
    values?: { name?: string; description?: string; reach?: string; queue?: boolean },
  ): string
  message(sessionId: string, text: string, values?: { createdAt?: number; leftOut?: boolean; queue?: boolean }): string
}

export function createSearchRows(change: Change): SearchRows {
  let position = 0
  return {
    change,
    agent({ name = 'Agent', reach = 'open' } = {}) {
      const id = systemIds.next()
      change("INSERT INTO agents VALUES (?, ?, '', '{}', '', '{}', ?, 0, 0, NULL)", [id, name, reach])
      return id
    },
    session(agentId, { name = '', description = '', reach = 'open', queue = true } = {}) {
      const id = systemIds.next()
      change(
        `INSERT INTO sessions (id, agent_id, name, name_set_by_person, description, workspace, origin, reach, created_at, last_activity_at)
         VALUES (?, ?, ?, 1, ?, '', 'user', ?, 0, 0)`,
        [id, agentId, name, description, reach],
        queue ? { session: id } : {},
      )
      return id
    },
    message(sessionId, text, { createdAt = 0, leftOut = false, queue = true } = {}) {
      const id = systemIds.next()
      position += 1
      change(
        "INSERT INTO messages VALUES (?, ?, NULL, ?, 'user', '[]', ?, 'complete', 1, ?, ?)",
        [id, sessionId, position, text, Number(leftOut), createdAt],
        queue ? { message: id } : {},
      )
      return id
    },
  }
}
