import { createMCPClient, type MCPClient } from '@ai-sdk/mcp'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterEach, expect, test } from 'vitest'
import { systemIds } from '#main/kernel/ids.ts'
import { silentLogger } from '#main/kernel/logger.ts'
import { TOOL_CALL_ID_KEY } from '#main/ports/tool-transport.ts'
import type { Envelope } from '#shared/delivery.ts'
import { errorCodes } from '#shared/errors.ts'
import { err, ok } from '#shared/result.ts'
import { withHint } from './hints.ts'
import type { SessionToolServices, ToolCall } from './session-tool-services.ts'
import { createToolBridge, type ToolBridge, type ToolCallReport } from './tool-bridge.ts'
import { toolDeclarations } from './tool-declarations.ts'

const caller = { agentId: 'ada', sessionId: 'me', turnId: 'turn-1' }
const listed = {
  agentId: 'bo',
  agentName: 'Bo',
  sessionId: 's1',
  sessionName: 'Auth',
  isCurrent: false,
  lastActivityAt: '2026-01-31T00:00:00.000Z',
  state: 'idle' as const,
  origin: 'user' as const,
}
const delivery: Envelope = {
  version: 1,
  sender: { agentId: 'ada', sessionId: 'me' },
  receiver: { agentId: 'bo', sessionId: 's1' },
  senderSnapshot: { agentName: 'Ada', sessionName: 'Me' },
  receiverSnapshot: { agentName: 'Bo', sessionName: 'Auth' },
  replyPolicy: 'completion',
  sourceMessageId: null,
  outcome: null,
  error: null,
  statusAt: '2026-01-31T00:00:00.000Z',
  status: 'accepted',
  inReplyTo: null,
  turnRef: null,
  traceId: 'trace',
  hop: 1,
  retryOf: null,
  expiresAt: null,
  held: false,
  receipts: {
    acceptedAt: '2026-01-31T00:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    resultAcceptedAt: null,
    resultSeenAt: null,
  },
}

const answers = {
  session_list: { sessions: [listed], nextCursor: null },
  session_search: {
    sessions: [
      {
        agentId: 'bo',
        agentName: 'Bo',
        sessionId: 's1',
        sessionName: 'Auth',
        isCurrent: false,
        matches: [],
        metadataMatches: [{ field: 'name' as const, snippet: 'Auth' }],
      },
    ],
    scope: { sessions: 1, messages: 0, complete: true },
  },
  session_create: { ok: true as const, agentId: 'ada', sessionId: 's2', requestId: 'r1', delivery },
  session_send: { ok: true as const, requestId: 'r1', status: 'accepted' as const, delivery, sentMessage: 'edited' },
  session_deliveries: {
    deliveries: [{ id: 'r1', envelope: delivery, content: 'hi', contentLength: 2, nextContentOffset: null }],
    nextCursor: null,
  },
}

const goodArguments = {
  session_list: {},
  session_search: { query: 'auth' },
  session_create: { message: 'do it' },
  session_send: { target_session_id: 's1', message: 'do it', reply: 'completion' },
  session_deliveries: { direction: 'outgoing' },
}

type Seen = { readonly service: string; readonly values: readonly unknown[] }

function fakeServices(seen: Seen[], own: Partial<SessionToolServices> = {}): SessionToolServices {
  const note =
    <T>(service: string, answer: T) =>
    (...values: unknown[]) => {
      seen.push({ service, values })
      return answer
    }
  return {
    authorise: note('authorise', ok(undefined)),
    list: note('list', ok(answers.session_list)),
    search: note('search', Promise.resolve(ok(answers.session_search))),
    create: note('create', Promise.resolve(ok(answers.session_create))),
    send: note('send', Promise.resolve(ok(answers.session_send))),
    deliveries: note('deliveries', ok(answers.session_deliveries)),
    ...own,
  }
}

type Opened = { bridge: ToolBridge; seen: Seen[]; reports: ToolCallReport[] }
const opened: ToolBridge[] = []
afterEach(() => Promise.all(opened.splice(0).map((bridge) => bridge.close())))

async function open(own: Partial<SessionToolServices> = {}): Promise<Opened> {
  const seen: Seen[] = []
  const reports: ToolCallReport[] = []
  const bridge = await createToolBridge({
    caller,
    services: fakeServices(seen, own),
    instructions: 'the guide',
    ids: systemIds,
    logger: silentLogger,
    onToolCall: (report) => reports.push(report),
  })
  opened.push(bridge)
  return { bridge, seen, reports }
}

type Answer = { isError: boolean; structured: unknown; text: string }
type Caller = (name: string, args: Record<string, unknown>) => Promise<Answer>

