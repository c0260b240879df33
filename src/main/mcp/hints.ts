import type { CodedError, ErrorCode, ToolFailure } from '#shared/errors.ts'
import type { ToolName } from './tool-declarations.ts'

/** What an agent should do next. Refusals end a way; none may be worked around. */
const hints: { readonly [C in ErrorCode]: string } = {
  SENDER_FORBIDDEN:
    'This session no longer belongs to the agent that is running. Stop using the session tools in this turn and tell the user.',
  SESSION_TOOL_FORBIDDEN:
    'Session tools work only in a turn that the user started at a window and while a person is there. Do not try again in this turn or by another way; finish without them and say in your answer what still has to be done.',
  TARGET_SESSION_NOT_FOUND:
    'Find the session again with session_list or session_search and use its sessionId exactly as returned. Names are not ids.',
  TARGET_SESSION_ORPHANED:
    'That session has no agent and cannot run. Pick another session, or ask the user to give it to an agent.',
  TARGET_AGENT_DELETED:
    'The agent of that session was deleted. Pick another session, or ask the user to restore the agent.',
  TARGET_UNAVAILABLE: 'That session cannot run now. Tell the user why, and ask before you send to another one.',
  TARGET_REFUSED:
    'That session may be seen but takes no requests from other sessions. Only the user can change this. Tell the user, or pick another session.',
  TARGET_SESSION_DELETED: 'That session was deleted. Find another with session_search, or ask the user.',
  CALLER_SESSION_DELETED: 'The session that asked is gone, so nothing can be delivered to it. Tell the user.',
  DELIVERY_TURN_DELETED:
    'The turn of this request was lost, and it was not run again. Tell the user and ask before asking anew.',
  DELIVERY_EXPIRED: 'The request was not started in time. Ask the user whether to send it again.',
  TURN_STALLED: 'The turn stopped making progress. Part of the work may be done. Ask the user before asking again.',
  TURN_LENGTH:
    'The answer was cut at the model’s length limit. Read what is there, and ask for less at a time if the user agrees.',
  TURN_FILTERED: 'The model’s service withheld the answer. Tell the user.',
  TURN_CUT: 'The answer broke off. Part of the work may be done. Ask the user before asking again.',
  TURN_STEP_LIMIT: 'The turn used up its steps. Part of the work may be done. Ask the user before asking for the rest.',
  RUNTIME_ERROR: 'The other agent’s model or service failed. Tell the user what it said, and ask before asking again.',
  APPROVAL_DENIED:
    'The user said no. Nothing was sent. Report that, with the user’s reason if there is one, and stop: do not send it again, in other words, to another session, or by a shell, a schedule or any other way.',
  APPROVAL_EXPIRED: 'Nobody answered in time and nothing was sent. Tell the user; ask before you try again.',
  CANCELLED: 'It was cancelled and nothing more will come of it. Tell the user; ask before you try again.',
  SELF_TARGET:
    'That is this session itself. Do the work here, pick another session, or use session_create for a timeline of its own.',
  MESSAGE_TOO_LARGE:
    'Shorten the message to 256 KiB: send the essence, and name files by path instead of pasting them.',
  IDEMPOTENCY_CONFLICT:
    'This idempotency_key was used for other arguments. Repeat the first call exactly to learn what became of it, or use a new key for new work.',
  QUOTA_EXCEEDED:
    'Too many requests are open. Wait for results to arrive by themselves, or ask the user which open requests to cancel.',
  INVALID_CURSOR: 'Start again without a cursor, and pass a nextCursor back unchanged with the same filters.',
  INVALID_ARGUMENT: 'Correct the argument that the message names and call again.',
  INTERNAL_ERROR: 'Something failed inside the app. Trying once more is fine for reading.',
}

const hintsOfTool: { readonly [T in ToolName]?: { readonly [C in ErrorCode]?: string } } = {
  session_list: {
    TARGET_SESSION_NOT_FOUND: 'List again without the filter.',
  },
  session_send: {
    INTERNAL_ERROR:
      'It is not certain whether the request was stored. Look with session_deliveries (direction outgoing) before anything else; do not just send it again.',
    CANCELLED: 'The question to the user was withdrawn and nothing was sent. Ask the user before you send it again.',
    TARGET_SESSION_NOT_FOUND:
      'Nothing was sent. Find the session with session_list or session_search and use its sessionId exactly as returned; names are not ids. If none fits, refine the search or use session_create.',
  },
  session_create: {
    INTERNAL_ERROR:
      'It is not certain whether the session was made. Look with session_deliveries (direction outgoing) before anything else; do not just create it again.',
    CANCELLED: 'The question to the user was withdrawn and no session was made. Ask the user before you try again.',
    TARGET_UNAVAILABLE: 'No session was made because it could not run. Tell the user why.',
    TARGET_AGENT_DELETED: 'No session was made: your agent was deleted. Tell the user.',
  },
  session_deliveries: {
    INVALID_ARGUMENT:
      'Correct the argument that the message names. Use the requestId that session_send or session_create returned; content_offset goes with request_id only.',
  },
}

export function withHint(tool: ToolName, { code, message }: CodedError): ToolFailure {
  return { code, message, hint: hintsOfTool[tool]?.[code] ?? hints[code] }
}
