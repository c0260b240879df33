import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { TestElectron } from '../../tests/support/electron-binary.ts'
import { provideSqliteForNodeApi9 } from '../electron/compile-sqlite.ts'
import { findElectron } from '../electron/find-electron.ts'
import { installedVersion, repoRoot } from '../electron/paths.ts'
import { provideRegistryElectron } from '../electron/registry-electron.ts'
import { stageApp } from '../electron/stage-app.ts'

/** The first Electron whose Node has Node-API 10, which better-sqlite3's prebuilds ask for. */
const firstWithNodeApi10 = 36

/**
 * Finds or makes an Electron for the end-to-end tests, stages the built app for it, and writes both down where
 * tests/support/electron-binary.ts reads them. Answers why there is none, or null.
 */
export async function provideTestElectron(): Promise<string | null> {
  const note = path.join(repoRoot, 'dist/test-electron.json')
  await rm(note, { force: true })
  const executable = findElectron() ?? (await fallback())
  if (executable === null) return `there is no Electron for ${process.platform} ${process.arch} here`
  const version = versionOf(executable)
  const old = Number.parseInt(version, 10) < firstWithNodeApi10
  const app = await stageApp({ sqliteAddon: old ? await provideSqliteForNodeApi9() : null })
  await mkdir(path.dirname(note), { recursive: true })
  const found: TestElectron = { executable, version, app }
  await writeFile(note, JSON.stringify(found))
  console.log(`Desktop tests run on Electron ${version}.`)
  return null
}

async function fallback(): Promise<string | null> {
  return process.platform === 'linux' && process.arch === 'x64' ? provideRegistryElectron() : null
}

function versionOf(executable: string): string {
  // Beside the executable; on a Mac, beside the bundle that holds it.
  const places = [path.dirname(executable), path.resolve(executable, '../../../..')]
  const file = places.map((place) => path.join(place, 'version')).find((place) => existsSync(place))
  return file === undefined ? installedVersion('electron') : readFileSync(file, 'utf8').trim().replace(/^v/, '')
}
