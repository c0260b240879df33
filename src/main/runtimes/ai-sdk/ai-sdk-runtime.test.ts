import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { refuse, startFakeTools } from '#tests/support/fake-session-tools.ts'
import {
  calls,
  says,
  startOpenAiServer,
  type OpenAiServer,
  type Reply,
  type ServerOptions,
} from '#tests/support/openai-server.ts'
import { runRuntime, type RunOptions } from '#tests/support/run-runtime.ts'
import { systemClock } from '../../kernel/clock.ts'
import { silentLogger } from '../../kernel/logger.ts'
import type { HistoryMessage } from '../../ports/agent-runtime.ts'
import { createAiSdkRuntime } from './ai-sdk-runtime.ts'
import type { AiSdkConfig } from './service.ts'

const KEY = 'sk-secret-0123456789'
const LIST = 'mcp__cherry-tools__session_list'
const runtime = createAiSdkRuntime({ clock: systemClock, logger: silentLogger, maxRetries: 0 })

let server: OpenAiServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

async function serve(options: ServerOptions): Promise<OpenAiServer> {
  server = await startOpenAiServer(options)
  return server
}

function configFor(baseUrl: string, provider: AiSdkConfig['provider'] = 'openai-compatible'): AiSdkConfig {
  return { version: 1, kind: 'ai-sdk', provider, baseUrl, model: 'test-model' }
}

async function runWith(
  replies: readonly Reply[],
  options: RunOptions & { readonly provider?: AiSdkConfig['provider'] } = {},
) {
  const { provider = 'openai-compatible', ...rest } = options
  const { baseUrl } = await serve({ replies })
  return runRuntime(runtime, configFor(baseUrl, provider), 'hello', { key: KEY, ...rest })
}

function errorOf(run: { readonly end: { readonly end: string } }): { readonly code: string; readonly message: string } {
  return (run.end as { error?: { code: string; message: string } }).error ?? { code: run.end.end, message: '' }
}

