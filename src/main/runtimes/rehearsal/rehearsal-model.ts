import { UnsupportedFunctionalityError, type LanguageModelV4, type LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { sleep, type RuntimeDeps } from '../runtime-deps.ts'
import { prefixedToolName } from '../model-turn/tool-client.ts'
import { nextMove, type Move, type Scene } from './script.ts'
import { answersOfThisTurn } from './tool-answers.ts'

/** A long wait says that it is alive this often, well within any limit on a silent Turn. */
const ALIVE_EVERY_MS = 20_000

type StreamDeps = RuntimeDeps & { readonly turnId: string; readonly signal: AbortSignal }

/** A language model that follows the script. Like any model it knows only its prompt and what the tools answered. */
export function createRehearsalModel(scene: Scene, deps: StreamDeps): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'rehearsal',
    modelId: 'script',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new UnsupportedFunctionalityError({ functionality: 'an answer in one piece' })),
    doStream: ({ prompt }) => {
      const answers = answersOfThisTurn(prompt)
      const parts = play(nextMove(scene, answers), `rehearsal_${deps.turnId}_${answers.length}`, deps)
      return Promise.resolve({ stream: streamOf(parts) })
    },
  }
}

/** Asks for the next part only when the last was taken. */
function streamOf(
  parts: AsyncGenerator<LanguageModelV4StreamPart, void, void>,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream<LanguageModelV4StreamPart>({
    pull: async (controller) => {
      const { done, value } = await parts.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => {
      await parts.return()
    },
  })
}

async function* play(
  move: Move,
  callId: string,
  deps: StreamDeps,
): AsyncGenerator<LanguageModelV4StreamPart, void, void> {
  yield { type: 'stream-start', warnings: [] }
  let now = move
  for (let at = 0; now.kind === 'wait'; at += 1) {
    yield* speak(`${now.text}\n`, `text-${at}`, deps)
    yield* waitFor(now.ms, deps)
    if (deps.signal.aborted) return
    now = now.next
  }
  switch (now.kind) {
    case 'say':
      yield* speak(now.text, 'text-end', deps)
      yield finish('stop')
      return
    case 'call':
      yield {
        type: 'tool-call',
        toolCallId: callId,
        toolName: prefixedToolName(now.tool),
        input: JSON.stringify(now.input),
      }
      yield finish('tool-calls')
      return
    case 'fail':
      yield { type: 'error', error: new Error(now.reason) }
  }
}

async function* speak(
  text: string,
  id: string,
  deps: StreamDeps,
): AsyncGenerator<LanguageModelV4StreamPart, void, void> {
  yield { type: 'text-start', id }
  for (const delta of pieces(text)) {
    if (deps.signal.aborted) return
    yield { type: 'text-delta', id, delta }
    await deps.pace(deps.signal)
  }
  yield { type: 'text-end', id }
}

async function* waitFor(ms: number | null, deps: StreamDeps): AsyncGenerator<LanguageModelV4StreamPart, void, void> {
  const end = ms === null ? Number.POSITIVE_INFINITY : deps.clock.monotonic() + ms
  while (!deps.signal.aborted) {
    const left = end - deps.clock.monotonic()
    if (left <= 0) return
    await sleep(deps.clock, Math.min(left, ALIVE_EVERY_MS), deps.signal)
    yield { type: 'ping' }
  }
}

/** A word with its space at a time; scripts without spaces a few characters at a time. */
function pieces(text: string): readonly string[] {
  return (text.match(/\s*\S+|\s+$/gu) ?? [text]).flatMap((word) => {
    const characters = [...word]
    const parts: string[] = []
    for (let at = 0; at < characters.length; at += 12) parts.push(characters.slice(at, at + 12).join(''))
    return parts
  })
}

function finish(unified: 'stop' | 'tool-calls'): LanguageModelV4StreamPart {
  return {
    type: 'finish',
    finishReason: { unified, raw: undefined },
    usage: {
      inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    },
  }
}
