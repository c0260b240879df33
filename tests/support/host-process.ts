import type { ChildProcess } from 'node:child_process'

/** Keeps what a host prints, and lets a test end it and wait until it is gone. */
export function followProcess(child: ChildProcess): { output(): string; gone: Promise<void> } {
  let output = ''
  const append = (chunk: Buffer): void => void (output += chunk.toString('utf8'))
  child.stdout?.on('data', append)
  child.stderr?.on('data', append)
  const gone = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
  return { output: () => output, gone }
}