describe('a Turn against a model service', () => {
  test('streams reasoning and text and counts tokens', async () => {
    const run = await runWith([
      [{ reasoning: 'hm' }, { text: 'Hel' }, { text: 'lo' }, { usage: { input: 7, output: 3 } }, { finish: 'stop' }],
    ])
    expect(run.end).toEqual({ end: 'stop' })
    expect(run.events.filter(({ type }) => type !== 'alive')).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'break' },
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo' },
      { type: 'break' },
      { type: 'usage', usage: { inputTokens: 7, outputTokens: 3 } },
      { type: 'step' },
    ])
  })

  test('reports each piece of text as it comes, not at the end', async () => {
    const first = Promise.withResolvers<undefined>()
    const run = await runWith([[{ text: 'one' }, { wait: first.promise }, { text: 'two' }, { finish: 'stop' }]], {
      onEvent: (event) => {
        if (event.type === 'text' && event.text === 'one') first.resolve(undefined)
      },
    })
    expect(run.text).toBe('onetwo')
  })

  test.each(['openai-compatible', 'anthropic'] as const)(
    'gives the model the tools, their guide and their answers (%s)',
    async (provider) => {
      const fakeTools = await startFakeTools({
        sessions: [{ sessionId: 's-1', sessionName: 'Auth fix', agentName: 'Backend' }],
      })
      const run = await runWith([calls(LIST, { limit: 5 }), says('One session.')], {
        provider,
        fakeTools,
        instructions: 'Be brief.',
      })
      expect(run.end).toEqual({ end: 'stop' })
      expect(run.text).toBe('One session.')
      expect(fakeTools.calls).toEqual([{ tool: 'session_list', input: { limit: 5 } }])
      const call = run.events.find((event) => event.type === 'tool-call')
      expect(call).toMatchObject({ toolName: LIST, input: { limit: 5 } })
      expect(run.events.find((event) => event.type === 'tool-result')).toMatchObject({
        isError: false,
        output: { nextCursor: null },
      })
      expect(run.events.filter((event) => event.type === 'usage').at(-1)).toEqual({
        type: 'usage',
        usage: { inputTokens: 20, outputTokens: 10 },
      })
      const [first, second] = server?.chats() ?? []
      expect(first?.text).toContain('Be brief.\\n\\nNames are not addresses')
      expect(first?.text).toContain('"name":"mcp__cherry-tools__session_send"')
      expect(second?.text).toContain('Auth fix')
    },
  )

  test('puts calls together that arrive in many pieces, several in one answer', async () => {
    const fakeTools = await startFakeTools()
    const run = await runWith(
      [
        [
          { toolCall: { id: 'a', name: LIST, input: { limit: 31 } }, split: 5 },
          { toolCall: { id: 'b', name: 'mcp__cherry-tools__session_search', input: { query: 'auth fix' } }, split: 9 },
          { finish: 'tool_calls' },
        ],
        says('done'),
      ],
      { fakeTools },
    )
    expect(run.end).toEqual({ end: 'stop' })
    expect(fakeTools.calls).toEqual(
      expect.arrayContaining([
        { tool: 'session_list', input: { limit: 31 } },
        { tool: 'session_search', input: { query: 'auth fix' } },
      ]),
    )
    expect(run.events.filter((event) => event.type === 'tool-result')).toHaveLength(2)
  })

  test('keeps calls apart that a service gives one id in two steps', async () => {
    const run = await runWith([calls(LIST, {}, 'call_0'), calls(LIST, {}, 'call_0'), says('done')])
    expect(
      run.events.flatMap((event) =>
        event.type === 'tool-call' || event.type === 'tool-result' ? [`${event.type} ${event.toolCallId}`] : [],
      ),
    ).toEqual(['tool-call call_0', 'tool-result call_0', 'tool-call call_0_2', 'tool-result call_0_2'])
  })

  test('reports a refusing tool as failed and tells the model what it said', async () => {
    const fakeTools = await startFakeTools({
      answer: () => refuse('APPROVAL_DENIED', 'The person denied it.', 'Stop here.'),
    })
    const run = await runWith([calls(LIST, {}), says('It was denied.')], { fakeTools })
    expect(run.end).toEqual({ end: 'stop' })
    expect(run.events).toContainEqual(
      expect.objectContaining({
        type: 'tool-result',
        isError: true,
        output: { ok: false, error: { code: 'APPROVAL_DENIED', message: 'The person denied it.', hint: 'Stop here.' } },
      }),
    )
    expect(server?.chats()[1]?.text).toContain('APPROVAL_DENIED')
  })

  test('answers a call of an unknown tool or with unreadable arguments, and goes on', async () => {
    const fakeTools = await startFakeTools()
    const run = await runWith([calls('launch_rocket', {}), calls(LIST, '{"limit":', 'call_2'), says('Sorry.')], {
      fakeTools,
    })
    expect(run.end).toEqual({ end: 'stop' })
    expect(run.events.flatMap((event) => (event.type === 'tool-result' ? [event.isError] : []))).toEqual([true, true])
    expect(fakeTools.calls).toEqual([])
  })

  test('sets no limit on a tool that waits for a person', async () => {
    const asked = Promise.withResolvers<undefined>()
    const answer = Promise.withResolvers<undefined>()
    const fakeTools = await startFakeTools({
      answer: async () => {
        asked.resolve(undefined)
        await answer.promise
        return null
      },
    })
    const timers = recordTimers()
    const running = runWith([calls(LIST, {}), says('done')], { fakeTools })
    await asked.promise
    expect(timers.longer(30_000)).toEqual([])
    timers.restore()
    answer.resolve(undefined)
    expect((await running).end).toEqual({ end: 'stop' })
  })
})

