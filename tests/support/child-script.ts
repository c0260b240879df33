import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

export interface Child {
  /** Resolves when the child has written a line. */
  line(): Promise<string>
  /** SIGKILL, and resolves when it is gone. */
  kill(): Promise<void>
  /** Resolves when it ended by itself. */
  ended(): Promise<void>
}

/** A real second process that runs `source` (an ES module, started in the repository). Killed when the test ends. */
export function startChild(source: string): Child {
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const stdout = child.stdout
  if (stdout === null) throw new Error('the child has no output')
  stdout.setEncoding('utf8')
  return {
    line: async () => String((await once(stdout, 'data'))[0]).trim(),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    ended: async () => void (await exited),
  }
}
