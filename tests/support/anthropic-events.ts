import type { Step } from './openai-server.ts'

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}

/** The same steps as server-sent events of the Anthropic Messages API, each content block opened and closed in turn. */
export function encodeAnthropic(): (step: Step) => readonly string[] {
  let started = false
  let blocks = 0
  let usage = { input: 1, output: 1 }
  const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
  const block = (start: object, deltas: readonly object[]) => {
    const index = blocks
    blocks += 1
    return [
      event('content_block_start', { index, content_block: start }),
      ...deltas.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ]
  }
  const body = (step: Step): readonly string[] => {
    if ('raw' in step) return [`data: ${step.raw}\n\n`]
    if ('text' in step) return block({ type: 'text', text: '' }, [{ type: 'text_delta', text: step.text }])
    if ('reasoning' in step) {
      return block({ type: 'thinking', thinking: '' }, [
        { type: 'thinking_delta', thinking: step.reasoning },
        { type: 'signature_delta', signature: 'sig' },
      ])
    }
    if ('toolCall' in step) {
      const { id, name, input } = step.toolCall
      return block({ type: 'tool_use', id, name, input: {} }, [
        { type: 'input_json_delta', partial_json: JSON.stringify(input) },
      ])
    }
    if ('usage' in step) {
      usage = step.usage
      return []
    }
    if ('finish' in step) {
      return [
        event('message_delta', {
          delta: { stop_reason: STOP_REASONS[step.finish] ?? step.finish, stop_sequence: null },
          usage: { input_tokens: usage.input, output_tokens: usage.output },
        }),
        event('message_stop', {}),
      ]
    }
    return []
  }
  return (step) => {
    const lines = body(step)
    if (started || lines.length === 0) return lines
    started = true
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'test-model',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: usage.input, output_tokens: 1 },
    }
    return [event('message_start', { message }), ...lines]
  }
}
