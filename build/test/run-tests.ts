import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { repoRoot } from '../electron/paths.ts'
import { ensureBuilt } from '../start/ensure-built.ts'
import { setUpTests } from './set-up-tests.ts'
import { addTotals, closingLine, playwrightTotals, settle, type Totals, vitestTotals } from './totals.ts'

const reports = path.join(repoRoot, 'dist/test-reports')
const underCi = process.env['CI'] === 'true'

/** `npm test`: every runner, one closing line with the sum. `--only unit` or `--only e2e` runs a part. */
export async function runTests(args: readonly string[]): Promise<number> {
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined
  if (only !== undefined && only !== 'unit' && only !== 'e2e') {
    console.error('Use --only unit or --only e2e.')
    return 1
  }
  await rm(reports, { recursive: true, force: true })
  await mkdir(reports, { recursive: true })

  const totals: Totals[] = []
  if (only === 'unit') await ensureBuilt()
  const missing = only === 'unit' ? [] : await setUpTests()
  if (only !== 'e2e') totals.push(await runVitest())
  if (only !== 'unit') totals.push(await runPlaywright(), ...missing.map(reportMissing))

  const sum = addTotals(totals)
  console.log(`\n${closingLine(sum)}`)
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1
}

/** What cannot run here is skipped on a developer's machine, and a failure under CI. */
function reportMissing({ project, reason }: { project: string; reason: string }): Totals {
  console.log(`The ${project} tests did not run: ${reason}.`)
  return underCi ? { passed: 0, failed: 1, skipped: 0 } : { passed: 0, failed: 0, skipped: 1 }
}

async function runVitest(): Promise<Totals> {
  const report = path.join(reports, 'vitest.json')
  const code = await runner('node_modules/vitest/vitest.mjs', [
    'run',
    '--config=build/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const read = await readReport<Parameters<typeof vitestTotals>[0]>(report)
  return read === null ? settle(1, { passed: 0, failed: 0, skipped: 0 }) : vitestTotals(read, code)
}

async function runPlaywright(): Promise<Totals> {
  const report = path.join(reports, 'playwright.json')
  const code = await runner('node_modules/@playwright/test/cli.js', ['test', '--config=build/playwright.config.ts'])
  const read = await readReport<Parameters<typeof playwrightTotals>[0]>(report)
  return read === null ? settle(code, { passed: 0, failed: 0, skipped: 0 }) : playwrightTotals(read, code)
}

async function readReport<T>(file: string): Promise<T | null> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as T) : null
}

function runner(script: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [path.join(repoRoot, script), ...args], {
    cwd: repoRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
