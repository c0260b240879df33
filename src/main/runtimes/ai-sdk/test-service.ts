import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { Clock } from '../../kernel/clock.ts'
import type { RuntimeTestStep } from '../../ports/agent-runtime.ts'
import { guardModel } from '../model-turn/guarded-model.ts'
import { explainServiceFailure, readServiceFailure, type ServiceFailure } from '../model-turn/service-error.ts'
import { listModels } from './list-models.ts'
import { openService, readinessOf, type AiSdkConfig, type Service } from './service.ts'

type StepName = RuntimeTestStep['step']
const STEPS: readonly StepName[] = ['reach', 'key', 'model', 'answer', 'tool']

type TestDeps = {
  readonly config: AiSdkConfig
  readonly key: string | null
  readonly signal: AbortSignal
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  readonly withinMs: number
}

/**
 * Tries a configuration the way a Turn would use it. A list of models proves that something answers, but neither key
 * nor model, because many services hand it to anyone; those are judged by a real request.
 */
export async function testService(deps: TestDeps): Promise<readonly RuntimeTestStep[]> {
  const done: RuntimeTestStep[] = []
  const finish = () => [
    ...done,
    ...STEPS.slice(done.length).map((step): RuntimeTestStep => ({ step, state: 'not-tried', detail: '', ms: null })),
  ]
  const readiness = readinessOf(deps.config, deps.key)
  if (!readiness.ready) {
    done.push({ step: 'reach', state: 'failed', detail: readiness.reason, ms: null })
    return finish()
  }
  const service = openService(deps.config, deps.key, deps.fetch)
  const pass = (step: StepName, detail: string, ms: number) =>
    done.push({ step, state: 'passed', detail, ms: Math.round(ms) })
  const fail = (step: StepName, detail: string, ms: number) => {
    done.push({ step, state: 'failed', detail, ms: Math.round(ms) })
    return finish()
  }

  const reach = await attempt(deps, (signal) => listModels(service, deps.fetch, signal))
  if (reach.kind === 'stopped') return finish()
  if (reach.kind === 'failed') return fail('reach', explain(reach.failure, service), reach.ms)
  const { models } = reach.value
  pass('reach', `${service.context.service} answers.`, reach.ms)

  const greeting = await attempt(deps, (signal) =>
    converse(service, deps.clock, { prompt: userPrompt('Answer with the one word: ok'), abortSignal: signal }),
  )
  if (greeting.kind === 'stopped') return finish()
  if (greeting.kind === 'failed') {
    const at = failedStep(greeting.failure, models, deps.config.model)
    if (at !== 'key') pass('key', keyDetail(deps.key), greeting.ms)
    if (at === 'answer') pass('model', modelDetail(models, deps.config.model), greeting.ms)
    return fail(at, explain(greeting.failure, service), greeting.ms)
  }
  const answer = greeting.value
  pass('key', keyDetail(deps.key), answer.headersMs)
  pass('model', modelDetail(models, deps.config.model), answer.firstMs)
  if (answer.text.trim() === '') return fail('answer', 'The model answered without any text.', greeting.ms)
  pass('answer', 'The model answers.', greeting.ms)

  const called = await attempt(deps, (signal) =>
    converse(service, deps.clock, {
      prompt: userPrompt(CALL_IT),
      tools: [NOTE_TOOL],
      toolChoice: { type: 'auto' },
      abortSignal: signal,
    }),
  )
  if (called.kind === 'stopped') return finish()
  if (called.kind === 'failed') return fail('tool', explain(called.failure, service), called.ms)
  if (!called.value.called)
    return fail(
      'tool',
      'The model answered without calling the tool. Without tools it cannot find or ask other sessions.',
      called.ms,
    )
  pass('tool', 'The model calls tools.', called.ms)
  return finish()
}

const CALL_IT = 'Call the tool named note_word with the word "ok". Do not answer in words.'
const NOTE_TOOL: NonNullable<LanguageModelV4CallOptions['tools']>[number] = {
  type: 'function',
  name: 'note_word',
  description: 'Notes one word.',
  inputSchema: {
    type: 'object',
    properties: { word: { type: 'string' } },
    required: ['word'],
    additionalProperties: false,
  },
}

type Attempt<T> =
  | { readonly kind: 'passed'; readonly value: T; readonly ms: number }
  | { readonly kind: 'failed'; readonly failure: ServiceFailure | 'too-slow'; readonly ms: number }
  | { readonly kind: 'stopped' }

async function attempt<T>(deps: TestDeps, run: (signal: AbortSignal) => Promise<T>): Promise<Attempt<T>> {
  const limit = new AbortController()
  const stopTimer = deps.clock.after(deps.withinMs, () => limit.abort())
  const start = deps.clock.monotonic()
  try {
    const value = await run(AbortSignal.any([deps.signal, limit.signal]))
    return { kind: 'passed', value, ms: deps.clock.monotonic() - start }
  } catch (error) {
    if (deps.signal.aborted) return { kind: 'stopped' }
    const failure = limit.signal.aborted
      ? 'too-slow'
      : readServiceFailure(error, { service: '', secrets: deps.key === null ? [] : [deps.key], addressHint: '' })
    return { kind: 'failed', failure, ms: deps.clock.monotonic() - start }
  } finally {
    stopTimer()
  }
}

type Conversation = {
  readonly text: string
  readonly called: boolean
  readonly headersMs: number
  readonly firstMs: number
}

/** One request, read to its end; a failure inside the stream is thrown like one before it. */
async function converse(service: Service, clock: Clock, options: LanguageModelV4CallOptions): Promise<Conversation> {
  const { model, record } = guardModel(service.model)
  const start = clock.monotonic()
  const { stream } = await model.doStream(options)
  const headersMs = clock.monotonic() - start
  let firstMs: number | null = null
  let text = ''
  let called = false
  for await (const part of stream as AsyncIterable<LanguageModelV4StreamPart>) {
    if (part.type !== 'stream-start') firstMs ??= clock.monotonic() - start
    if (part.type === 'text-delta') text += part.delta
    if (part.type === 'tool-call') called = true
  }
  if (record.failure !== null) throw record.failure.error
  return { text, called, headersMs, firstMs: firstMs ?? headersMs }
}

function userPrompt(text: string): LanguageModelV4CallOptions['prompt'] {
  return [{ role: 'user', content: [{ type: 'text', text }] }]
}

/** Which of the steps a failed first request speaks against. */
function failedStep(
  failure: ServiceFailure | 'too-slow',
  models: readonly string[] | null,
  model: string,
): 'key' | 'model' | 'answer' {
  if (failure === 'too-slow' || failure.kind !== 'http') return 'answer'
  if (failure.status === 401 || failure.status === 403) return 'key'
  const unlisted = models !== null && !models.includes(model)
  return failure.status === 404 || (failure.status === 400 && unlisted) ? 'model' : 'answer'
}

function keyDetail(key: string | null): string {
  return key === null || key === '' ? 'No key is set, and none was asked for.' : 'The key was accepted.'
}

function modelDetail(models: readonly string[] | null, model: string): string {
  return models === null || models.includes(model)
    ? `The service knows ${model}.`
    : `The service takes ${model}, though its list does not name it.`
}

function explain(failure: ServiceFailure | 'too-slow', service: Service): string {
  if (failure === 'too-slow') return `${service.context.service} did not answer in time.`
  return explainServiceFailure(failure, service.context).message
}
