import type { Agent } from '#shared/agent.ts'
import type { CodedError, ErrorCode } from '#shared/errors.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Session } from '#shared/session.ts'
import type { Settings } from '#shared/settings.ts'
import type { AgentStore } from '../agents/agent-store.ts'
import type { SessionDirectory } from '../sessions/session-directory.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { DeliveryStore } from './delivery-store.ts'

export type Party = { readonly session: Session; readonly agent: Agent }

type Deps = {
  readonly sessions: SessionStore
  readonly agents: AgentStore
  readonly directory: SessionDirectory
  readonly deliveries: DeliveryStore
  readonly settings: () => Settings
}

/** Longest message, UTF-8 bytes (design §5). */
export const MESSAGE_LIMIT_BYTES = 256 * 1024

/** What must hold for a request, checked when it is asked and again in Accept. Reads only. */
export class DelegationRules {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  sender(agentId: string, sessionId: string): Result<Party, CodedError> {
    const session = this.#deps.sessions.get(sessionId)
    const agent = this.#deps.agents.get(agentId)
    if (
      session === null ||
      session.trashedAt !== null ||
      session.agentId !== agentId ||
      agent === null ||
      agent.deletedAt !== null
    ) {
      return refuse('SENDER_FORBIDDEN', 'The asking agent does not own its session any more.')
    }
    return ok({ session, agent })
  }

  /** Where a send may go. `anyReach`: reach does not count, as for a Session that the sender made. */
  target(
    senderSessionId: string,
    targetSessionId: string,
    { anyReach } = { anyReach: false },
  ): Result<Party, CodedError> {
    if (senderSessionId === targetSessionId) return refuse('SELF_TARGET', 'A session cannot send to itself.')
    const resolved = this.#deps.directory.resolveTarget(anyReach ? targetSessionId : senderSessionId, targetSessionId)
    if (!resolved.ok) return resolved
    const session = this.#deps.sessions.get(targetSessionId)
    const agent = this.#deps.agents.get(resolved.value.agentId)
    if (session === null || agent === null)
      return refuse('TARGET_SESSION_NOT_FOUND', 'There is no session with this id.')
    if (session.origin === 'legacy-channel') {
      return refuse('TARGET_UNAVAILABLE', 'The target is a channel session from before the upgrade.')
    }
    return ok({ session, agent })
  }

  /** Whether one more request fits; a new Session has no queue of its own yet. */
  quota(senderSessionId: string, targetSessionId: string | null): CodedError | null {
    const { openRequestsPerSender, openRequestsPerTarget } = this.#deps.settings()
    if (this.#deps.deliveries.openRequestsSent(senderSessionId) >= openRequestsPerSender) {
      return { code: 'QUOTA_EXCEEDED', message: `This session has ${openRequestsPerSender} open requests already.` }
    }
    if (
      targetSessionId !== null &&
      this.#deps.deliveries.openRequestsReceived(targetSessionId) >= openRequestsPerTarget
    ) {
      return {
        code: 'QUOTA_EXCEEDED',
        message: `The target session has ${openRequestsPerTarget} open requests already.`,
      }
    }
    return null
  }

  text(message: string): CodedError | null {
    if (message.trim() === '') return { code: 'INVALID_ARGUMENT', message: 'The message is empty.' }
    if (Buffer.byteLength(message, 'utf8') > MESSAGE_LIMIT_BYTES) {
      return { code: 'MESSAGE_TOO_LARGE', message: `A message may have ${MESSAGE_LIMIT_BYTES / 1024} KiB.` }
    }
    return null
  }
}

function refuse(code: ErrorCode, message: string): { readonly ok: false; readonly error: CodedError } {
  return err({ code, message })
}
