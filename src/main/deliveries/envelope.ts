import type { Delivery, Envelope, PartySnapshot } from '#shared/delivery.ts'
import { cleanLabel } from '#shared/invisible-characters.ts'

/** The columns of a Delivery that an Envelope is made of. */
export type EnvelopeSource = Pick<
  Delivery,
  | 'kind'
  | 'senderAgentId'
  | 'senderSessionId'
  | 'sender'
  | 'receiverAgentId'
  | 'receiverSessionId'
  | 'receiver'
  | 'replyPolicy'
  | 'status'
  | 'outcome'
  | 'error'
  | 'sourceMessageId'
  | 'inReplyTo'
  | 'turnId'
  | 'traceId'
  | 'hop'
  | 'retryOf'
  | 'expiresAt'
  | 'held'
  | 'acceptedAt'
  | 'startedAt'
  | 'finishedAt'
  | 'seenAt'
  | 'statusAt'
>

/** Times of the result that answers a request, integer ms. */
export type ResultTimes = { readonly acceptedAt: number; readonly seenAt: number | null }

/** `result` is the answer of a request, null while there is none; a result is its own. */
export function toEnvelope(delivery: EnvelopeSource, result: ResultTimes | null): Envelope {
  const answer = delivery.kind === 'result' ? delivery : result
  return {
    version: 1,
    sender: { agentId: delivery.senderAgentId, sessionId: delivery.senderSessionId },
    receiver: { agentId: delivery.receiverAgentId, sessionId: delivery.receiverSessionId },
    senderSnapshot: cleanSnapshot(delivery.sender),
    receiverSnapshot: cleanSnapshot(delivery.receiver),
    replyPolicy: delivery.replyPolicy,
    sourceMessageId: delivery.sourceMessageId,
    outcome: delivery.outcome,
    error: delivery.error,
    statusAt: toIso(delivery.statusAt),
    status: delivery.status,
    inReplyTo: delivery.inReplyTo,
    turnRef: delivery.turnId,
    traceId: delivery.traceId,
    hop: delivery.hop,
    retryOf: delivery.retryOf,
    expiresAt: toIsoOrNull(delivery.expiresAt),
    held: delivery.held,
    receipts: {
      acceptedAt: toIso(delivery.acceptedAt),
      startedAt: toIsoOrNull(delivery.startedAt),
      finishedAt: toIsoOrNull(delivery.finishedAt),
      resultAcceptedAt: toIsoOrNull(answer?.acceptedAt ?? null),
      resultSeenAt: toIsoOrNull(answer?.seenAt ?? null),
    },
  }
}

function cleanSnapshot({ agentName, sessionName }: PartySnapshot): PartySnapshot {
  return { agentName: cleanLabel(agentName), sessionName: cleanLabel(sessionName) }
}

function toIso(time: number): string {
  return new Date(time).toISOString()
}

function toIsoOrNull(time: number | null): string | null {
  return time === null ? null : toIso(time)
}
