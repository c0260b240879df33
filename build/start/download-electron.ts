import { spawn } from 'node:child_process'
import path from 'node:path'
import { findElectron } from '../electron/find-electron.ts'

const stallLimit = 30_000

/** Downloads the electron package's binary; null when that fails or makes no progress for 30 seconds. */
export async function downloadElectron(): Promise<string | null> {
  console.log('Downloading Electron for the desktop app (about 130 MB, once)…')
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'fetch-electron.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let lastError = ''
  let stalled = false
  const giveUp = (): void => {
    stalled = true
    child.kill('SIGKILL')
  }
  let timer = setTimeout(giveUp, stallLimit)
  child.stdout.on('data', () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, stallLimit)
  })
  child.stderr.on('data', (chunk: Buffer) => (lastError = chunk.toString('utf8').trim()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearTimeout(timer)
  if (code === 0) return findElectron()
  console.log(
    stalled ? 'The download made no progress for 30 seconds.' : `The download failed: ${firstLine(lastError)}`,
  )
  return null
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}
