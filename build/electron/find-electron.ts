import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { repoRoot } from './paths.ts'

const packageDir = path.join(repoRoot, 'node_modules/electron')

/** The executable inside a distribution folder, by platform. */
function executableIn(dist: string): string {
  if (process.platform === 'darwin') return path.join(dist, 'Electron.app/Contents/MacOS/Electron')
  return path.join(dist, process.platform === 'win32' ? 'electron.exe' : 'electron')
}

/**
 * An Electron that is already on this machine: the one `ELECTRON_OVERRIDE_DIST_PATH` names, else the electron
 * package's own. Never downloads.
 */
export function findElectron(): string | null {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override) {
    const executable = executableIn(override)
    if (existsSync(executable)) return executable
    throw new Error(`ELECTRON_OVERRIDE_DIST_PATH is set, but there is no ${executable}`)
  }
  const pathFile = path.join(packageDir, 'path.txt')
  if (!existsSync(pathFile)) return null
  const executable = path.join(packageDir, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(executable) ? executable : null
}
