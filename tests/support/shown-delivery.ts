import type { DeliveryRow } from '#shared/delivery.ts'

/** A Delivery as the screens get it: a request that was accepted and waits, unless something else is said. */
export function shownDelivery(change: Partial<DeliveryRow> = {}): DeliveryRow {
  const acceptedAt = change.acceptedAt ?? 1_000
  return {
    id: 'd1',
    kind: 'request',
    senderAgentId: 'planner',
    senderSessionId: 'notes',
    sender: { agentName: 'Planner', sessionName: 'Release notes' },
    receiverAgentId: 'coder',
    receiverSessionId: 'auth',
    receiver: { agentName: 'Coder', sessionName: 'Auth fix' },
    replyPolicy: 'completion',
    status: 'accepted',
    outcome: null,
    error: null,
    messageId: 'm1',
    sourceMessageId: null,
    inReplyTo: null,
    turnId: null,
    seq: 1,
    traceId: 't1',
    hop: 1,
    retryOf: null,
    approvalId: null,
    expiresAt: null,
    held: false,
    attempts: 0,
    nextTryAt: null,
    lastError: null,
    acceptedAt,
    startedAt: null,
    finishedAt: null,
    seenAt: null,
    statusAt: acceptedAt,
    senderEmoji: '',
    receiverEmoji: '',
    excerpt: 'Finish the auth fix',
    ...change,
  }
}
