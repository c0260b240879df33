import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')

/** The test's web host as few files, so that a process is there in a fraction of the time that the sources take. */
export interface HostBundle {
  readonly script: string
  remove(): void
}

/**
 * Bundles `tests/support/web-host.ts` as it is: the fault points, which the product's build drops, stay. Its folder
 * lies three levels below the root, as the source of `findAppFiles` does, so that the app finds its own files from it.
 */
export async function bundleHost(): Promise<HostBundle> {
  const parent = path.join(root, 'out/crash')
  mkdirSync(parent, { recursive: true })
  const outDir = mkdtempSync(path.join(parent, 'host-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: ['better-sqlite3', '@napi-rs/keyring', 'open', 'ws'] },
    build: {
      ssr: path.join(root, 'tests/support/web-host.ts'),
      outDir,
      emptyOutDir: false,
      target: 'node22',
      minify: false,
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  })
  return {
    script: path.join(outDir, 'web-host.js'),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  }
}
