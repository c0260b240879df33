import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where the app's own files are, in a package, in a build and straight from the sources. */
export type AppFiles = {
  readonly resourcesDir: string
  readonly migrationsDir: string
  readonly rendererDir: string
  readonly preload: string
  readonly packageJson: string
  readonly workers: { readonly search: URL; readonly check: URL }
}

/** A built entry lies in `out/main` with its chunks; from the sources this file is `src/main/hosts/app-files.ts`. */
export function findAppFiles(from: string = import.meta.dirname): AppFiles {
  const built = path.basename(from) === 'main' && path.basename(path.dirname(from)) === 'out'
  const root = path.resolve(from, built ? '../..' : '../../..')
  const resourcesDir = path.join(root, 'resources')
  return {
    resourcesDir,
    migrationsDir: path.join(resourcesDir, 'migrations'),
    rendererDir: path.join(root, 'out/renderer'),
    preload: path.join(root, 'out/preload/index.cjs'),
    packageJson: path.join(root, 'package.json'),
    workers: built
      ? { search: workerUrl(path.join(from, 'search-worker.js')), check: workerUrl(path.join(from, 'check-worker.js')) }
      : {
          search: workerUrl(path.join(root, 'src/main/sessions/search/search-worker.ts')),
          check: workerUrl(path.join(root, 'src/main/db/check-worker.ts')),
        },
  }
}

/** A worker thread reads the real file system: in a package it needs the copy outside the archive. */
function workerUrl(file: string): URL {
  const unpacked = file.replace(`app.asar${path.sep}`, `app.asar.unpacked${path.sep}`)
  return pathToFileURL(unpacked !== file && existsSync(unpacked) ? unpacked : file)
}
