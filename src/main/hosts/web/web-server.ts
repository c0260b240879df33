import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { MAX_BROWSER_FRAME } from '#shared/ipc/socket-frames.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { describeError, type Logger } from '../../kernel/logger.ts'
import { pageHeaders } from '../content-policy.ts'
import type { RendererFiles } from '../renderer-files.ts'
import { createAddressGuard, namesOf, type AddressGuard } from './address-guard.ts'

/** Serves the interface's files to anybody who asks us by our own name, and one socket; nothing else. */
export interface WebServer {
  readonly port: number
  close(): Promise<void>
}

export type WebServerDeps = {
  readonly host: string
  readonly port: number
  readonly files: RendererFiles
  readonly logger: Logger
  readonly onSocket: (socket: WebSocket, userAgent: string | undefined) => void
}

export type ListenFailure = {
  readonly reason: 'port-taken' | 'not-allowed' | 'no-such-address' | 'other'
  readonly detail: string
}

const SOCKET_PATH = '/socket'
/** Browsers that have connected; far above what one person has open. */
const MAX_SOCKETS = 64

export async function startWebServer(deps: WebServerDeps): Promise<Result<WebServer, ListenFailure>> {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_BROWSER_FRAME, perMessageDeflate: false })
  const listening = await new Promise<Result<number, ListenFailure>>((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(err(listenFailure(error))))
    server.listen({ host: deps.host, port: deps.port }, () => {
      const address = server.address()
      resolve(ok(typeof address === 'object' && address !== null ? address.port : deps.port))
    })
  })
  if (!listening.ok) return listening
  const guard = createAddressGuard(namesOf(deps.host), listening.value)
  server.on('error', (error) => deps.logger.error('the web server failed', describeError(error)))
  server.on('request', (request, response) => void servePage(deps, guard, request, response))
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    if (request.url !== SOCKET_PATH || !guard.allowsSocket(request.headers))
      return refuseUpgrade(stream, '403 Forbidden')
    if (sockets.clients.size >= MAX_SOCKETS) return refuseUpgrade(stream, '503 Service Unavailable')
    sockets.handleUpgrade(request, stream, head, (socket) => deps.onSocket(socket, request.headers['user-agent']))
  })
  return ok({
    port: listening.value,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

async function servePage(
  deps: WebServerDeps,
  guard: AddressGuard,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = (status: number, text: string, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { ...pageHeaders, 'Content-Type': 'text/plain; charset=utf-8', ...headers })
    response.end(request.method === 'HEAD' ? undefined : text)
  }
  try {
    if (!guard.allowsPage(request.headers)) return answer(403, 'This address does not belong to Session Relay.')
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'Only GET.', { Allow: 'GET, HEAD' })
    const urlPath = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const file = deps.files.find(urlPath)
    if (file === null && urlPath === '/') return answer(503, 'The interface is not built. Run `npm run build` first.')
    if (file === null) return answer(404, 'Not found.')
    const body = await file.read()
    response.writeHead(200, {
      ...pageHeaders,
      'Content-Type': file.type,
      'Content-Length': body.length,
      'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  } catch (error) {
    deps.logger.error('a file of the interface could not be served', describeError(error))
    if (response.headersSent) response.destroy()
    else answer(500, 'The file could not be read.')
  }
}

function refuseUpgrade(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function listenFailure(error: NodeJS.ErrnoException): ListenFailure {
  const detail = error.message
  switch (error.code) {
    case 'EADDRINUSE':
      return { reason: 'port-taken', detail }
    case 'EACCES':
    case 'EPERM':
      return { reason: 'not-allowed', detail }
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { reason: 'no-such-address', detail }
    default:
      return { reason: 'other', detail }
  }
}
