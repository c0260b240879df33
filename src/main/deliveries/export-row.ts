import type { Delivery } from '#shared/delivery.ts'
import type { CsvCell } from './csv-line.ts'

/** What is exported of one Delivery: a name is a key in JSONL and a header in CSV. Times are ISO 8601 UTC. */
const columns: Readonly<Record<string, (delivery: Delivery) => CsvCell>> = {
  id: (it) => it.id,
  kind: (it) => it.kind,
  status: (it) => it.status,
  outcome: (it) => it.outcome,
  errorCode: (it) => it.error?.code ?? null,
  errorMessage: (it) => it.error?.message ?? null,
  senderAgentId: (it) => it.senderAgentId,
  senderAgentName: (it) => it.sender.agentName,
  senderSessionId: (it) => it.senderSessionId,
  senderSessionName: (it) => it.sender.sessionName,
  receiverAgentId: (it) => it.receiverAgentId,
  receiverAgentName: (it) => it.receiver.agentName,
  receiverSessionId: (it) => it.receiverSessionId,
  receiverSessionName: (it) => it.receiver.sessionName,
  replyPolicy: (it) => it.replyPolicy,
  seq: (it) => it.seq,
  inReplyTo: (it) => it.inReplyTo,
  retryOf: (it) => it.retryOf,
  approvalId: (it) => it.approvalId,
  turnId: (it) => it.turnId,
  traceId: (it) => it.traceId,
  hop: (it) => it.hop,
  held: (it) => it.held,
  attempts: (it) => it.attempts,
  acceptedAt: (it) => iso(it.acceptedAt),
  startedAt: (it) => iso(it.startedAt),
  finishedAt: (it) => iso(it.finishedAt),
  seenAt: (it) => iso(it.seenAt),
  expiresAt: (it) => iso(it.expiresAt),
  statusAt: (it) => iso(it.statusAt),
}

export const exportColumns: readonly string[] = [...Object.keys(columns), 'content']

export function exportRow(delivery: Delivery, content: string): Record<string, CsvCell> {
  const row = Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, read(delivery)]))
  return { ...row, content }
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
