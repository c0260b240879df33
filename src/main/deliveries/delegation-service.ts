import type { ApprovalTool } from '#shared/approval.ts'
import type { Envelope, ReplyPolicy } from '#shared/delivery.ts'
import type { CodedError } from '#shared/errors.ts'
import { assertNever, err, ok, type Result } from '#shared/result.ts'
import type { ApprovalRecord } from '../approvals/approval-record.ts'
import type { ApprovalService, Question } from '../approvals/approval-service.ts'
import type { InteractionGuard } from '../approvals/interaction-guard.ts'
import type { TargetFacts } from '../approvals/target-facts.ts'
import { firstLine } from '../sessions/session-service.ts'
import type { ToolCaller } from '../turns/turn-ports.ts'
import type { DelegationRules, Party } from './delegation-rules.ts'
import type { DeliveryStore } from './delivery-store.ts'
import { toEnvelope } from './envelope.ts'

/** One send or create, its arguments parsed and clean. */
export type Delegation = {
  readonly tool: ApprovalTool
  readonly toolCallId: string
  /** null: a new Session is to be made. */
  readonly targetSessionId: string | null
  readonly message: string
  readonly title: string | null
  readonly reply: ReplyPolicy
  readonly idempotencyKey: string | null
}

/** What was sent. `repeated`: its key had been asked before. `sentMessage`: the text, when the person changed it. */
export type Delegated = {
  readonly requestId: string
  readonly agentId: string
  readonly sessionId: string
  readonly delivery: Envelope
  readonly repeated: boolean
  readonly sentMessage: string | null
}

type Deps = {
  readonly guard: InteractionGuard
  readonly rules: DelegationRules
  readonly approvals: ApprovalService
  readonly facts: TargetFacts
  readonly deliveries: DeliveryStore
}

/** What session_send and session_create do: check, ask the person, answer with what was sent. */
export class DelegationService {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async delegate(
    caller: ToolCaller,
    delegation: Delegation,
    signal: AbortSignal,
  ): Promise<Result<Delegated, CodedError>> {
    const { approvals, guard, rules } = this.#deps
    const refusal = guard.refusalOf(caller) ?? rules.text(delegation.message)
    if (refusal !== null) return err(refusal)
    const call = { caller, ...delegation, arguments: argumentsOf(delegation) }
    const known = approvals.holderOf(call)
    if (known === 'conflict') {
      return err({
        code: 'IDEMPOTENCY_CONFLICT',
        message: 'This idempotency key was used before with other arguments.',
      })
    }
    if (known !== null) {
      const record = known.state === 'pending' ? await approvals.join(known, call, signal) : known
      return this.#answerOf(record, true)
    }
    const question = this.#questionOf(caller, delegation)
    if (!question.ok) return question
    const asked = await approvals.ask(question.value, signal)
    return asked.ok ? this.#answerOf(asked.value, false) : asked
  }

  /** Everything that can be known before the person is bothered. */
  #questionOf(caller: ToolCaller, delegation: Delegation): Result<Question, CodedError> {
    const { approvals, rules, facts } = this.#deps
    const { tool, toolCallId, targetSessionId, idempotencyKey } = delegation
    if (approvals.deniedInTurn(caller.turnId)) {
      return err({
        code: 'APPROVAL_DENIED',
        message: 'The person said no earlier in this turn; nothing further is asked in it.',
      })
    }
    const sender = rules.sender(caller.agentId, caller.sessionId)
    if (!sender.ok) return sender
    const target = targetSessionId === null ? null : rules.target(caller.sessionId, targetSessionId)
    if (target !== null && !target.ok) return target
    const over = rules.quota(caller.sessionId, targetSessionId)
    if (over !== null) return err(over)
    const shownTarget =
      target === null ? this.#newTarget(sender.value, delegation) : facts.ofSession(target.value.session.id)
    if (shownTarget === null)
      return err({ code: 'TARGET_SESSION_NOT_FOUND', message: 'There is no session with this id.' })
    return ok({
      caller,
      toolCallId,
      tool,
      arguments: argumentsOf(delegation),
      idempotencyKey,
      senderAgentName: sender.value.agent.name,
      senderSessionName: sender.value.session.name,
      shownTarget,
    })
  }

  #newTarget({ agent, session }: Party, { title, message }: Delegation): Question['shownTarget'] {
    const workspace = agent.workspace.kind === 'fixed' ? session.workspace : ''
    return this.#deps.facts.ofNewSession(agent, title ?? firstLine(message), workspace)
  }

  #answerOf(record: ApprovalRecord, repeated: boolean): Result<Delegated, CodedError> {
    switch (record.state) {
      case 'approved':
        return this.#sentOf(record, repeated)
      case 'denied':
        return err({ code: 'APPROVAL_DENIED', message: denial(record.reason) })
      case 'expired':
        return err({ code: 'APPROVAL_EXPIRED', message: 'The question expired without an answer.' })
      case 'cancelled':
        return err(record.error ?? { code: 'CANCELLED', message: 'The question was cancelled.' })
      case 'pending':
        return err({
          code: 'CANCELLED',
          message: 'The app went away before the person answered; the person may still send it.',
        })
      default:
        return assertNever(record.state)
    }
  }

  #sentOf(record: ApprovalRecord, repeated: boolean): Result<Delegated, CodedError> {
    const { deliveries } = this.#deps
    const request = record.requestId === null ? null : deliveries.newestRetryOf(record.requestId)
    if (request === null) return err({ code: 'INTERNAL_ERROR', message: 'The sent request cannot be found.' })
    return ok({
      requestId: request.id,
      agentId: request.receiverAgentId,
      sessionId: request.receiverSessionId,
      delivery: toEnvelope(request, deliveries.resultOf(request.id)),
      repeated,
      sentMessage: record.editedText,
    })
  }
}

function argumentsOf({ message, title, targetSessionId, reply }: Delegation): Question['arguments'] {
  return { message, title, targetSessionId, reply }
}

function denial(reason: string | null): string {
  return reason === null || reason.trim() === '' ? 'The person said no.' : `The person said no: ${reason}`
}
