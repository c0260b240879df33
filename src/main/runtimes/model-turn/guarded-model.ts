import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'

/** What was seen of the model's streams, for the end of the Turn. */
export type StreamRecord = {
  /** The first failure inside a stream; nothing after it is used. */
  failure: { readonly error: unknown } | null
  /** Whether the newest stream closed without saying how it finished. */
  unfinished: boolean
}

const NO_USAGE = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}

/**
 * A model whose calls have ids of their own in the whole Turn, and whose stream ends at its first failure. Some services
 * mint the same call id again in every step, but a Turn's calls are told apart by it. A service may go on after a chunk that could not be read, and even
 * finish with tool calls; those must not run on half an answer, nor may a half answer pass as a whole one.
 */
export function guardModel(model: LanguageModelV4): { readonly model: LanguageModelV4; readonly record: StreamRecord } {
  const record: StreamRecord = { failure: null, unfinished: false }
  const usedIds = new Set<string>()
  const guarded: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    doStream: async (options) => {
      const result = await model.doStream(options)
      record.unfinished = true
      return { ...result, stream: result.stream.pipeThrough(separateIds(usedIds)).pipeThrough(endAtFailure(record)) }
    },
  }
  return { model: guarded, record }
}

function endAtFailure(record: StreamRecord): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      if (part.type === 'error') {
        record.failure = { error: part.error }
        controller.enqueue({ type: 'finish', finishReason: { unified: 'error', raw: undefined }, usage: NO_USAGE })
        controller.terminate()
        return
      }
      if (part.type === 'finish') record.unfinished = false
      controller.enqueue(part)
    },
  })
}

function separateIds(used: Set<string>): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  /** Ids given to calls whose input is still coming, by the service's own id. */
  const begun = new Map<string, string>()
  const mint = (own: string) => {
    let id = own
    for (let n = 2; used.has(id); n += 1) id = `${own}_${n}`
    used.add(id)
    return id
  }
  return new TransformStream({
    transform(part, controller) {
      if (part.type === 'tool-input-start') {
        const id = mint(part.id)
        begun.set(part.id, id)
        controller.enqueue({ ...part, id })
      } else if (part.type === 'tool-input-delta' || part.type === 'tool-input-end') {
        controller.enqueue({ ...part, id: begun.get(part.id) ?? part.id })
      } else if (part.type === 'tool-call') {
        const toolCallId = begun.get(part.toolCallId) ?? mint(part.toolCallId)
        begun.delete(part.toolCallId)
        controller.enqueue({ ...part, toolCallId })
      } else {
        controller.enqueue(part)
      }
    },
  })
}
