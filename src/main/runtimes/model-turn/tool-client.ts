import { createMCPClient } from '@ai-sdk/mcp'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { ToolSet } from 'ai'
import { TOOL_CALL_ID_KEY, type Transport } from '../../ports/tool-transport.ts'
import { isRecord } from './tool-output.ts'

/** The name that models know our MCP server by. */
const SERVER_NAME = 'cherry-tools'
const PREFIX = `mcp__${SERVER_NAME}__`

export function prefixedToolName(tool: string): string {
  return `${PREFIX}${tool}`
}

/** The server's own name of a tool, whether or not the caller put the prefix before it. */
export function bareToolName(toolName: string): string {
  return toolName.startsWith(PREFIX) ? toolName.slice(PREFIX.length) : toolName
}

export type ToolClient = {
  readonly tools: ToolSet
  /** The server's guide to its tools; empty when it has none. */
  readonly instructions: string
  close(): Promise<void>
}

/**
 * Opens the client end of a Turn's MCP bridge. No call has a time limit: a tool may wait for a person for hours, and
 * only the Turn's signal ends the wait. Nothing is tried twice.
 */
export async function openToolClient(transport: Transport, signal: AbortSignal): Promise<ToolClient> {
  /** The model's id of each call under way, by the very object that its arguments are. */
  const callIds: CallIds = new WeakMap()
  const client = await createMCPClient({
    transport: clientTransport(transport, callIds),
    clientName: 'session-relay',
    maxRetries: 0,
    initializationOptions: { signal },
  })
  const tools: ToolSet = {}
  for (const [name, tool] of Object.entries(await client.tools())) {
    tools[prefixedToolName(name)] = {
      ...tool,
      execute: (input, options) => {
        const own = isRecord(input) ? { ...input } : {}
        callIds.set(own, options.toolCallId)
        return tool.execute(own, options)
      },
    }
  }
  return { tools, instructions: client.instructions ?? '', close: () => client.close() }
}

type CallIds = WeakMap<object, string>
type ClientTransport = Exclude<Parameters<typeof createMCPClient>[0]['transport'], { type: 'sse' | 'http' }>

/**
 * The protocol's transport as the client library types it. The library has no way to send `_meta` with a call, so the
 * call's id is put in on the way out.
 */
function clientTransport(transport: Transport, callIds: CallIds): ClientTransport {
  const adapted: ClientTransport = {
    start: async () => {
      transport.onmessage = (message) => adapted.onmessage?.(message)
      transport.onclose = () => adapted.onclose?.()
      transport.onerror = (error) => adapted.onerror?.(error)
      await transport.start()
    },
    send: (message) => transport.send(withCallId(message, callIds)),
    close: () => transport.close(),
  }
  return adapted
}

function withCallId(message: JSONRPCMessage, callIds: CallIds): JSONRPCMessage {
  if (!('method' in message) || message.method !== 'tools/call') return message
  const input = message.params?.['arguments']
  const id = isRecord(input) ? callIds.get(input) : undefined
  if (id === undefined) return message
  return { ...message, params: { ...message.params, _meta: { ...message.params?._meta, [TOOL_CALL_ID_KEY]: id } } }
}
