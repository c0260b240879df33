import { app, shell, type WebContents } from 'electron'
import { describeError, type Logger } from '../../kernel/logger.ts'
import { externalLink } from './external-link.ts'

/**
 * Denied unless it is ours: navigation, new windows, permissions, webviews. A link that a person clicks is handed to the
 * system, if its scheme may leave the app.
 */
export function guardContents(contents: WebContents, isOurs: (url: string) => boolean, logger: Logger): void {
  const openOutside = (url: string): void => {
    const link = externalLink(url)
    if (link === null) return logger.warn('a link was refused', { scheme: url.slice(0, 16).split(':', 1)[0] })
    shell.openExternal(link).catch((error: unknown) => logger.warn('a link could not be opened', describeError(error)))
  }
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url)
    return { action: 'deny' }
  })
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame && isOurs(event.url)) return
    event.preventDefault()
    if (event.isMainFrame) openOutside(event.url)
  })
  contents.on('will-redirect', (event) => {
    if (!isOurs(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** Holds for every page, also one that some later code might create. */
export function guardAllContents(isOurs: (url: string) => boolean, logger: Logger): void {
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, isOurs, logger)
    // Copying text is the one thing that a page of ours asks for.
    contents.session.setPermissionRequestHandler((_contents, permission, answer) => {
      answer(permission === 'clipboard-sanitized-write')
    })
    contents.session.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write')
    contents.session.setDevicePermissionHandler(() => false)
  })
}
