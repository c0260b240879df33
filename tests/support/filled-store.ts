import type { Db } from '#main/db/open-database.ts'
import { preparedInsert } from '#main/db/prepared-insert.ts'
import { appendAuditTx } from '#main/db/audit-log.ts'
import { agents, deliveries, messages, sessions } from '#main/db/schema/index.ts'
import { writeTx } from '#main/db/write-tx.ts'
import type { InferInsertModel } from 'drizzle-orm'

/** Rows by hand, for tests of the database itself: an Agent, its Sessions, and in each some messages. */
export function fillStore(db: Db, size: { sessions: number; messages: number; deliveries: number }): void {
  const insertSession = preparedInsert(db, sessions)
  const insertMessage = preparedInsert(db, messages)
  const insertDelivery = preparedInsert(db, deliveries)
  writeTx(db, (tx) => {
    preparedInsert(
      db,
      agents,
    )({
      ...{
        id: 'agent',
        name: 'Agent',
        emoji: '🙂',
        runtime: { version: 1 },
        instructions: '',
        workspace: { version: 1 },
      },
      ...{ reach: 'open', createdAt: 1, updatedAt: 1 },
    })
    for (let s = 1; s <= size.sessions; s += 1) {
      insertSession({
        ...{ id: `session-${s}`, agentId: 'agent', name: `Session ${s}`, nameSetByPerson: false, description: '' },
        ...{ workspace: '/tmp/ws', origin: 'user', reach: 'open', createdAt: s, lastActivityAt: s },
      })
    }
    for (let m = 1; m <= size.messages; m += 1) {
      const text = `message ${m} ${'lorem ipsum '.repeat(20)}`
      insertMessage({
        ...{ id: `message-${m}`, sessionId: `session-${(m % size.sessions) + 1}`, position: m, role: 'user', text },
        ...{ parts: [{ type: 'text', text }], status: 'complete', inChat: false, leftOut: false, createdAt: m },
      })
    }
    for (let d = 1; d <= size.deliveries; d += 1) insertDelivery(deliveryRow(d))
    for (let d = 1; d <= size.deliveries; d += 1) {
      appendAuditTx(tx, {
        at: d,
        actor: 'person',
        subjectType: 'delivery',
        subjectId: `delivery-${d}`,
        event: 'accepted',
        detail: { d },
      })
    }
  })
}

export function deliveryRow(number: number): InferInsertModel<typeof deliveries> {
  return {
    ...{ id: `delivery-${number}`, kind: 'request', senderAgentId: 'agent', senderSessionId: 'session-1' },
    ...{
      senderAgentName: 'Agent',
      senderSessionName: 'Session 1',
      receiverAgentId: 'agent',
      receiverSessionId: 'session-2',
    },
    ...{ receiverAgentName: 'Agent', receiverSessionName: 'Session 2', replyPolicy: 'completion', status: 'accepted' },
    ...{ messageId: `message-of-${number}`, seq: number, traceId: 'trace', hop: 1, onResult: 'wake', held: false },
    ...{ attempts: 0, acceptedAt: number, statusAt: number },
  }
}

/** Rows by table. */
export function countRows({ sqlite }: Db): Record<string, number> {
  const count = (table: string) => sqlite.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
  return Object.fromEntries(
    ['agents', 'sessions', 'messages', 'deliveries', 'audit_log'].map((name) => [name, count(name)]),
  )
}