function firstText(content: unknown): string {
  const part: unknown = Array.isArray(content) ? content[0] : null
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string' ? part.text : ''
}

async function officialClient(bridge: ToolBridge): Promise<{ client: Client; call: Caller }> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(bridge.clientTransport)
  // The official client checks structured content only of tools that it has listed.
  await client.listTools()
  return {
    client,
    async call(name, args) {
      const result = await client.callTool({ name, arguments: args })
      return { isError: result.isError === true, structured: result.structuredContent, text: firstText(result.content) }
    },
  }
}

async function aiClient(bridge: ToolBridge): Promise<{ client: MCPClient; call: Caller }> {
  const client = await createMCPClient({ transport: bridge.clientTransport })
  return {
    client,
    async call(name, args) {
      const result = await client.callTool({ name, arguments: args })
      return { isError: result.isError === true, structured: result.structuredContent, text: firstText(result.content) }
    },
  }
}

const clients = [
  ['the official client', officialClient],
  ['the AI SDK’s client', aiClient],
] as const

function codeIn(answer: Answer): string {
  const parsed: unknown = JSON.parse(answer.text)
  return JSON.stringify(parsed).match(/"code":"(\w+)"/)?.[1] ?? ''
}

test('[SEED-01] lists exactly the five tools in their order, closed, with plain object answers', async () => {
  const { bridge } = await open()
  const { client } = await officialClient(bridge)
  const { tools } = await client.listTools()
  expect(tools.map((tool) => tool.name)).toEqual([
    'session_list',
    'session_search',
    'session_create',
    'session_send',
    'session_deliveries',
  ])
  expect(
    Object.fromEntries(
      tools.map((tool) => [
        tool.name,
        [Object.keys(tool.inputSchema.properties ?? {}), tool.inputSchema.required ?? []],
      ]),
    ),
  ).toEqual({
    session_list: [['agent_id', 'active_since', 'cursor', 'limit'], []],
    session_search: [['query', 'agent_id', 'limit'], ['query']],
    session_create: [['message', 'title', 'idempotency_key'], ['message']],
    session_send: [
      ['target_session_id', 'message', 'reply', 'idempotency_key'],
      ['target_session_id', 'message'],
    ],
    session_deliveries: [['direction', 'request_id', 'status', 'limit', 'cursor', 'content_offset'], []],
  })
  for (const tool of tools) {
    expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(tool.outputSchema).toMatchObject({ type: 'object' })
    expect(tool.outputSchema).not.toHaveProperty('anyOf')
  }
  const properties = (name: string): Record<string, object> =>
    tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {}
  expect(properties('session_list')['limit']).not.toHaveProperty('maximum')
  expect(properties('session_list')['limit']).not.toHaveProperty('minimum')
  expect(properties('session_search')['query']).toMatchObject({ minLength: 1, maxLength: 4096 })
  expect(properties('session_create')['title']).toMatchObject({ maxLength: 255 })
  expect(properties('session_send')['reply']).toMatchObject({ enum: ['none', 'completion'] })
  expect(tools.map((tool) => tool.annotations?.readOnlyHint)).toEqual([true, true, false, false, true])
})

test.each(clients)('is named cherry-tools and hands over the guide: %s', async (_name, connect) => {
  const { bridge } = await open()
  const { client } = await connect(bridge)
  const [name, instructions] =
    client instanceof Client
      ? [client.getServerVersion()?.name, client.getInstructions()]
      : [client.serverInfo.name, client.instructions]
  expect({ name, instructions }).toEqual({ name: 'cherry-tools', instructions: 'the guide' })
})

test.each(clients)(
  '[S15] every tool answers structured content and the same JSON as text: %s',
  async (_name, connect) => {
    const { bridge, reports } = await open()
    const { call } = await connect(bridge)
    for (const { name } of toolDeclarations) {
      const answer = await call(name, goodArguments[name])
      expect(answer.isError).toBe(false)
      expect(answer.structured).toEqual(answers[name])
      expect(JSON.parse(answer.text)).toEqual(answers[name])
    }
    expect(reports.map(({ tool, code }) => [tool, code])).toEqual(toolDeclarations.map(({ name }) => [name, null]))
  },
)

test.each(clients)(
  '[SEED-10] [D21] a headless Turn is refused every tool before anything is read: %s',
  async (_name, connect) => {
    const { bridge, seen } = await open({
      authorise: () => err({ code: 'SESSION_TOOL_FORBIDDEN', message: 'Nobody is there.' }),
    })
    const { call } = await connect(bridge)
    for (const { name } of toolDeclarations) {
      const answer = await call(name, { nonsense: true })
      expect({
        isError: answer.isError,
        structured: answer.structured,
        parsed: JSON.parse(answer.text) as unknown,
      }).toEqual({
        isError: true,
        structured: undefined,
        parsed: {
          ok: false,
          error: withHint(name, { code: 'SESSION_TOOL_FORBIDDEN', message: 'Nobody is there.' }),
        },
      })
    }
    expect(seen).toEqual([])
  },
)

