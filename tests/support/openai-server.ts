import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAnthropic } from './anthropic-events.ts'

/** One thing that a scripted answer does. An answer without `finish` ends as a broken-off stream does. */
export type Step =
  | { readonly text: string }
  | { readonly reasoning: string }
  | {
      readonly toolCall: { readonly id: string; readonly name: string; readonly input: unknown }
      /** Over this many chunks. */ readonly split?: number
    }
  /** A Chat Completions reason: stop, length, tool_calls, content_filter. */
  | { readonly finish: string }
  | { readonly usage: { readonly input: number; readonly output: number } }
  /** A `data:` line as it is. */
  | { readonly raw: string }
  /** Goes on when the promise settles. */
  | { readonly wait: Promise<unknown> }
  | { readonly hang: true }
  /** Drops the connection. */
  | { readonly reset: true }

export type Reply =
  | readonly Step[]
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string }
  /** Takes the request and never answers, not even with a status. */
  | 'hang'

export type SeenRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
  readonly text: string
}

export type OpenAiServer = {
  /** Ends in /v1, as a person would type it. */
  readonly baseUrl: string
  readonly requests: readonly SeenRequest[]
  /** The chat requests among them. */
  chats(): readonly SeenRequest[]
  close(): Promise<void>
}

export type ServerOptions = {
  /** The answer to each chat request, by its number from 0. The last of a list answers all further ones. */
  readonly replies?: readonly Reply[] | ((request: SeenRequest, n: number) => Reply)
  readonly models?: readonly string[] | 'none'
  /** When set, any other key is refused with 401, the sent key repeated in part as services do. */
  readonly key?: string
  /** Refuses with 400 whenever this text stands anywhere in the request. */
  readonly refuseText?: string
  readonly port?: number
}

/**
 * A model service of our own over HTTP: Chat Completions under /v1/chat/completions, Anthropic Messages under
 * /v1/messages, both streaming, and /v1/models. It plays a script and keeps what it was asked.
 */
export async function startOpenAiServer(options: ServerOptions = {}): Promise<OpenAiServer> {
  const { replies = [says('ok')], models = ['test-model'] } = options
  const requests: SeenRequest[] = []
  let chats = 0
  const server = createServer((request, response) => {
    void readRequest(request).then(async (seen) => {
      requests.push(seen)
      if (options.key !== undefined && sentKey(seen) !== options.key)
        return sendJson(response, 401, wrongKey(sentKey(seen)))
      if (isModels(seen))
        return models === 'none'
          ? sendJson(response, 404, { error: { message: 'not found' } })
          : sendJson(response, 200, modelList(models))
      if (!isChat(seen)) return sendJson(response, 404, { error: { message: 'not found' } })
      if (options.refuseText !== undefined && seen.text.includes(options.refuseText)) {
        return sendJson(response, 400, {
          error: { message: 'Input data may contain inappropriate content.', code: 'data_inspection_failed' },
        })
      }
      const n = chats
      chats += 1
      return play(
        typeof replies === 'function' ? replies(seen, n) : (replies[Math.min(n, replies.length - 1)] ?? says('ok')),
        seen,
        response,
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    chats: () => requests.filter(isChat),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** A whole answer of text. */
export function says(text: string): readonly Step[] {
  return [{ text }, { usage: { input: 10, output: 5 } }, { finish: 'stop' }]
}

/** An answer that calls one tool. */
export function calls(name: string, input: unknown, id = 'call_1'): readonly Step[] {
  return [{ toolCall: { id, name, input } }, { usage: { input: 10, output: 5 } }, { finish: 'tool_calls' }]
}

async function play(reply: Reply, seen: SeenRequest, response: ServerResponse): Promise<void> {
  if (reply === 'hang') return
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  const encode = seen.path.endsWith('/messages') ? encodeAnthropic() : encodeChatCompletions()
  for (const step of reply) {
    if ('hang' in step) return
    if ('reset' in step) {
      response.destroy()
      return
    }
    if ('wait' in step) await step.wait
    else for (const line of encode(step)) response.write(line)
  }
  response.end()
}

/** Steps to server-sent events of the Chat Completions API. */
function encodeChatCompletions(): (step: Step) => readonly string[] {
  let calls = 0
  const chunk = (delta: unknown, finish: string | null = null) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'test-model', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  return (step) => {
    if ('raw' in step) return [`data: ${step.raw}\n\n`]
    if ('text' in step) return [chunk({ content: step.text })]
    if ('reasoning' in step) return [chunk({ reasoning_content: step.reasoning })]
    if ('finish' in step) return [chunk({}, step.finish), 'data: [DONE]\n\n']
    if ('usage' in step) {
      const { input, output } = step.usage
      return [
        `data: ${JSON.stringify({ id: 'chatcmpl-1', choices: [], usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output } })}\n\n`,
      ]
    }
    if ('toolCall' in step) {
      const index = calls
      calls += 1
      const { id, name, input } = step.toolCall
      const [first = '', ...rest] = splitInto(
        typeof input === 'string' ? input : JSON.stringify(input),
        step.split ?? 1,
      )
      return [
        chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: first } }] }),
        ...rest.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ]
    }
    return []
  }
}

function splitInto(text: string, pieces: number): readonly string[] {
  const size = Math.max(1, Math.ceil(text.length / pieces))
  return Array.from({ length: Math.max(1, Math.ceil(text.length / size)) }, (_, n) =>
    text.slice(n * size, (n + 1) * size),
  )
}

async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += String(piece)
  const path = new URL(request.url ?? '/', 'http://local').pathname
  return {
    method: request.method ?? '',
    path,
    headers: request.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    text,
  }
}

function isModels(seen: SeenRequest): boolean {
  return seen.method === 'GET' && seen.path === '/v1/models'
}

function isChat(seen: SeenRequest): boolean {
  return seen.method === 'POST' && (seen.path === '/v1/chat/completions' || seen.path === '/v1/messages')
}

function sentKey(seen: SeenRequest): string {
  const bearer = seen.headers['authorization']
  const header = seen.headers['x-api-key']
  return typeof header === 'string' ? header : typeof bearer === 'string' ? bearer.replace('Bearer ', '') : ''
}

function wrongKey(key: string): unknown {
  return {
    error: {
      message: `Incorrect API key provided: ${key}. You can find your API key in your settings.`,
      type: 'invalid_request_error',
    },
  }
}

function modelList(models: readonly string[]): unknown {
  return { object: 'list', data: models.map((id) => ({ id, object: 'model' })) }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
