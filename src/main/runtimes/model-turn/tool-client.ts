import { createMCPClient } from '@ai-sdk/mcp'
import type { ToolSet } from 'ai'
import type { Transport } from '../../ports/tool-transport.ts'

/** The name that models know our MCP server by. */
export const SERVER_NAME = 'cherry-tools'
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
  const client = await createMCPClient({
    transport: clientTransport(transport),
    clientName: 'session-relay',
    maxRetries: 0,
    initializationOptions: { signal },
  })
  const tools: ToolSet = {}
  for (const [name, tool] of Object.entries(await client.tools())) tools[prefixedToolName(name)] = tool
  return { tools, instructions: client.instructions ?? '', close: () => client.close() }
}

type ClientTransport = Exclude<Parameters<typeof createMCPClient>[0]['transport'], { type: 'sse' | 'http' }>

/** The protocol's transport as the client library types it: same messages, other optional members. */
function clientTransport(transport: Transport): ClientTransport {
  const adapted: ClientTransport = {
    start: async () => {
      transport.onmessage = (message) => adapted.onmessage?.(message)
      transport.onclose = () => adapted.onclose?.()
      transport.onerror = (error) => adapted.onerror?.(error)
      await transport.start()
    },
    send: (message) => transport.send(message),
    close: () => transport.close(),
  }
  return adapted
}