test('asks whether the caller may, on every call anew', async () => {
  let present = true
  const { bridge } = await open({
    authorise: () => (present ? ok(undefined) : err({ code: 'SESSION_TOOL_FORBIDDEN', message: 'Nobody is there.' })),
  })
  const { call } = await officialClient(bridge)
  expect((await call('session_list', {})).isError).toBe(false)
  present = false
  expect(codeIn(await call('session_list', {}))).toBe('SESSION_TOOL_FORBIDDEN')
})

test('the identity is the bridge’s; arguments cannot bring another', async () => {
  const { bridge, seen } = await open()
  const { call } = await officialClient(bridge)
  for (const key of ['agentId', 'session_id', 'sender', 'caller']) {
    expect(codeIn(await call('session_send', { ...goodArguments.session_send, [key]: 'other' }))).toBe(
      'INVALID_ARGUMENT',
    )
  }
  await call('session_send', goodArguments.session_send)
  const sends = seen.filter(({ service }) => service === 'send')
  expect(sends.map(({ values }) => values.slice(0, 2))).toEqual([
    [caller, { targetSessionId: 's1', message: 'do it', reply: 'completion', idempotencyKey: null }],
  ])
})

test.each(clients)('bad arguments get a code, a message and what to do: %s', async (_name, connect) => {
  const { bridge, seen } = await open()
  const { call } = await connect(bridge)
  const answer = await call('session_list', { limit: 'many' })
  expect(JSON.parse(answer.text)).toEqual({
    ok: false,
    error: {
      code: 'INVALID_ARGUMENT',
      message: 'limit must be a number.',
      hint: 'Correct the argument that the message names and call again.',
    },
  })
  expect(seen.map(({ service }) => service)).toEqual(['authorise'])
})

test.each(clients)('[E04] odd values neither break a call nor the bridge: %s', async (_name, connect) => {
  const { bridge } = await open()
  const { call } = await connect(bridge)
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  const codes: string[] = []
  for (const limit of [
    1n,
    new Map([[1, 2]]),
    Number.NaN,
    () => 1,
    cyclic,
    new Date(Number.NaN),
    new SharedArrayBuffer(8),
  ]) {
    const answer = await call('session_list', { limit })
    codes.push(answer.isError ? codeIn(answer) : 'ok')
  }
  // JSON has no BigInt and no cycle; it turns NaN and an invalid date into null and drops a function: absent.
  expect(codes).toEqual([
    'INVALID_ARGUMENT',
    'INVALID_ARGUMENT',
    'ok',
    'ok',
    'INVALID_ARGUMENT',
    'ok',
    'INVALID_ARGUMENT',
  ])
  expect((await call('session_list', { limit: undefined })).isError).toBe(false)
})

test.each(clients)(
  '[E04] a service that throws or breaks its form is answered INTERNAL_ERROR: %s',
  async (_name, connect) => {
    const results: (() => unknown)[] = [
      () => {
        throw new Error('secret detail')
      },
      () => ok({ sessions: [{ ...listed, state: 1n }], nextCursor: null }),
      () => ok({ sessions: [{ ...listed, lastActivityAt: Number.NaN }], nextCursor: null }),
      () => ok({ sessions: new Map(), nextCursor: null }),
      () => ok(undefined),
      () => ok({ sessions: [{ ...listed, sessionName: 'x'.repeat(50 * 1024 * 1024) }], nextCursor: null }),
    ]
    let next = 0
    const { bridge, reports } = await open({
      list: () => results[next++]?.() as ReturnType<SessionToolServices['list']>,
    })
    const { call } = await connect(bridge)
    for (const _ of results) {
      const answer = await call('session_list', {})
      expect(codeIn(answer)).toBe('INTERNAL_ERROR')
      expect(answer.text).not.toContain('secret detail')
    }
    expect(reports.every(({ code }) => code === 'INTERNAL_ERROR')).toBe(true)
  },
)

test('only declared keys leave, as copies', async () => {
  const sessions = [{ ...listed, workspace: '/home/me' }]
  const { bridge } = await open({ list: () => ok({ sessions, nextCursor: null }) })
  const { call } = await officialClient(bridge)
  const answer = await call('session_list', {})
  expect(answer.structured).toEqual({ sessions: [listed], nextCursor: null })
  const received = answer.structured as { sessions: { sessionName: string }[] }
  const first = received.sessions[0]
  if (first !== undefined) first.sessionName = 'changed by the client'
  expect(sessions[0]?.sessionName).toBe('Auth')
})

