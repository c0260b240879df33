import path from 'node:path'
import { BrowserWindow, screen, type WebContents } from 'electron'
import type { OpenTarget } from '#shared/ipc/door.ts'
import { describeError, type Logger } from '../../kernel/logger.ts'
import type { PresenceCounter } from '../presence.ts'
import { createWindowNames } from '../window-names.ts'
import type { DesktopDoor } from './desktop-door.ts'
import { placeWindow, readWindowState, smallestWindow, writeWindowState } from './window-state.ts'

/** The desktop's windows. Each counts as a person present for as long as it exists; hidden or minimised ones too. */
export interface MainWindows {
  open(): BrowserWindow
  /** Brings a window to the front, a new one if there is none, and shows `target` in it. */
  show(target?: OpenTarget): void
  all(): readonly BrowserWindow[]
  /** The app stops: notes where the window is and takes all of them off the screen. */
  putAway(): void
}

export type MainWindowsDeps = {
  readonly dataDir: string
  readonly preload: string
  readonly page: string
  readonly door: DesktopDoor<WebContents>
  readonly presence: PresenceCounter
  readonly logger: Logger
  readonly onAllClosed: () => void
}

export function createMainWindows(deps: MainWindowsDeps): MainWindows {
  const stateFile = path.join(deps.dataDir, 'window-state.json')
  const names = createWindowNames()
  const windows = new Set<BrowserWindow>()

  const keepPlace = (window: BrowserWindow): void => {
    try {
      writeWindowState(stateFile, { bounds: window.getNormalBounds(), maximized: window.isMaximized() })
    } catch (error) {
      deps.logger.warn('the place of the window could not be kept', describeError(error))
    }
  }

  const open = (): BrowserWindow => {
    const state = windows.size === 0 ? readWindowState(stateFile) : null
    const areas = screen.getAllDisplays().map((display) => display.workArea)
    const window = new BrowserWindow({
      ...placeWindow(state, areas),
      minWidth: smallestWindow.width,
      minHeight: smallestWindow.height,
      title: 'Session Relay',
      show: false,
      webPreferences: {
        preload: deps.preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
      },
    })
    windows.add(window)
    const { webContents } = window
    const { name, release } = names.take('Desktop window')
    const shutOut = deps.door.admit(webContents, name)
    const leave = deps.presence.join()
    if (state?.maximized === true) window.maximize()
    window.once('ready-to-show', () => window.show())
    webContents.on('did-start-navigation', (event) => {
      if (event.isMainFrame && !event.isSameDocument) deps.door.pageLeft(webContents)
    })
    webContents.on('render-process-gone', (_event, details) => {
      deps.door.pageLeft(webContents)
      deps.logger.error('a window crashed', { reason: details.reason, exitCode: details.exitCode })
      if (details.reason !== 'clean-exit' && !window.isDestroyed()) window.reload()
    })
    window.on('close', () => keepPlace(window))
    window.on('closed', () => {
      windows.delete(window)
      shutOut()
      leave()
      release()
      if (windows.size === 0) deps.onAllClosed()
    })
    window
      .loadURL(deps.page)
      .catch((error: unknown) => deps.logger.error('a page could not be loaded', describeError(error)))
    return window
  }

  return {
    open,
    all: () => [...windows],
    putAway() {
      const [first] = windows
      if (first !== undefined) keepPlace(first)
      for (const window of windows) window.hide()
    },
    show(target) {
      const window = BrowserWindow.getFocusedWindow() ?? [...windows][0] ?? open()
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
      if (target === undefined) return
      const { webContents } = window
      if (webContents.isLoading()) webContents.once('did-finish-load', () => deps.door.open(webContents, target))
      else deps.door.open(webContents, target)
    },
  }
}
