import { app, dialog, powerMonitor } from 'electron'
import { describeError, type Logger } from '../../kernel/logger.ts'
import type { OpenWork } from '../relay-host.ts'
import type { HostTexts } from './host-texts.ts'

export type QuitDeps = {
  readonly logger: Logger
  readonly texts: () => HostTexts
  readonly openWork: () => OpenWork
  /** Settles within 5 s. */
  readonly stop: () => Promise<void>
}

/**
 * The one way out: a person is told what stops and may stay; the system's shutdown is not held up by a question. Either
 * way the core stops in order first.
 */
export function handleQuit(deps: QuitDeps): { readonly quit: () => void } {
  let phase: 'running' | 'asking' | 'stopping' | 'stopped' = 'running'

  const stopThenExit = async (): Promise<void> => {
    if (phase === 'stopping' || phase === 'stopped') return
    phase = 'stopping'
    try {
      await deps.stop()
    } catch (error) {
      deps.logger.error('stopping failed; what was committed is kept', describeError(error))
    }
    phase = 'stopped'
    app.exit(0)
  }
  const ask = async (): Promise<void> => {
    const work = deps.openWork()
    if (work.turns + work.approvals === 0) return stopThenExit()
    phase = 'asking'
    const texts = deps.texts().quit
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: texts.title,
      detail: texts.detail(work),
      buttons: [texts.confirm, texts.cancel],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    })
    // A shutdown may have come while the question stood.
    if (phase !== 'asking') return
    phase = 'running'
    if (response === 0) await stopThenExit()
  }

  app.on('before-quit', (event) => {
    if (phase === 'stopped') return
    event.preventDefault()
    if (phase === 'running') ask().catch((error: unknown) => deps.logger.error('quit failed', describeError(error)))
  })
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    // Asks the system for the seconds that an orderly stop takes.
    event?.preventDefault()
    void stopThenExit()
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stopThenExit())
  // Windows tells its windows, not the power monitor, that the session ends.
  app.on('browser-window-created', (_event, window) => window.on('session-end', () => void stopThenExit()))
  return { quit: () => app.quit() }
}
