import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Playwright's global setup: a screen for Electron where the machine has none. Answers how to take it down. */
// oxlint-disable-next-line import/no-default-export -- Playwright asks for it
export default async function provideDisplay(): Promise<(() => void) | undefined> {
  if (process.platform !== 'linux' || process.env['DISPLAY'] || !existsSync('/usr/bin/Xvfb')) return undefined
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise<string>((resolve, reject) => {
    server.on('error', reject)
    server.on('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
    server.stdio[3]?.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8').trim()))
  })
  process.env['DISPLAY'] = `:${display}`
  return () => void server.kill()
}
