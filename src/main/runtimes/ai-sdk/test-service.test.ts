import { afterEach, describe, expect, test } from 'vitest'
import { calls, says, startOpenAiServer, type OpenAiServer, type ServerOptions } from '#tests/support/openai-server.ts'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { systemClock } from '../../kernel/clock.ts'
import { silentLogger } from '../../kernel/logger.ts'
import type { RuntimeTestStep } from '../../ports/agent-runtime.ts'
import { createAiSdkRuntime } from './ai-sdk-runtime.ts'
import type { AiSdkConfig } from './service.ts'

const runtime = createAiSdkRuntime({ clock: systemClock, logger: silentLogger })
const never = new AbortController().signal
let server: OpenAiServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

function config(baseUrl: string, more: Partial<AiSdkConfig> = {}): AiSdkConfig {
  return { version: 1, kind: 'ai-sdk', provider: 'openai-compatible', baseUrl, model: 'test-model', ...more }
}

async function tryIt(
  options: ServerOptions,
  more: Partial<AiSdkConfig> = {},
  key: string | null = 'sk-secret-0123456789',
) {
  server = await startOpenAiServer(options)
  return runtime.test(config(server.baseUrl, more), key, never)
}

function states(steps: readonly RuntimeTestStep[]): string {
  return steps.map(({ step, state }) => `${step} ${state}`).join(', ')
}

function failureOf(steps: readonly RuntimeTestStep[]): string {
  return steps.find(({ state }) => state === 'failed')?.detail ?? ''
}

const GOOD = [says('ok'), calls('note_word', { word: 'ok' })]

describe('trying an Agent', () => {
  test.each(['openai-compatible', 'anthropic'] as const)(
    'passes step by step, each with its time (%s)',
    async (provider) => {
      const steps = await tryIt({ replies: GOOD }, { provider })
      expect(states(steps)).toBe('reach passed, key passed, model passed, answer passed, tool passed')
      expect(steps.every(({ ms, detail }) => ms !== null && ms >= 0 && detail !== '')).toBe(true)
    },
  )

  test('works where the service lists no models', async () => {
    expect(states(await tryIt({ replies: GOOD, models: 'none' }))).toBe(
      'reach passed, key passed, model passed, answer passed, tool passed',
    )
  })

  test('stops at an address where nothing is', async () => {
    const gone = await startOpenAiServer()
    await gone.close()
    const steps = await runtime.test(config(gone.baseUrl), null, never)
    expect(states(steps)).toBe('reach failed, key not-tried, model not-tried, answer not-tried, tool not-tried')
    expect(failureOf(steps)).toContain('connection refused')
  })

  test('stops at a refused key without repeating it', async () => {
    const steps = await tryIt({ key: 'another' })
    expect(states(steps)).toBe('reach passed, key failed, model not-tried, answer not-tried, tool not-tried')
    expect(JSON.stringify(steps)).not.toContain('secret')
  })

  test('stops at an unknown model', async () => {
    const missing = await tryIt(
      { replies: [{ status: 404, body: '{"error":{"message":"model \\"nope\\" not found"}}' }] },
      { model: 'nope' },
    )
    expect(states(missing)).toBe('reach passed, key passed, model failed, answer not-tried, tool not-tried')
    expect(failureOf(missing)).toContain('not found')
  })

  test('takes an address with one of its paths pasted on, and hints at a missing version', async () => {
    server = await startOpenAiServer({ replies: GOOD })
    const pasted = await runtime.test(config(`${server.baseUrl}/chat/completions/`), null, never)
    expect(states(pasted)).toBe('reach passed, key passed, model passed, answer passed, tool passed')
    const bare = await runtime.test(config(server.baseUrl.replace('/v1', '')), null, never)
    expect(failureOf(bare)).toContain('end in /v1')
  })

  test('stops at a service with a fault, an empty answer, or none in time', async () => {
    const expected = 'reach passed, key passed, model passed, answer failed, tool not-tried'
    expect(states(await tryIt({ replies: [{ status: 500, body: '<html>' }] }))).toBe(expected)
    await server?.close()
    expect(states(await tryIt({ replies: [[{ finish: 'stop' }]] }))).toBe(expected)
    await server?.close()
    const clock = createManualClock()
    server = await startOpenAiServer({
      replies: () => {
        clock.advance(60_000)
        return 'hang'
      },
    })
    const slow = await createAiSdkRuntime({ clock, logger: silentLogger }).test(config(server.baseUrl), null, never)
    expect(states(slow)).toBe(expected)
    expect(failureOf(slow)).toContain('did not answer in time')
  })

  test('finds a model that calls no tools', async () => {
    const steps = await tryIt({ replies: [says('ok'), says('I would rather talk')] })
    expect(states(steps)).toBe('reach passed, key passed, model passed, answer passed, tool failed')
  })

  test('stops when the person closes the test', async () => {
    server = await startOpenAiServer({ replies: GOOD })
    const steps = await runtime.test(config(server.baseUrl), null, AbortSignal.abort())
    expect(steps.every(({ state }) => state === 'not-tried')).toBe(true)
  })
})

describe('models on offer', () => {
  test('are named in the order of the service, and none where it has no list or is not there', async () => {
    server = await startOpenAiServer({ models: ['b', 'a', 'b'] })
    expect(await runtime.models(config(server.baseUrl), null, never)).toEqual(['b', 'a'])
    await server.close()
    expect(await runtime.models(config(server.baseUrl), null, never)).toEqual([])
    server = await startOpenAiServer({ models: 'none' })
    expect(await runtime.models(config(server.baseUrl, { provider: 'anthropic' }), 'k', never)).toEqual([])
  })
})

describe('readiness', () => {
  test.each([
    [config('http://127.0.0.1:1/v1'), null, true],
    [config('http://127.0.0.1:1/v1'), 'sk-1', true],
    [config('https://api.anthropic.com', { provider: 'anthropic' }), 'sk-1', true],
    [config('https://api.anthropic.com', { provider: 'anthropic' }), null, false],
    [config('http://127.0.0.1:1/v1'), 'sk-1\n', false],
    [config('http://127.0.0.1:1/v1'), '密钥', false],
    [config(''), null, false],
    [config('http://me:secret@127.0.0.1:1/v1'), null, false],
    [config('http://127.0.0.1:1/v1', { model: ' ' }), null, false],
  ])('case %#', (it, key, ready) => {
    expect(runtime.readiness(it, key).ready).toBe(ready)
  })
})
