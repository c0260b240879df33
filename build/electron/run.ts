import { spawn, type SpawnOptions } from 'node:child_process'

/** Runs a command to its end; rejects with its name and exit code. Output goes where `stdio` says (default: shown). */
export function run(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${command} ${args.slice(0, 3).join(' ')} … ended with ${signal ?? code}`))
    })
  })
}