describe('how a Turn ends', () => {
  test('fails at the longest length, keeping the text', async () => {
    const run = await runWith([[{ text: 'half of' }, { finish: 'length' }]])
    expect(errorOf(run).code).toBe('TURN_LENGTH')
    expect(run.text).toBe('half of')
  })

  test("fails at the service's filter", async () => {
    expect(errorOf(await runWith([[{ text: 'I' }, { finish: 'content_filter' }]])).code).toBe('TURN_FILTERED')
    expect(
      errorOf(await runWith([[{ text: 'I' }, { finish: 'content_filter' }]], { provider: 'anthropic' })).code,
    ).toBe('TURN_FILTERED')
  })

  test.each(['openai-compatible', 'anthropic'] as const)(
    'fails as cut when a stream ends without a finish (%s)',
    async (provider) => {
      const run = await runWith([[{ text: 'half' }]], { provider })
      expect(errorOf(run).code).toBe('TURN_CUT')
      expect(run.text).toBe('half')
    },
  )

  test('fails as cut on an unknown finish and on an empty stream', async () => {
    expect(errorOf(await runWith([[{ text: 'half' }, { finish: 'sneeze' }]])).code).toBe('TURN_CUT')
    expect(errorOf(await runWith([[]])).code).toBe('TURN_CUT')
  })

  test('fails as cut when the connection drops within the answer', async () => {
    const gone = Promise.withResolvers<undefined>()
    const run = await runWith([[{ text: 'half' }, { wait: gone.promise }, { reset: true }]], {
      onEvent: (event) => {
        if (event.type === 'text') gone.resolve(undefined)
      },
    })
    expect(errorOf(run).code).toBe('TURN_CUT')
    expect(run.text).toBe('half')
  })

  test('runs no tool of an answer that could not be read whole', async () => {
    const fakeTools = await startFakeTools()
    const run = await runWith(
      [
        [
          { text: 'a' },
          { raw: '{"choices": [' },
          { toolCall: { id: 'x', name: LIST, input: {} } },
          { finish: 'tool_calls' },
        ],
      ],
      { fakeTools },
    )
    expect(errorOf(run).code).toBe('TURN_CUT')
    expect(fakeTools.calls).toEqual([])
    const cut = await startFakeTools()
    const half = await runWith([[{ toolCall: { id: 'x', name: LIST, input: {} } }]], { fakeTools: cut })
    expect(errorOf(half).code).toBe('TURN_CUT')
    expect(cut.calls).toEqual([])
    expect(half.events.filter((event) => event.type === 'tool-result')).toHaveLength(
      half.events.filter((event) => event.type === 'tool-call').length,
    )
  })

  test('says of a call that was cut at the longest length that it was not run', async () => {
    const fakeTools = await startFakeTools()
    const run = await runWith([[{ toolCall: { id: 'x', name: LIST, input: {} } }, { finish: 'length' }]], { fakeTools })
    expect(errorOf(run).code).toBe('TURN_LENGTH')
    expect(fakeTools.calls).toEqual([])
    expect(run.events).toContainEqual(expect.objectContaining({ type: 'tool-result', toolCallId: 'x', isError: true }))
  })

  test('fails when its steps are spent', async () => {
    const run = await runWith([calls(LIST, {})], { stepLimit: 3 })
    expect(errorOf(run).code).toBe('TURN_STEP_LIMIT')
    expect(run.events.filter((event) => event.type === 'step')).toHaveLength(3)
    expect(server?.chats()).toHaveLength(3)
  })

  test('may answer in its last step', async () => {
    expect((await runWith([calls(LIST, {}), says('done')], { stepLimit: 2 })).end).toEqual({ end: 'stop' })
  })

  test.each<readonly [string, Reply]>([
    ['before the first byte', 'hang'],
    ['after the first byte', [{ text: 'half' }, { hang: true }]],
  ])('is stopped while the service hangs %s', async (_, reply) => {
    const stop = new AbortController()
    const { baseUrl } = await serve({
      replies: () => {
        if (reply === 'hang') queueMicrotask(() => stop.abort())
        return reply
      },
    })
    const run = await runRuntime(runtime, configFor(baseUrl), 'hello', {
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === 'text') stop.abort()
      },
    })
    expect(run.end).toEqual({ end: 'stopped' })
  })

  test('is stopped while a tool waits', async () => {
    const stop = new AbortController()
    const fakeTools = await startFakeTools({
      answer: () => {
        stop.abort()
        return new Promise(() => {})
      },
    })
    expect((await runWith([calls(LIST, {})], { fakeTools, signal: stop.signal })).end).toEqual({ end: 'stopped' })
  })

  test('is stopped before it starts', async () => {
    expect((await runWith([says('never')], { signal: AbortSignal.abort() })).end).toEqual({ end: 'stopped' })
    expect(server?.requests).toEqual([])
  })
})

