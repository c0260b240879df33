import type { LanguageModelV4 } from '@ai-sdk/provider'
import { isStepCount, streamText, type TextStreamPart, type ToolSet } from 'ai'
import type { RuntimeEnd, TurnRun } from '../../ports/agent-runtime.ts'
import { guardModel, type StreamRecord } from './guarded-model.ts'
import { toModelMessages } from './prompt.ts'
import { explainServiceFailure, readServiceFailure, type ServiceContext } from './service-error.ts'
import { openToolClient, type ToolClient } from './tool-client.ts'
import { TurnReporter } from './turn-reporter.ts'
import { endOfTurn } from './turn-end.ts'

/** The library prints warnings about settings to the console unless told not to; nothing of ours reads them there. */
globalThis.AI_SDK_LOG_WARNINGS = false

export type ModelTurn = {
  readonly run: TurnRun
  readonly model: LanguageModelV4
  readonly service: ServiceContext
  /**
   * How often a request is sent again after a failure that came before the first byte of its answer (408, 409, 429, 5xx,
   * no connection). Once an answer streams, nothing is repeated: its tools may have acted.
   */
  readonly maxRetries: number
}

/**
 * The tool loop that every model of ours runs through: streams steps, calls tools over the Turn's MCP bridge, reports
 * events in order and comes to one end. Owns the client end of the bridge for the run; keeps nothing afterwards.
 */
export async function runModelTurn(turn: ModelTurn): Promise<RuntimeEnd> {
  const { run } = turn
  let client: ToolClient
  try {
    client = await openToolClient(run.tools, run.signal)
  } catch (error) {
    if (run.signal.aborted) return { end: 'stopped' }
    throw error
  }
  try {
    return await streamTurn(turn, client)
  } finally {
    await client.close()
  }
}

async function streamTurn(turn: ModelTurn, client: ToolClient): Promise<RuntimeEnd> {
  const { run, service } = turn
  const { model, record } = guardModel(turn.model)
  const reporter = new TurnReporter({ emit: run.emit })
  const system = [run.instructions, client.instructions].filter((text) => text.trim() !== '').join('\n\n')
  const result = streamText({
    model,
    ...(system === '' ? {} : { instructions: system }),
    messages: toModelMessages(run.history, run.input),
    tools: client.tools,
    stopWhen: isStepCount(run.stepLimit),
    maxRetries: turn.maxRetries,
    abortSignal: run.signal,
    // Failures are read from the stream; the default handler would print them.
    onError: () => {},
  })
  try {
    for await (const part of result.stream as AsyncIterable<TextStreamPart<ToolSet>>) {
      if (run.signal.aborted) break
      reporter.take(part)
    }
  } catch (error) {
    reporter.failure ??= { error }
  }
  if (run.signal.aborted) return { end: 'stopped' }
  return settle(reporter, record, run.stepLimit, service)
}

function settle(reporter: TurnReporter, record: StreamRecord, stepLimit: number, service: ServiceContext): RuntimeEnd {
  reporter.closeOpenCalls()
  const failure = record.failure ?? reporter.failure
  if (failure !== null) {
    return { end: 'failed', error: explainServiceFailure(readServiceFailure(failure.error, service), service) }
  }
  const last = reporter.lastStep()
  return endOfTurn(record.unfinished ? { ...last, finishReason: 'interrupted' } : last, stepLimit)
}
