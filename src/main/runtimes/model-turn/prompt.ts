import type { ModelMessage, ToolResultPart } from 'ai'
import type { Part, ToolPart } from '#shared/message.ts'
import type { HistoryMessage } from '../../ports/agent-runtime.ts'

type AssistantContent = Exclude<Extract<ModelMessage, { role: 'assistant' }>['content'], string>
type ToolOutput = ToolResultPart['output']

/**
 * History and input as a model takes them. Ids of past tool calls are written anew, because some services mint the same
 * id in every answer and others refuse an id that occurs twice. Past reasoning is left out: services accept only their
 * own, signed, and a Session may have changed its model.
 */
export function toModelMessages(history: readonly HistoryMessage[], input: HistoryMessage): ModelMessage[] {
  return [...history, input].flatMap((message, index) =>
    message.role === 'user' ? userMessage(message.parts) : assistantMessages(message.parts, index),
  )
}

function userMessage(parts: readonly Part[]): ModelMessage[] {
  const content = parts.map(partText).filter((text) => text.trim() !== '')
  return content.length === 0 ? [] : [{ role: 'user', content: content.map((text) => ({ type: 'text', text })) }]
}

/** Text and calls up to an answer form one assistant message; the answers follow it in a tool message. */
function assistantMessages(parts: readonly Part[], index: number): ModelMessage[] {
  const messages: ModelMessage[] = []
  let content: AssistantContent = []
  let results: ToolResultPart[] = []
  const flush = () => {
    if (content.length > 0) messages.push({ role: 'assistant', content })
    if (results.length > 0) messages.push({ role: 'tool', content: results })
    content = []
    results = []
  }
  for (const [at, part] of parts.entries()) {
    if (part.type === 'tool') {
      const toolCallId = pastCallId(index, at)
      const toolName = wireToolName(part.toolName)
      content.push({ type: 'tool-call', toolCallId, toolName, input: callInput(part.input) })
      results.push({ type: 'tool-result', toolCallId, toolName, output: toolOutput(part) })
      continue
    }
    const text = partText(part)
    if (text.trim() === '') continue
    if (results.length > 0) flush()
    content.push({ type: 'text', text })
  }
  flush()
  return messages
}

function partText(part: Part): string {
  if (part.type === 'text') return part.text
  if (part.type === 'file') return `[File: ${part.name} (${part.mediaType}, ${part.size} bytes) at ${part.path}]`
  return ''
}

/** Nine letters and digits, which every service takes. */
function pastCallId(message: number, part: number): string {
  return `p${message.toString(36).padStart(4, '0')}${part.toString(36).padStart(4, '0')}`
}

/** Services take letters, digits, underscore and hyphen, at most 64; other runtimes' tools are named more freely. */
function wireToolName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'tool'
}

/** Services take an object as input, whatever was stored. */
function callInput(input: unknown): unknown {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { value: input ?? null }
}

function toolOutput(part: ToolPart): ToolOutput {
  if (part.state === 'running') return { type: 'error-text', value: 'No answer was recorded for this call.' }
  const text = typeof part.output === 'string' ? part.output : JSON.stringify(part.output ?? null)
  return part.state === 'failed' ? { type: 'error-text', value: text } : { type: 'text', value: text }
}
