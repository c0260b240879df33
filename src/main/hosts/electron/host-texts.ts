import type { Settings } from '#shared/settings.ts'
import type { OpenWork } from '../relay-host.ts'

/** What the desktop host itself says: menus, tray, quit and start-up failures. The windows have their own words. */
export type HostTexts = {
  readonly menu: {
    readonly file: string
    readonly newWindow: string
    readonly closeWindow: string
    readonly quit: string
    readonly edit: string
    readonly undo: string
    readonly redo: string
    readonly cut: string
    readonly copy: string
    readonly paste: string
    readonly selectAll: string
    readonly view: string
    readonly reload: string
    readonly actualSize: string
    readonly zoomIn: string
    readonly zoomOut: string
    readonly fullScreen: string
    readonly devTools: string
    readonly window: string
    readonly minimize: string
    readonly help: string
    readonly dataFolder: string
  }
  readonly tray: { readonly open: string; readonly idle: string; readonly waiting: (count: number) => string }
  readonly quit: {
    readonly title: string
    readonly detail: (work: OpenWork) => string
    readonly confirm: string
    readonly cancel: string
  }
  readonly startFailed: string
}

const en: HostTexts = {
  menu: {
    file: 'File',
    newWindow: 'New Window',
    closeWindow: 'Close Window',
    quit: 'Quit Session Relay',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
    view: 'View',
    reload: 'Reload',
    actualSize: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    fullScreen: 'Full Screen',
    devTools: 'Developer Tools',
    window: 'Window',
    minimize: 'Minimise',
    help: 'Help',
    dataFolder: 'Show Data Folder',
  },
  tray: {
    open: 'Open Session Relay',
    idle: 'Session Relay',
    waiting: (count) => `Session Relay: ${String(count)} waiting for you`,
  },
  quit: {
    title: 'Quit Session Relay?',
    detail: ({ turns, approvals }) =>
      [
        turns > 0 &&
          `${counted(turns, 'agent turn is', 'agent turns are')} running and will be stopped, marked interrupted.`,
        approvals > 0 &&
          `${counted(approvals, 'approval waits', 'approvals wait')} for you and will still be there next time.`,
      ]
        .filter((line) => line !== false)
        .join('\n'),
    confirm: 'Quit',
    cancel: 'Stay',
  },
  startFailed: 'Session Relay cannot start',
}

const zh: HostTexts = {
  menu: {
    file: '文件',
    newWindow: '新建窗口',
    closeWindow: '关闭窗口',
    quit: '退出 Session Relay',
    edit: '编辑',
    undo: '撤销',
    redo: '重做',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    selectAll: '全选',
    view: '视图',
    reload: '重新加载',
    actualSize: '实际大小',
    zoomIn: '放大',
    zoomOut: '缩小',
    fullScreen: '全屏',
    devTools: '开发者工具',
    window: '窗口',
    minimize: '最小化',
    help: '帮助',
    dataFolder: '显示数据文件夹',
  },
  tray: {
    open: '打开 Session Relay',
    idle: 'Session Relay',
    waiting: (count) => `Session Relay：${String(count)} 项等待您处理`,
  },
  quit: {
    title: '退出 Session Relay？',
    detail: ({ turns, approvals }) =>
      [
        turns > 0 && `${String(turns)} 个正在运行的轮次将被停止，并标记为已中断。`,
        approvals > 0 && `${String(approvals)} 项批准仍在等待您，下次启动时还在。`,
      ]
        .filter((line) => line !== false)
        .join('\n'),
    confirm: '退出',
    cancel: '留下',
  },
  startFailed: 'Session Relay 无法启动',
}

export function hostTexts(language: Settings['language'], systemLocale: string): HostTexts {
  const chosen = language === 'system' ? systemLocale : language
  return chosen.toLowerCase().startsWith('zh') ? zh : en
}

function counted(count: number, one: string, many: string): string {
  return `${String(count)} ${count === 1 ? one : many}`
}
