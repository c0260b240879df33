import type { ToolPart } from '#shared/message.ts'
import { z } from 'zod'

/** What a tool call did, in the terms of its one line. Counts are of Sessions or Deliveries. */
export type ToolReading =
  | { readonly kind: 'looked'; readonly sessions: number }
  | { readonly kind: 'listed'; readonly sessions: number }
  | { readonly kind: 'checked'; readonly deliveries: number }
  | { readonly kind: 'sent'; readonly requestId: string; readonly created: boolean }
  | { readonly kind: 'asking'; readonly target: string | null; readonly title: string | null }
  | {
      readonly kind: 'refused'
      readonly target: string | null
      readonly title: string | null
      readonly code: string
      readonly message: string
    }
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly code: string | null; readonly message: string }
  | { readonly kind: 'done' }

const sessionsSchema = z.looseObject({ sessions: z.array(z.unknown()) })
const deliveriesSchema = z.looseObject({ deliveries: z.array(z.unknown()) })
const sentSchema = z.looseObject({ requestId: z.string() })
const failureSchema = z.looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) })
const contentSchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
})
const structuredSchema = z.looseObject({ structuredContent: z.unknown() })
const inputSchema = z.looseObject({ target_session_id: z.string().optional(), title: z.string().nullish() })

/** The tool's own name: runtimes and agents put their server's name before it, each in its own way. */
export function toolNameOf(toolName: string): string {
  const own = /(?:^|[_.:/-])(session_(?:list|search|create|send|deliveries))$/.exec(toolName)
  return own?.[1] ?? toolName.replace(/^mcp__.+?__/, '')
}

export function readTool(part: ToolPart): ToolReading {
  const name = toolNameOf(part.toolName)
  const sends = name === 'session_send' || name === 'session_create'
  const input = inputSchema.safeParse(part.input)
  const target = input.success ? (input.data.target_session_id ?? null) : null
  const title = input.success ? (input.data.title ?? null) : null
  if (part.state === 'running') return sends ? { kind: 'asking', target, title } : { kind: 'running' }
  const output = answerOf(part.output)
  const failure = failureSchema.safeParse(output)
  if (failure.success || part.state === 'failed') {
    const { code, message } = failure.success ? failure.data.error : { code: null, message: textOf(output) }
    return sends && code !== null
      ? { kind: 'refused', target, title, code, message }
      : { kind: 'failed', code, message }
  }
  if (sends) {
    const sent = sentSchema.safeParse(output)
    return sent.success
      ? { kind: 'sent', requestId: sent.data.requestId, created: name === 'session_create' }
      : { kind: 'done' }
  }
  if (name === 'session_search' || name === 'session_list') {
    const found = sessionsSchema.safeParse(output)
    if (!found.success) return { kind: 'done' }
    return { kind: name === 'session_search' ? 'looked' : 'listed', sessions: found.data.sessions.length }
  }
  if (name === 'session_deliveries') {
    const found = deliveriesSchema.safeParse(output)
    return found.success ? { kind: 'checked', deliveries: found.data.deliveries.length } : { kind: 'done' }
  }
  return { kind: 'done' }
}

/** What the tool answered, out of whatever wrapping it was kept in: an MCP result, its text, or the value itself. */
export function answerOf(output: unknown): unknown {
  const structured = structuredSchema.safeParse(output)
  if (structured.success && structured.data.structuredContent != null) return structured.data.structuredContent
  const content = contentSchema.safeParse(output)
  const text = content.success ? content.data.content.map((part) => part.text ?? '').join('\n') : output
  if (typeof text !== 'string') return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : text
  } catch {
    return text
  }
}

/** As the fold shows it: text as it stands, anything else as indented JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
