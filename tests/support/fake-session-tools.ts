import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { TOOL_CALL_ID_KEY, type Transport } from '#main/ports/tool-transport.ts'

export type FakeSession = {
  readonly sessionId: string
  readonly sessionName: string
  readonly agentName: string
  readonly isCurrent?: boolean
  /** What a search finds beside the name. */
  readonly text?: string
}

export type ToolCall = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }

export type FakeTools = {
  readonly transport: Transport
  readonly calls: readonly ToolCall[]
  /** The id that came with each call, as far as one did. */
  readonly callIds: readonly unknown[]
  readonly instructions: string
  close(): Promise<void>
}

/** Answers a call instead of the fake's own answer, or `null` to leave it. */
export type Answer = (call: ToolCall, signal: AbortSignal) => Promise<CallToolResult | null> | CallToolResult | null

/** A real MCP server over a linked pair, with session tools that look into a list; it knows no rules of the real ones. */
export async function startFakeTools(
  options: { readonly sessions?: readonly FakeSession[]; readonly answer?: Answer } = {},
): Promise<FakeTools> {
  const { sessions = [], answer = () => null } = options
  const calls: ToolCall[] = []
  const callIds: unknown[] = []
  const instructions = 'Names are not addresses: find the id first.'
  const server = new McpServer({ name: 'cherry-tools', version: '1.0.0' }, { instructions })
  const add = (
    tool: string,
    inputSchema: z.ZodRawShape,
    own: (input: Readonly<Record<string, unknown>>) => unknown,
  ) => {
    server.registerTool(
      tool,
      { description: tool, inputSchema },
      async (input: Readonly<Record<string, unknown>>, { signal, _meta }) => {
        calls.push({ tool, input })
        callIds.push(_meta?.[TOOL_CALL_ID_KEY])
        return (await answer({ tool, input }, signal)) ?? succeed(own(input))
      },
    )
  }
  add(
    'session_list',
    { agent_id: z.string().optional(), cursor: z.string().optional(), limit: z.number().optional() },
    ({ cursor, limit }) => {
      const from = Number(cursor ?? 0)
      const to = from + Number(limit ?? 50)
      return { sessions: sessions.slice(from, to).map(identity), nextCursor: to < sessions.length ? String(to) : null }
    },
  )
  add('session_search', { query: z.string(), limit: z.number().optional() }, ({ query }) => {
    const words = String(query).toLowerCase().split(/\s+/)
    const holds = (text: string) => words.some((word) => text.toLowerCase().includes(word))
    const found = sessions.filter((session) => holds(`${session.sessionName} ${session.text ?? ''}`))
    return {
      sessions: found.map((session) => ({
        ...identity(session),
        matches: holds(session.text ?? '')
          ? [{ messageId: 'm', snippet: session.text, createdAt: '2026-11-30T00:00:00.000Z' }]
          : [],
        metadataMatches: holds(session.sessionName) ? [{ field: 'name', snippet: session.sessionName }] : [],
      })),
      scope: { sessions: sessions.length, messages: 0, complete: true },
    }
  })
  add(
    'session_send',
    { target_session_id: z.string(), message: z.string(), reply: z.string().optional() },
    ({ target_session_id }) => ({
      ok: true,
      requestId: 'request-1',
      status: 'accepted',
      delivery: deliveryTo(sessions.find((session) => session.sessionId === target_session_id)?.sessionName ?? ''),
    }),
  )
  add('session_create', { message: z.string(), title: z.string().optional() }, ({ message, title }) => ({
    ok: true,
    agentId: 'agent-new',
    sessionId: 'session-new',
    requestId: 'request-2',
    delivery: deliveryTo(String(title ?? message)),
  }))
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair()
  await server.connect(serverEnd)
  return { transport: clientEnd, calls, callIds, instructions, close: () => server.close() }
}

export function succeed(value: unknown): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] }
}

export function refuse(code: string, message: string, hint: string): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: JSON.stringify({ ok: false, error: { code, message, hint } }) }],
  }
}

function identity(session: FakeSession) {
  const { sessionId, sessionName, agentName, isCurrent = false } = session
  return {
    agentId: `agent-of-${sessionId}`,
    agentName,
    sessionId,
    sessionName,
    isCurrent,
    state: 'idle',
    origin: 'user',
    lastActivityAt: '2026-11-30T00:00:00.000Z',
  }
}

function deliveryTo(sessionName: string) {
  return { version: 1, receiverSnapshot: { agentName: 'Someone', sessionName }, status: 'accepted' }
}