test('arguments reach the service as copies', async () => {
  let message = ''
  const { bridge } = await open({
    send: (_caller, args) => {
      message = args.message
      return ok(answers.session_send)
    },
  })
  const { call } = await officialClient(bridge)
  const args = { ...goodArguments.session_send, message: { toJSON: () => 'from toJSON' } }
  await call('session_send', args)
  expect(message).toBe('from toJSON')
})

test('an unknown tool is a protocol error', async () => {
  const { bridge } = await open()
  const { client } = await officialClient(bridge)
  await expect(client.callTool({ name: '__proto__', arguments: {} })).rejects.toThrow('There is no tool of this name')
})

test('the runtime’s id of a tool call is passed on; without one it is ours', async () => {
  const calls: ToolCall[] = []
  const { bridge } = await open({
    send: (_caller, _args, call) => {
      calls.push(call)
      return ok(answers.session_send)
    },
  })
  const { client, call } = await officialClient(bridge)
  await client.callTool({
    name: 'session_send',
    arguments: goodArguments.session_send,
    _meta: { [TOOL_CALL_ID_KEY]: 'call_7' },
  })
  await call('session_send', goodArguments.session_send)
  expect(calls[0]?.toolCallId).toBe('call_7')
  expect(calls[1]?.toolCallId).toMatch(/^[0-9a-f-]{36}$/)
})

type Waiting = { readonly send: SessionToolServices['send']; readonly asked: Promise<AbortSignal> }

/** A send that waits for a person who never answers. */
function neverAnswered(): Waiting {
  const { promise: asked, resolve } = Promise.withResolvers<AbortSignal>()
  return {
    asked,
    send: (_caller, _args, { signal }) => {
      resolve(signal)
      return new Promise((settle) => {
        signal.addEventListener('abort', () => settle(err({ code: 'CANCELLED', message: 'The turn ended.' })))
      })
    },
  }
}

test.each(clients)('closing the bridge aborts a waiting call and ends the client: %s', async (_name, connect) => {
  const { send, asked } = neverAnswered()
  const { bridge } = await open({ send })
  const { call } = await connect(bridge)
  const answer = call('session_send', goodArguments.session_send).then(
    () => 'answered',
    () => 'rejected',
  )
  const signal = await asked
  expect(signal.aborted).toBe(false)
  await bridge.close()
  await bridge.close()
  expect(signal.aborted).toBe(true)
  expect(await answer).toBe('rejected')
  await expect(call('session_list', {})).rejects.toThrow()
})

test.each(clients)('a client that leaves aborts its waiting call: %s', async (_name, connect) => {
  const { send, asked } = neverAnswered()
  const { bridge } = await open({ send })
  const { client, call } = await connect(bridge)
  const answer = call('session_send', goodArguments.session_send).catch(() => 'rejected')
  const signal = await asked
  await client.close()
  expect(signal.aborted).toBe(true)
  expect(await answer).toBe('rejected')
})

test('a cancelled request aborts its own call and no other', async () => {
  const first = neverAnswered()
  const second = neverAnswered()
  const sends = [first.send, second.send]
  const { bridge } = await open({ send: (...values) => sends.shift()?.(...values) ?? ok(answers.session_send) })
  const { client } = await officialClient(bridge)
  const cancel = new AbortController()
  const request = { name: 'session_send', arguments: goodArguments.session_send }
  const cancelled = client.callTool(request, undefined, { signal: cancel.signal }).catch(() => 'rejected')
  const firstSignal = await first.asked
  const other = client.callTool(request).catch(() => 'rejected')
  const secondSignal = await second.asked
  const aborted = new Promise<void>((resolve) => firstSignal.addEventListener('abort', () => resolve()))
  cancel.abort()
  await aborted
  expect({ first: firstSignal.aborted, second: secondSignal.aborted }).toEqual({ first: true, second: false })
  expect(await cancelled).toBe('rejected')
  await bridge.close()
  expect(await other).toBe('rejected')
})

test('every code has a hint for every tool, and refusals say not to go another way', () => {
  for (const { name } of toolDeclarations) {
    for (const code of errorCodes) expect(withHint(name, { code, message: 'm' }).hint).toMatch(/^[A-Z].{15,}\.$/)
  }
  expect(withHint('session_send', { code: 'APPROVAL_DENIED', message: '' }).hint).toMatch(
    /shell, a schedule or any other way/,
  )
})
