import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { repoRoot } from '../electron/paths.ts'
import { run } from '../electron/run.ts'

const stampFile = path.join(repoRoot, 'out/built-from')
const inputs = ['src', 'electron.vite.config.ts', 'package.json', 'package-lock.json']
const outputs = ['out/main/index.js', 'out/main/web.js', 'out/preload/index.cjs', 'out/renderer/index.html']

/** Builds when `out/` is missing or was made from other sources than these. */
export async function ensureBuilt(): Promise<void> {
  const wanted = hashOfInputs()
  const built = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null
  if (built === wanted && outputs.every((file) => existsSync(path.join(repoRoot, file)))) return
  console.log('Building…')
  await build()
}

export async function build(): Promise<void> {
  const from = hashOfInputs()
  await run(process.execPath, [path.join(repoRoot, 'node_modules/electron-vite/bin/electron-vite.js'), 'build'], {
    cwd: repoRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  writeFileSync(stampFile, from)
}

function hashOfInputs(): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    for (const file of filesUnder(path.join(repoRoot, input)).sort()) {
      hash.update(path.relative(repoRoot, file)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function filesUnder(place: string): string[] {
  if (path.extname(place) !== '') return [place]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
