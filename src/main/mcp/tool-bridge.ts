import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode as ProtocolErrorCode,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { CodedError, ErrorCode } from '#shared/errors.ts'
import type { Ids } from '../kernel/ids.ts'
import { describeError, type Logger } from '../kernel/logger.ts'
import { TOOL_CALL_ID_KEY } from '../ports/tool-transport.ts'
import type { ToolCaller } from '../turns/turn-ports.ts'
import { toPlainJson } from './arguments.ts'
import { callTool } from './call-tool.ts'
import { withHint } from './hints.ts'
import type { SessionToolServices } from './session-tool-services.ts'
import { findTool, type ToolDeclaration, toolDeclarations, type ToolName } from './tool-declarations.ts'

/** One for all bridges: by default each server compiles the rules of JSON Schema anew. Ours checks by zod. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** No answer of ours comes near this; one that does is a bug, and is not handed on. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

export type ToolCallReport = {
  readonly tool: ToolName
  readonly toolCallId: string
  /** null: a success. */
  readonly code: ErrorCode | null
}

export type ToolBridgeOptions = {
  readonly caller: ToolCaller
  readonly services: SessionToolServices
  /** The guide: told to the client at its start. */
  readonly instructions: string
  readonly ids: Ids
  readonly logger: Logger
  /** Told after each call has its answer, before that is sent. */
  readonly onToolCall?: (report: ToolCallReport) => void
}

export interface ToolBridge {
  /** For the runtime's own MCP client; an end of a linked pair, of the protocol's own `Transport` kind. */
  readonly clientTransport: InMemoryTransport
  /** Aborts waiting calls and ends the connection; later calls fail at the client. Calling it twice does no harm. */
  close(): Promise<void>
}

/**
 * The tools of one running Turn, as an MCP server of their own in this process. Owns: who calls, the protocol, the form
 * of answers and failures. Does not own what the tools do. Only JSON passes, in both directions, so that what works
 * here works over every transport.
 */
export async function createToolBridge(options: ToolBridgeOptions): Promise<ToolBridge> {
  const { caller, services, instructions, ids, logger, onToolCall } = options
  const mcpServer = new McpServer({ name: 'cherry-tools', version: '1.0.0' }, { instructions, jsonSchemaValidator })
  for (const tool of toolDeclarations) registerTool(mcpServer, tool)

  const answer = async (tool: ToolDeclaration, raw: unknown, call: { toolCallId: string; signal: AbortSignal }) => {
    const allowed = services.authorise(caller)
    if (!allowed.ok) return toFailure(tool.name, allowed.error)
    const args = toPlainJson(raw)
    if (!args.ok) return toFailure(tool.name, args.error)
    const result = await callTool(tool.name, args.value, { services, caller, call })
    return result.ok ? toSuccess(tool, result.value) : toFailure(tool.name, result.error)
  }

  // Set after registerTool: McpServer's own handler refuses arguments in plain text without a code.
  // `signal` aborts when the client cancels this request and when either end closes.
  mcpServer.server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = findTool(params.name)
    if (tool === undefined) throw new McpError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name.')
    const known = params._meta?.[TOOL_CALL_ID_KEY]
    const toolCallId = typeof known === 'string' && known !== '' ? known.slice(0, 255) : ids.next()
    let answered: Answered
    try {
      answered = await answer(tool, params.arguments, { toolCallId, signal })
    } catch (error) {
      logger.error('a session tool failed', { tool: tool.name, turnId: caller.turnId, ...describeError(error) })
      answered = toFailure(tool.name, { code: 'INTERNAL_ERROR', message: 'The tool failed inside the app.' })
    }
    onToolCall?.({ tool: tool.name, toolCallId, code: answered.code })
    return answered.result
  })

  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair()
  await mcpServer.connect(serverTransport)
  return { clientTransport, close: () => mcpServer.close() }
}

type Answered = { readonly code: ErrorCode | null; readonly result: CallToolResult }

/**
 * The declared form of the answer and nothing else. Parsing copies: the schemas are objects, lists and plain values, so
 * nothing of the service's own passes, nor anything that JSON cannot carry. A service that breaks its schema is a bug.
 */
function toSuccess(tool: ToolDeclaration, value: unknown): Answered {
  const structuredContent = tool.output.parse(value)
  const text = JSON.stringify(structuredContent)
  const bytes = Buffer.byteLength(text)
  if (bytes > MAX_ANSWER_BYTES) throw new Error(`an answer of ${bytes} bytes is too large`)
  return { code: null, result: { structuredContent, content: [{ type: 'text', text }] } }
}

/** As text only: clients check any structuredContent against the schema of a success. */
function toFailure(tool: ToolName, error: CodedError): Answered {
  const text = JSON.stringify({ ok: false, error: withHint(tool, error) })
  return { code: error.code, result: { isError: true, content: [{ type: 'text', text }] } }
}

function registerTool(
  mcpServer: McpServer,
  { name, title, description, input, output, readOnly }: ToolDeclaration,
): void {
  mcpServer.registerTool(
    name,
    {
      title,
      description,
      inputSchema: input,
      outputSchema: output,
      annotations: { title, readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
    },
    () => {
      throw new Error('tools/call is answered by the bridge')
    },
  )
}
