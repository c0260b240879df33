import type { CodedError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'
import type { ToolCaller } from '../turns/turn-ports.ts'
import type {
  CreateArguments,
  DeliveriesArguments,
  ListArguments,
  SearchArguments,
  SendArguments,
} from './arguments.ts'
import type { SessionCreateAnswer } from './declarations/session-create.ts'
import type { SessionDeliveriesAnswer } from './declarations/session-deliveries.ts'
import type { SessionListAnswer } from './declarations/session-list.ts'
import type { SessionSearchAnswer } from './declarations/session-search.ts'
import type { SessionSendAnswer } from './declarations/session-send.ts'

/** One call: `toolCallId` is the runtime's where it told us, else ours. The signal ends a wait for a person. */
export type ToolCall = { readonly toolCallId: string; readonly signal: AbortSignal }

type Answer<T> = Promise<Result<T, CodedError>> | Result<T, CodedError>

/**
 * What the tools need of the domain. The caller is the bridge's, never taken from arguments. A rejection is a bug or
 * broken infrastructure and is answered INTERNAL_ERROR.
 */
export interface SessionToolServices {
  /**
   * May this caller use the session tools now? Asked before anything is read, on every call: the Turn is running and
   * interactive, a person is present, and the Agent still owns the Session.
   */
  authorise(caller: ToolCaller): Result<void, CodedError>
  list(caller: ToolCaller, args: ListArguments): Answer<SessionListAnswer>
  search(caller: ToolCaller, args: SearchArguments, signal: AbortSignal): Answer<SessionSearchAnswer>
  create(caller: ToolCaller, args: CreateArguments, call: ToolCall): Answer<SessionCreateAnswer>
  send(caller: ToolCaller, args: SendArguments, call: ToolCall): Answer<SessionSendAnswer>
  deliveries(caller: ToolCaller, args: DeliveriesArguments): Answer<SessionDeliveriesAnswer>
}
