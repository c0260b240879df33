import type { ui as en } from '../en/ui.ts'
import type { Same } from '../same.ts'

export const ui: Same<typeof en> = {
  cancel: '取消',
  clear: '清除',
  copied: '已复制',
  copyCode: '复制代码',
  copyId: '复制 ID {{id}}',
  hiddenCharacter: '看不见的字符',
  loading: '正在读取',
  paneEdge: '面板边缘',
  toasts: '提示',
  tryAgain: '重试',
}
