import { app, dialog, ipcMain, session, shell } from 'electron'
import { describeError } from '../../kernel/logger.ts'
import type { OpenTarget } from '#shared/ipc/door.ts'
import { defaultSettings, type Settings } from '#shared/settings.ts'
import { systemClock } from '../../kernel/clock.ts'
import { noFault } from '../../kernel/fault-point.ts'
import { findAppFiles } from '../app-files.ts'
import { outliveOutput } from '../broken-output.ts'
import { createHostLog, type HostLog } from '../host-log.ts'
import { openRelay } from '../open-relay.ts'
import { createPresence } from '../presence.ts'
import type { OpenedCore, RelayHost } from '../relay-host.ts'
import { listRendererFiles } from '../renderer-files.ts'
import { setAppMenu } from './app-menu.ts'
import { isAppUrl, APP_PAGE, serveAppScheme } from './app-protocol.ts'
import { createDesktopDoor } from './desktop-door.ts'
import { devPage } from './dev-page.ts'
import { hostTexts, type HostTexts } from './host-texts.ts'
import { createMainWindows, type MainWindows } from './main-windows.ts'
import { guardAllContents } from './navigation-guard.ts'
import { handleQuit } from './quit.ts'
import { createStatusMarks, type StatusMarks } from './status-marks.ts'

/** The desktop host: opens the core, then windows onto it, until the person or the system ends it. */
export function runDesktop(dataDir: string): void {
  outliveOutput()
  const log = createHostLog((line) => process.stderr.write(`${line}\n`))
  process.on('uncaughtException', (error) => fail(log, 'an error was not caught', error))
  process.on('unhandledRejection', (error) => fail(log, 'a rejection was not handled', error))
  // Windows are opened by name, and the system shows this one.
  app.setName('Session Relay')
  const page = devPage(app.isPackaged, process.env) ?? APP_PAGE
  const isOurs = (url: string): boolean => isAppUrl(url) || (page !== APP_PAGE && url.startsWith(page))
  guardAllContents(isOurs, log.logger)
  app
    .whenReady()
    .then(() => new Desktop(dataDir, log, page, isOurs).start())
    .catch((error: unknown) => {
      fail(log, 'the desktop host could not start', error)
      dialog.showErrorBox(hostTexts('system', app.getLocale()).startFailed, error instanceof Error ? error.message : '')
      app.exit(1)
    })
}

class Desktop {
  readonly #dataDir: string
  readonly #log: HostLog
  readonly #page: string
  readonly #isOurs: (url: string) => boolean
  readonly #marks: StatusMarks
  #settings: Settings = defaultSettings
  #texts: HostTexts
  #relay: RelayHost | null = null
  #windows: MainWindows | null = null
  #quit: () => void = () => app.exit(0)

  constructor(dataDir: string, log: HostLog, page: string, isOurs: (url: string) => boolean) {
    this.#dataDir = dataDir
    this.#log = log
    this.#page = page
    this.#isOurs = isOurs
    this.#texts = hostTexts('system', app.getLocale())
    this.#marks = createStatusMarks({
      texts: this.#texts,
      platform: process.platform,
      windows: () => this.#windows,
      notificationsOn: () => this.#settings.notifications,
      show: (target) => this.#show(target),
      quit: () => this.#quit(),
    })
  }

  async start(): Promise<void> {
    const { logger } = this.#log
    const files = findAppFiles()
    const presence = createPresence(systemClock)
    const opened = await openRelay({
      dataDir: this.#dataDir,
      host: 'desktop',
      version: app.getVersion(),
      files,
      log: this.#log,
      clock: systemClock,
      presence,
      notifier: this.#marks,
      connectedKeys: () => new Set(),
      checkOutput: !app.isPackaged,
      faultPoint: noFault,
      onProgress: ({ step, done, total }) => logger.info('preparing the database', { step, done, total }),
    })
    if (!opened.ok) {
      dialog.showErrorBox(this.#texts.startFailed, opened.error)
      app.exit(1)
      return
    }
    const relay = opened.value
    this.#relay = relay
    serveAppScheme(session.defaultSession, listRendererFiles(files.rendererDir), logger)
    const door = createDesktopDoor({ ipcMain, router: relay.router, hub: relay.hub, isOurs: this.#isOurs })
    this.#windows = createMainWindows({
      dataDir: this.#dataDir,
      preload: files.preload,
      page: this.#page,
      door,
      presence,
      logger,
      onAllClosed: () => this.#allClosed(),
    })
    this.#quit = handleQuit({
      logger,
      texts: () => this.#texts,
      openWork: () => relay.core()?.openWork() ?? { turns: 0, approvals: 0 },
      stop: async () => {
        this.#windows?.putAway()
        door.close()
        await relay.stop()
      },
    }).quit
    await this.#followSettings(relay)
    app.on('second-instance', () => this.#show())
    app.on('activate', () => this.#show())
    // The default is to quit, which would stop what runs in the tray; `#allClosed` decides.
    app.on('window-all-closed', () => {})
    this.#windows.open()
  }

  #show(target?: OpenTarget): void {
    this.#windows?.show(target)
    this.#marks.setTray(false)
  }

  /** With work open, the app stays in the tray; on macOS it stays in the dock as apps do there. */
  #allClosed(): void {
    const work = this.#relay?.core()?.openWork() ?? { turns: 0, approvals: 0 }
    if (this.#settings.keepInTray && work.turns + work.approvals > 0) this.#marks.setTray(true)
    else if (process.platform !== 'darwin') this.#quit()
  }

  async #followSettings(relay: RelayHost): Promise<void> {
    const read = async (): Promise<void> => {
      const caller = { windowName: 'Desktop host', host: 'desktop', keyId: null } as const
      const answer = await relay.router.call({ route: 'settings.get', input: {} }, caller)
      // The router has checked it; in recovery there are none, and the defaults hold.
      if (answer.ok) this.#settings = answer.value as Settings
      this.#texts = hostTexts(this.#settings.language, app.getLocale())
      this.#marks.setTexts(this.#texts)
      setAppMenu(
        this.#texts,
        {
          newWindow: () => void this.#windows?.open(),
          quit: () => this.#quit(),
          showDataFolder: () => void shell.openPath(this.#dataDir),
        },
        process.platform,
      )
    }
    const follow = (core: OpenedCore | null): void => {
      core?.events.subscribe((event) => {
        if (event.type === 'settings-changed') void read()
      })
      void read()
    }
    relay.onCore(follow)
    follow(relay.core())
    await read()
  }
}

function fail(log: HostLog, what: string, error: unknown): void {
  log.logger.error(what, describeError(error))
}
