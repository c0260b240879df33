import { v7 } from 'uuid'
import { appendAuditTx } from '#main/db/audit-log.ts'
import type { Db } from '#main/db/open-database.ts'
import { preparedInsert } from '#main/db/prepared-insert.ts'
import { deliveries, messages, sessions, turns } from '#main/db/schema/index.ts'
import { writeTx } from '#main/db/write-tx.ts'

export type DeliveryRows = {
  readonly agentId: string
  readonly workspace: string
  readonly callers: number
  readonly targets: number
  readonly count: number
  /** So many, one a target, run at the moment; the rest has `status`. */
  readonly delivering: number
  readonly status: 'accepted' | 'consumed'
}

const TEXT = 'Please look through the change and say what is missing. '.repeat(4)

/** Requests by hand, spread over callers and targets, each with its message and audit row. */
export function writeDeliveryRows(db: Db, rows: DeliveryRows): void {
  const { agentId, workspace, count, delivering, status } = rows
  const insertSession = preparedInsert(db, sessions)
  const insertMessage = preparedInsert(db, messages)
  const insertDelivery = preparedInsert(db, deliveries)
  const insertTurn = preparedInsert(db, turns)
  const at = Date.now() - count
  writeTx(db, (tx) => {
    const makeSession = (name: string): string => {
      const id = v7()
      insertSession({
        id,
        agentId,
        name,
        nameSetByPerson: false,
        description: '',
        workspace,
        origin: 'user',
        reach: 'open',
        createdAt: at,
        lastActivityAt: at,
      })
      return id
    }
    const callers = Array.from({ length: rows.callers }, (_, n) => makeSession(`Caller ${n}`))
    const targets = Array.from({ length: rows.targets }, (_, n) => makeSession(`Target ${n}`))
    for (let n = 0; n < count; n += 1) {
      const id = v7()
      const messageId = v7()
      const caller = callers[n % callers.length] ?? ''
      const target = targets[n % targets.length] ?? ''
      const seq = Math.floor(n / targets.length) + 1
      const isRunning = n < delivering
      const state = isRunning ? 'delivering' : status
      const turnId = state === 'accepted' ? null : v7()
      const message = { sessionId: target, turnId, inChat: false, leftOut: false, createdAt: at + n }
      const parts = [{ type: 'text', text: TEXT }]
      const position = turnId === null ? null : seq * 2
      insertMessage({ ...message, id: messageId, position, role: 'user', parts, text: TEXT, status: 'complete' })
      if (turnId !== null) {
        insertTurn({
          id: turnId,
          sessionId: target,
          interaction: 'headless',
          origin: 'request',
          state: isRunning ? 'running' : 'succeeded',
          inputMessageId: messageId,
          traceId: id,
          hop: 1,
          createdAt: at + n,
          startedAt: at + n,
          endedAt: isRunning ? null : at + n,
          steps: 1,
          needsConsent: false,
        })
        const answer = isRunning ? ('streaming' as const) : ('complete' as const)
        insertMessage({
          ...message,
          id: v7(),
          position: seq * 2 + 1,
          role: 'assistant',
          parts,
          text: TEXT,
          status: answer,
        })
      }
      insertDelivery({
        id,
        kind: 'request',
        senderAgentId: agentId,
        senderSessionId: caller,
        senderAgentName: 'Agent',
        senderSessionName: 'Caller',
        receiverAgentId: agentId,
        receiverSessionId: target,
        receiverAgentName: 'Agent',
        receiverSessionName: 'Target',
        replyPolicy: 'completion',
        status: state,
        outcome: state === 'consumed' ? 'success' : null,
        messageId,
        turnId,
        seq,
        traceId: id,
        hop: 1,
        onResult: 'wake',
        held: false,
        attempts: 0,
        acceptedAt: at + n,
        startedAt: turnId === null ? null : at + n,
        finishedAt: state === 'consumed' ? at + n : null,
        statusAt: at + n,
      })
      appendAuditTx(tx, {
        at: at + n,
        actor: caller,
        subjectType: 'delivery',
        subjectId: id,
        event: 'accepted',
        detail: { n },
      })
    }
  })
}
