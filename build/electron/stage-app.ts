import { existsSync } from 'node:fs'
import { cp, copyFile, mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { repoRoot } from './paths.ts'

/** Where `stageApp` puts the copy: what a package would hold, as a plain folder that Electron can be given. */
const stagedApp = path.join(repoRoot, 'dist/test-app')

/**
 * Copies the built app with its production node_modules. With `sqliteAddon`, that file is put where better-sqlite3
 * looks before its prebuilds, so that the repository's own node_modules keeps what ships.
 */
export async function stageApp(options: { sqliteAddon: string | null }): Promise<string> {
  await rm(stagedApp, { recursive: true, force: true })
  await mkdir(stagedApp, { recursive: true })
  const parts = ['out', 'resources', 'package.json', ...(await productionPackages())]
  for (const part of parts) {
    const from = path.join(repoRoot, part)
    if (existsSync(from)) await cp(from, path.join(stagedApp, part), { recursive: true })
  }
  if (options.sqliteAddon !== null) {
    const release = path.join(stagedApp, 'node_modules/better-sqlite3/build/Release')
    await mkdir(release, { recursive: true })
    await copyFile(options.sqliteAddon, path.join(release, 'better_sqlite3.node'))
  }
  return stagedApp
}

type Lockfile = { packages: Record<string, { dev?: boolean; devOptional?: boolean }> }

/** Folders of the top-level packages that are there without devDependencies; nested ones lie inside them. */
async function productionPackages(): Promise<string[]> {
  const lock = JSON.parse(await readFile(path.join(repoRoot, 'package-lock.json'), 'utf8')) as Lockfile
  return Object.entries(lock.packages)
    .filter(([folder, entry]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(folder) && !entry.dev && !entry.devOptional)
    .map(([folder]) => folder)
}
