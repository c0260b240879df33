import { protocol, type Session } from 'electron'
import { describeError, type Logger } from '../../kernel/logger.ts'
import { pageHeaders } from '../content-policy.ts'
import type { RendererFiles } from '../renderer-files.ts'

export const APP_ORIGIN = 'app://relay'
export const APP_PAGE = `${APP_ORIGIN}/index.html`

/** Must run before Electron is ready: gives our scheme an origin of its own, as https has. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves the built interface, and nothing else, under `app://relay/`. */
export function serveAppScheme(session: Session, files: RendererFiles, logger: Logger): void {
  session.protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    const plain = (status: number, text: string): Response =>
      new Response(text, { status, headers: { ...pageHeaders, 'Content-Type': 'text/plain; charset=utf-8' } })
    if (url.host !== 'relay' || request.method !== 'GET') return plain(403, 'Not here.')
    const file = files.find(url.pathname)
    if (file === null) return plain(404, 'Not found.')
    try {
      const body = await file.read()
      return new Response(new Uint8Array(body), { headers: { ...pageHeaders, 'Content-Type': file.type } })
    } catch (error) {
      logger.error('a file of the interface could not be read', describeError(error))
      return plain(500, 'The file could not be read.')
    }
  })
}

export function isAppUrl(url: string): boolean {
  return url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`)
}
