import type { Approval } from '#shared/approval.ts'
import { ok } from '#shared/result.ts'
import type { ApprovalRecord } from '../../approvals/approval-record.ts'
import { approvalView } from '../../approvals/approval-view.ts'
import { decodeCursor, encodeCursor } from '../../kernel/keyset-cursor.ts'
import { answer, done, fail, found } from '../answers.ts'
import type { HandlerServices } from '../handler-services.ts'
import type { Handlers } from '../router.ts'

type WorkRoutes =
  | `turns.${'send' | 'stop' | 'withdraw' | 'consent' | 'retry'}`
  | `approvals.${'open' | 'history' | 'get' | 'answer' | 'between'}`
  | `deliveries.${'list' | 'get' | 'map' | 'ofSession' | 'cancel' | 'retry' | 'wake' | 'markRead'}`

const BETWEEN_LIMIT = 10

/** Turns, approvals and Deliveries: what a person does with work. */
export function workHandlers(services: HandlerServices): Pick<Handlers, WorkRoutes> {
  const {
    turns,
    approvals,
    approvalStore,
    facts,
    agentStore,
    clock,
    deliveryControl,
    acceptance,
    deliveryList,
    deliveryMap,
  } = services
  const same = <T>(value: T): T => value
  const view = (record: ApprovalRecord): Approval => approvalView(record, { facts, agents: agentStore, clock })
  return {
    'turns.send': ({ sessionId, text, mode }) => answer(turns.send(sessionId, text, mode), same),
    'turns.stop': ({ sessionId, cancelOutgoing }) => {
      const stopped = turns.stop(sessionId)
      if (stopped.ok && cancelOutgoing) deliveryControl.cancelOutgoing(sessionId)
      return answer(stopped, done)
    },
    'turns.withdraw': ({ turnId }) => answer(turns.withdraw(turnId), same),
    'turns.consent': ({ turnId }) => answer(turns.consent(turnId), same),
    'turns.retry': ({ turnId }) => answer(turns.retry(turnId), same),
    'approvals.open': ({ sessionId }) => ok(approvalStore.open(sessionId).map(view)),
    'approvals.history': ({ cursor, limit, ...filter }) => {
      const scope = JSON.stringify(['approvals.history', filter])
      const before = cursor === null ? null : decodeCursor(scope, cursor)
      if (cursor !== null && before === null) return fail('INVALID_INPUT', 'This cursor is not one of this list.')
      const records = approvalStore.settled(filter, before, limit + 1)
      const shown = records.slice(0, limit)
      const last = shown.at(-1)
      const more = records.length > limit && last !== undefined
      return ok({
        approvals: shown.map(view),
        nextCursor: more ? encodeCursor(scope, { at: last.decidedAt ?? 0, id: last.id }) : null,
      })
    },
    'approvals.get': ({ id }) => {
      const record = approvals.get(id)
      return found(record === null ? null : view(record), 'approval')
    },
    'approvals.answer': ({ id, decision }, { windowName }) =>
      answer(approvals.decide(id, decision, windowName), ({ result, record }) => ({ result, approval: view(record) })),
    'approvals.between': ({ senderSessionId, targetSessionId }) =>
      ok(deliveryList.between(senderSessionId, targetSessionId, BETWEEN_LIMIT)),
    'deliveries.list': ({ filter, cursor, limit }) => {
      const page = deliveryList.page(filter, cursor, limit)
      return page.ok ? page : fail('INVALID_INPUT', 'This cursor is not one of this list.')
    },
    'deliveries.get': ({ id }) => found(deliveryList.detail(id), 'delivery'),
    'deliveries.map': (query) => ok(deliveryMap.read(query)),
    'deliveries.cancel': ({ id }) => answer(deliveryControl.cancel(id), done),
    'deliveries.retry': ({ id, options }) =>
      answer(acceptance.retry(id, options ?? { expiresInMs: null, onResult: 'wake' }), same),
    'deliveries.wake': ({ id }) => answer(deliveryControl.wake(id), done),
    'deliveries.markRead': ({ id }) => answer(deliveryControl.markRead(id), done),
    'deliveries.ofSession': ({ sessionId, limit }) =>
      ok({
        sent: deliveryList.requests('sent', sessionId, limit),
        received: deliveryList.requests('received', sessionId, limit),
      }),
  }
}
