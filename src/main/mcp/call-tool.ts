import type { CodedError } from '#shared/errors.ts'
import { assertNever, type Result } from '#shared/result.ts'
import type { ToolCaller } from '../turns/turn-ports.ts'
import {
  parseCreateArguments,
  parseDeliveriesArguments,
  parseListArguments,
  parseSearchArguments,
  parseSendArguments,
} from './arguments.ts'
import type { SessionToolServices, ToolCall } from './session-tool-services.ts'
import type { ToolName } from './tool-declarations.ts'

/** Parses the arguments of one tool and hands them to the service that does its work. */
export async function callTool(
  tool: ToolName,
  raw: unknown,
  { services, caller, call }: { services: SessionToolServices; caller: ToolCaller; call: ToolCall },
): Promise<Result<unknown, CodedError>> {
  switch (tool) {
    case 'session_list': {
      const args = parseListArguments(raw)
      return args.ok ? services.list(caller, args.value) : args
    }
    case 'session_search': {
      const args = parseSearchArguments(raw)
      return args.ok ? services.search(caller, args.value, call.signal) : args
    }
    case 'session_create': {
      const args = parseCreateArguments(raw)
      return args.ok ? services.create(caller, args.value, call) : args
    }
    case 'session_send': {
      const args = parseSendArguments(raw)
      return args.ok ? services.send(caller, args.value, call) : args
    }
    case 'session_deliveries': {
      const args = parseDeliveriesArguments(raw)
      return args.ok ? services.deliveries(caller, args.value) : args
    }
    default:
      return assertNever(tool)
  }
}
