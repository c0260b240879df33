import type { Approval, ApprovalWarning } from '#shared/approval.ts'
import type { AgentStore } from '../agents/agent-store.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { type TargetFacts, targetWarnings } from './target-facts.ts'
import { textWarnings } from './text-warnings.ts'

type Deps = { readonly facts: TargetFacts; readonly agents: AgentStore; readonly clock: Clock }

/** An approval as its card shows it. While it is open the target is read anew; afterwards it stays as it was asked. */
export function approvalView(record: ApprovalRecord, { facts, agents, clock }: Deps): Approval {
  const isOpen = record.state === 'pending'
  const now = isOpen && record.targetSessionId !== null ? facts.ofSession(record.targetSessionId) : null
  const target = now ?? record.shownTarget
  const warnings: ApprovalWarning[] = [...textWarnings(record.arguments.message)]
  if (isOpen) {
    warnings.push(...targetWarnings(target, clock.now()))
    const requestId = facts.repeatOf(record)
    if (requestId !== null) warnings.push({ kind: 'repeat', requestId })
  }
  return {
    id: record.id,
    turnId: record.turnId,
    toolCallId: record.toolCallId,
    tool: record.tool,
    senderAgentId: record.senderAgentId,
    senderSessionId: record.senderSessionId,
    sender: { agentName: record.senderAgentName, sessionName: record.senderSessionName },
    senderEmoji: agents.get(record.senderAgentId)?.emoji ?? '',
    text: record.arguments.message,
    title: record.arguments.title,
    replyPolicy: record.arguments.reply,
    target,
    warnings,
    options: record.options,
    state: record.state,
    editedText: record.editedText,
    reason: record.reason,
    error: record.error,
    waiterLostAt: record.waiterLostAt,
    createdAt: record.createdAt,
    decidedAt: record.decidedAt,
    decidedBy: record.decidedBy,
    requestId: record.requestId,
  }
}
