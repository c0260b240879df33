import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import path from 'node:path'
import { findElectron } from '../electron/find-electron.ts'
import { downloadElectron } from './download-electron.ts'

/** An Electron that can show a window here, or why there is none, as the end of a sentence with "because". */
export type Desktop = { executable: string } | { reason: string }

export async function findDesktop(): Promise<Desktop> {
  if (process.platform === 'linux') {
    if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return { reason: 'there is no display' }
    if (process.getuid?.() === 0) return { reason: 'as root, the desktop app would have to run without its sandbox' }
  }
  const executable = findElectron() ?? (await downloadElectron())
  if (executable === null) return { reason: 'the desktop app’s Electron is not installed and could not be downloaded' }
  if (process.platform === 'linux' && !sandboxCanStart(executable)) {
    return { reason: 'this system does not let the desktop app start its sandbox' }
  }
  return { executable }
}

/** Chromium's sandbox needs a set-uid helper, or user namespaces for everyone. Where neither can be told, it is tried. */
function sandboxCanStart(executable: string): boolean {
  const helper = statSync(path.join(path.dirname(executable), 'chrome-sandbox'), { throwIfNoEntry: false })
  if (helper?.uid === 0 && (helper.mode & 0o4000) !== 0) return true
  const tried = spawnSync('unshare', ['--user', '--map-root-user', 'true'], { stdio: 'ignore' })
  return tried.error !== undefined || tried.status === 0
}
