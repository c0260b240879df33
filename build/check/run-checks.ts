import { spawn } from 'node:child_process'
import path from 'node:path'
import { checkBoundaries, readSources } from '../../tests/boundaries/check-boundaries.ts'
import { repoRoot } from '../electron/paths.ts'
import { checkDocPaths } from './doc-paths.ts'

type Outcome = { ok: boolean; output: string }
type Step = { name: string; hint: string; run(): Promise<Outcome> }

const steps: readonly Step[] = [
  tool('types: node', '', 'tsc', ['-p', 'build/tsconfig.node.json']),
  tool('types: browser', '', 'tsc', ['-p', 'build/tsconfig.browser.json']),
  tool('types: tests', '', 'tsc', ['-p', 'build/tsconfig.tests.json']),
  tool('lint', '', 'oxlint', ['-c', 'build/oxlint.json', '-f', 'unix']),
  tool('format', 'npm run format mends it', 'oxfmt', ['-c', 'build/oxfmt.json', '--check', '.']),
  tool('dead code', 'delete it, or use it', 'knip', ['-c', 'build/knip.json', '--no-progress']),
  findings('boundaries', () =>
    checkBoundaries(readSources(repoRoot)).map((it) => `${it.file}:${it.line} ${it.rule}\n    ${it.message}`),
  ),
  findings('doc paths', () => checkDocPaths(repoRoot)),
]

/** Runs every step, two at a time, and says at the end what failed. True when nothing did. */
export async function runChecks(): Promise<boolean> {
  const failed: string[] = []
  const waiting = [...steps]
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const started = performance.now()
      const { ok, output } = await step.run()
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${ok ? 'ok  ' : 'FAIL'}  ${step.name.padEnd(16)} ${seconds} s`)
      if (!ok) {
        failed.push(step.name)
        console.log(`${firstLines(output)}\n${step.hint && `→ ${step.hint}\n`}`)
      }
    }
  }
  await Promise.all([worker(), worker()])
  console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}.`)
  return failed.length === 0
}

function tool(name: string, hint: string, command: string, args: readonly string[]): Step {
  return {
    name,
    hint,
    run: () =>
      new Promise((resolve, reject) => {
        const executable = path.join(repoRoot, 'node_modules/.bin', command)
        const child = spawn(executable, args, { cwd: repoRoot, stdio: ['ignore', 'pipe', 'pipe'], shell: onWindows })
        const output: Buffer[] = []
        child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
        child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
        child.on('error', reject)
        child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(output).toString('utf8') }))
      }),
  }
}

/** Enough to work on; a missing type can make hundreds of findings elsewhere. */
function firstLines(output: string): string {
  const lines = output.trimEnd().split('\n')
  return lines.length <= 60 ? lines.join('\n') : [...lines.slice(0, 60), `… ${lines.length - 60} more lines`].join('\n')
}

/** npm's command files are scripts there. */
const onWindows = process.platform === 'win32'

function findings(name: string, find: () => string[]): Step {
  return {
    name,
    hint: '',
    run: () => {
      const found = find()
      return Promise.resolve({ ok: found.length === 0, output: found.join('\n') })
    },
  }
}
