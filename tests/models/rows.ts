import type { ApprovalState } from '#shared/approval.ts'
import type { DeliveryKind, DeliveryStatus } from '#shared/delivery.ts'
import type { Turn, TurnState } from '#shared/turn.ts'
import type { ApprovalRecord } from '#main/approvals/approval-record.ts'
import type { DeliveryRecord } from '#main/deliveries/delivery-record.ts'
import { systemIds } from '#main/kernel/ids.ts'

/** A row in any state that the schema allows, of parties that need not be there. */
export function turnOf(id: string, state: TurnState): Turn {
  const isStarted = state !== 'queued'
  const isEnded = isStarted && state !== 'running'
  return {
    id,
    sessionId: systemIds.next(),
    interaction: 'interactive',
    origin: 'person',
    state,
    inputMessageId: systemIds.next(),
    repeatOf: null,
    traceId: systemIds.next(),
    hop: 0,
    createdAt: 1,
    startedAt: isStarted ? 1 : null,
    endedAt: isEnded ? 1 : null,
    error: null,
    usage: null,
    steps: 0,
    needsConsent: false,
  }
}

export function deliveryOf(id: string, kind: DeliveryKind, status: DeliveryStatus): DeliveryRecord {
  const isEnded = status === 'consumed' || status === 'failed'
  const isRequest = kind === 'request'
  return {
    id,
    kind,
    senderAgentId: systemIds.next(),
    senderSessionId: systemIds.next(),
    sender: { agentName: 'Planner', sessionName: 'Plan' },
    receiverAgentId: systemIds.next(),
    receiverSessionId: systemIds.next(),
    receiver: { agentName: 'Coder', sessionName: 'Auth fix' },
    replyPolicy: isRequest ? 'completion' : 'none',
    status,
    outcome: isEnded || !isRequest ? 'success' : null,
    error: null,
    messageId: systemIds.next(),
    sourceMessageId: null,
    inReplyTo: isRequest ? null : systemIds.next(),
    turnId: status === 'delivering' ? systemIds.next() : null,
    seq: 1,
    traceId: systemIds.next(),
    hop: 1,
    retryOf: null,
    approvalId: isRequest ? systemIds.next() : null,
    idempotencyKey: null,
    argumentHash: null,
    expiresAt: null,
    onResult: 'wake',
    held: false,
    attempts: 0,
    nextTryAt: null,
    lastError: null,
    acceptedAt: 1,
    startedAt: status === 'accepted' ? null : 1,
    finishedAt: isEnded ? 1 : null,
    seenAt: null,
    statusAt: 1,
  }
}

export function approvalOf(id: string, state: ApprovalState): ApprovalRecord {
  const isSettled = state !== 'pending'
  const agentId = systemIds.next()
  const sessionId = systemIds.next()
  return {
    id,
    turnId: systemIds.next(),
    toolCallId: 'call-1',
    tool: 'session_send',
    senderAgentId: systemIds.next(),
    senderSessionId: systemIds.next(),
    senderAgentName: 'Planner',
    senderSessionName: 'Plan',
    targetAgentId: agentId,
    targetSessionId: sessionId,
    arguments: { message: 'do it', title: null, targetSessionId: sessionId, reply: 'completion' },
    argumentHash: 'hash',
    idempotencyKey: null,
    shownTarget: {
      sessionId,
      sessionName: 'Auth fix',
      agentId,
      agentName: 'Coder',
      agentEmoji: '',
      workspace: '/somewhere',
      origin: 'user',
      state: 'idle',
      waiting: 0,
      lastActivityAt: 1,
      runtime: 'Rehearsal',
    },
    options: { expiresInMs: null, onResult: 'wake' },
    state,
    editedText: null,
    reason: null,
    error: null,
    waiterLostAt: null,
    createdAt: 1,
    decidedAt: isSettled ? 1 : null,
    decidedBy: null,
    requestId: state === 'approved' ? systemIds.next() : null,
  }
}
