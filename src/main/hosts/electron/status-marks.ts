import { app, nativeImage, Notification, Tray, Menu, type NativeImage } from 'electron'
import type { OpenTarget } from '#shared/ipc/door.ts'
import type { Notifier } from '../../ports/notifier.ts'
import type { HostTexts } from './host-texts.ts'
import type { MainWindows } from './main-windows.ts'

/** What the desktop shows outside its windows: badge, notifications, tray. */
export interface StatusMarks extends Notifier {
  /** The tray is there while `shown`. */
  setTray(shown: boolean): void
  setTexts(texts: HostTexts): void
}

export type StatusMarksDeps = {
  readonly texts: HostTexts
  readonly platform: NodeJS.Platform
  readonly windows: () => MainWindows | null
  readonly notificationsOn: () => boolean
  readonly show: (target?: OpenTarget) => void
  readonly quit: () => void
}

export function createStatusMarks(deps: StatusMarksDeps): StatusMarks {
  // A notification that is collected loses its click.
  const shownNotifications = new Set<Notification>()
  let texts = deps.texts
  let waiting = 0
  let tray: Tray | null = null

  const drawTray = (): void => {
    if (tray === null) return
    const label = waiting === 0 ? texts.tray.idle : texts.tray.waiting(waiting)
    tray.setToolTip(label)
    tray.setImage(dot(waiting > 0))
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label, enabled: false },
        { type: 'separator' },
        { label: texts.tray.open, click: () => deps.show() },
        { label: texts.menu.quit, click: deps.quit },
      ]),
    )
  }
  const markWindows = (): void => {
    if (deps.platform !== 'win32') return
    const overlay = waiting > 0 ? dot(true) : null
    for (const window of deps.windows()?.all() ?? []) window.setOverlayIcon(overlay, String(waiting))
  }

  return {
    setWaiting(count) {
      waiting = count
      app.setBadgeCount(count)
      markWindows()
      drawTray()
    },
    approvalAsked({ approvalId, title, body }) {
      const windows = deps.windows()?.all() ?? []
      if (windows.some((window) => window.isFocused())) return
      for (const window of windows) window.flashFrame(true)
      if (!deps.notificationsOn() || !Notification.isSupported()) return
      const notification = new Notification({ title, body })
      shownNotifications.add(notification)
      const forget = (): void => void shownNotifications.delete(notification)
      notification.on('click', () => {
        forget()
        deps.show({ kind: 'approval', approvalId })
      })
      notification.on('close', forget)
      notification.on('failed', forget)
      notification.show()
    },
    setTray(shown) {
      if (shown === (tray !== null)) return
      tray?.destroy()
      tray = shown ? new Tray(dot(waiting > 0)) : null
      tray?.on('click', () => deps.show())
      drawTray()
    },
    setTexts(next) {
      texts = next
      drawTray()
    },
  }
}

const DOT = 16

/** The mark of the interface: solid asks, a ring is quiet. Drawn here, because it has two states and no other shape. */
function dot(solid: boolean): NativeImage {
  const pixels = Buffer.alloc(DOT * DOT * 4)
  for (let y = 0; y < DOT; y += 1) {
    for (let x = 0; x < DOT; x += 1) {
      const distance = Math.hypot(x - (DOT - 1) / 2, y - (DOT - 1) / 2)
      const inside = solid ? distance <= 6.5 : distance <= 6.5 && distance >= 4.5
      // Blue, green, red, alpha.
      if (inside) pixels.set([0x2a, 0x72, 0xe0, 0xff], (y * DOT + x) * 4)
    }
  }
  return nativeImage.createFromBitmap(pixels, { width: DOT, height: DOT })
}
