import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { HostTexts } from './host-texts.ts'

export type MenuActions = {
  readonly newWindow: () => void
  readonly quit: () => void
  readonly showDataFolder: () => void
}

/** Keys that pages handle themselves, such as Ctrl K, are left out here. */
export function setAppMenu(texts: HostTexts, actions: MenuActions, platform: NodeJS.Platform): void {
  const { menu } = texts
  const quit: MenuItemConstructorOptions = { label: menu.quit, accelerator: 'CmdOrCtrl+Q', click: actions.quit }
  const template: MenuItemConstructorOptions[] = [
    {
      label: menu.file,
      submenu: [
        { label: menu.newWindow, accelerator: 'CmdOrCtrl+Shift+N', click: actions.newWindow },
        { label: menu.closeWindow, role: 'close' },
        ...(platform === 'darwin' ? [] : [{ type: 'separator' } as const, quit]),
      ],
    },
    {
      label: menu.edit,
      submenu: [
        { label: menu.undo, role: 'undo' },
        { label: menu.redo, role: 'redo' },
        { type: 'separator' },
        { label: menu.cut, role: 'cut' },
        { label: menu.copy, role: 'copy' },
        { label: menu.paste, role: 'paste' },
        { label: menu.selectAll, role: 'selectAll' },
      ],
    },
    {
      label: menu.view,
      submenu: [
        { label: menu.reload, role: 'reload' },
        { label: menu.devTools, role: 'toggleDevTools' },
        { type: 'separator' },
        { label: menu.actualSize, role: 'resetZoom' },
        { label: menu.zoomIn, role: 'zoomIn' },
        { label: menu.zoomOut, role: 'zoomOut' },
        { label: menu.fullScreen, role: 'togglefullscreen' },
      ],
    },
    { label: menu.window, submenu: [{ label: menu.minimize, role: 'minimize' }] },
    { label: menu.help, submenu: [{ label: menu.dataFolder, click: actions.showDataFolder }] },
  ]
  if (platform === 'darwin')
    template.unshift({ label: 'Session Relay', submenu: [{ role: 'about' }, { role: 'hide' }, quit] })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