describe('what a person reads when a service fails', () => {
  test('a refused key, which is not repeated', async () => {
    const { baseUrl } = await serve({ key: 'another' })
    for (const provider of ['openai-compatible', 'anthropic'] as const) {
      const error = errorOf(await runRuntime(runtime, configFor(baseUrl, provider), 'hi', { key: KEY }))
      expect(error.code).toBe('RUNTIME_ERROR')
      expect(error.message).toContain('refused the key (401)')
      expect(error.message).not.toContain('secret')
    }
  })

  test('a rate limit, with the time to wait', async () => {
    const error = errorOf(
      await runWith([{ status: 429, headers: { 'retry-after': '17' }, body: '{"error":{"message":"Slow down"}}' }]),
    )
    expect(error.message).toMatch(/rate limit or quota is reached \(429\)\. Try again in 17 s\. It said: “Slow down”$/)
  })

  test("a fault of the service's own, without its page of HTML", async () => {
    const error = errorOf(
      await runWith([
        {
          status: 502,
          headers: { 'content-type': 'text/html' },
          body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
        },
      ]),
    )
    expect(error.message).toMatch(
      /^The model service at 127\.0\.0\.1:\d+ has a fault of its own \(502\)\. Try again later\.$/,
    )
  })

  test('a page of HTML where an answer should be', async () => {
    const error = errorOf(
      await runWith([{ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>hello</html>' }]),
    )
    expect(error.code).toBe('TURN_CUT')
    expect(error.message).not.toContain('<')
  })

  test('an error in the middle of the stream', async () => {
    const run = await runWith([
      [{ text: 'a' }, { raw: '{"error":{"message":"The engine fell over","type":"server_error"}}' }],
    ])
    expect(errorOf(run)).toEqual({
      code: 'RUNTIME_ERROR',
      message: expect.stringContaining('It said: “The engine fell over”') as string,
    })
  })

  test('a service that is not there, or whose name is unknown', async () => {
    const { baseUrl } = await serve({})
    await server?.close()
    server = null
    const refused = errorOf(await runRuntime(runtime, configFor(baseUrl), 'hi'))
    expect(refused.code).toBe('RUNTIME_ERROR')
    expect(refused.message).toContain('connection refused')
    const unknown = errorOf(await runRuntime(runtime, configFor('http://no-such-host.invalid/v1'), 'hi'))
    expect(unknown.message).toMatch(/could not be reached: its name .*DNS/)
  })

  test('a port that drops every connection', async () => {
    const dropper = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => dropper.listen(0, '127.0.0.1', resolve))
    const { port } = dropper.address() as AddressInfo
    const error = errorOf(await runRuntime(runtime, configFor(`http://127.0.0.1:${port}/v1`), 'hi'))
    await new Promise((resolve) => dropper.close(resolve))
    expect(error.message).toContain('broke before the answer was whole')
  })

  test('a redirect, which the key does not follow', async () => {
    const other = await startOpenAiServer()
    const error = errorOf(
      await runWith([{ status: 307, headers: { location: `${other.baseUrl}/chat/completions` }, body: '' }]),
    )
    expect(error.code).toBe('RUNTIME_ERROR')
    expect(error.message).toContain('another address (307)')
    expect(other.requests).toEqual([])
    await other.close()
  })

  test('[R15] a message that the service refuses fails its Turn alone; without it the rest of the history works', async () => {
    const { baseUrl } = await serve({ refuseText: 'forbidden fruit' })
    const good: HistoryMessage[] = [
      { role: 'user', parts: [{ type: 'text', text: 'first' }] },
      { role: 'assistant', parts: [{ type: 'text', text: 'second' }] },
    ]
    const bad: HistoryMessage = { role: 'user', parts: [{ type: 'text', text: 'forbidden fruit' }] }
    const refused = await runRuntime(runtime, configFor(baseUrl), 'go on', { history: [...good, bad] })
    expect(errorOf(refused).message).toContain('refused the request (400)')
    const recovered = await runRuntime(runtime, configFor(baseUrl), 'go on', { history: good })
    expect(recovered.end).toEqual({ end: 'stop' })
    expect(server?.chats().at(-1)?.text).toContain('second')
  })
})

describe('trying again', () => {
  test('repeats a request that failed before its first byte, never one whose answer had begun', async () => {
    const patient = createAiSdkRuntime({ clock: systemClock, logger: silentLogger, maxRetries: 2 })
    const busy: Reply = { status: 503, headers: { 'retry-after-ms': '1' }, body: '{}' }
    const { baseUrl } = await serve({ replies: [busy, calls(LIST, {}), busy, says('done')] })
    const run = await runRuntime(patient, configFor(baseUrl), 'hi')
    expect(run.end).toEqual({ end: 'stop' })
    expect(run.tools.calls).toHaveLength(1)
    expect(server?.chats()).toHaveLength(4)
    await server?.close()
    const cut = await serve({ replies: [[{ text: 'half' }, { reset: true }], says('whole')] })
    expect(errorOf(await runRuntime(patient, configFor(cut.baseUrl), 'hi')).code).toBe('TURN_CUT')
    expect(cut.chats()).toHaveLength(1)
  })
})

/** Records the delays of all timers set from now on. */
function recordTimers(): { longer(ms: number): readonly number[]; restore(): void } {
  const delays: number[] = []
  const original = globalThis.setTimeout
  const recording = (run: () => void, ms?: number) => {
    delays.push(ms ?? 0)
    return original(run, ms)
  }
  globalThis.setTimeout = Object.assign(recording, { __promisify__: original.__promisify__ }) as typeof setTimeout
  return {
    longer: (ms) => delays.filter((delay) => delay > ms),
    restore: () => {
      globalThis.setTimeout = original
    },
  }
}
