import { homedir } from 'node:os'
import path from 'node:path'
import { readFileSync } from 'node:fs'

export const repoRoot = path.resolve(import.meta.dirname, '../..')

/** What is costly to make and depends on versions only; it outlives node_modules. */
export const cacheRoot = path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'session-relay')

/** The version of a package that is installed at the root of node_modules. */
export function installedVersion(name: string): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(repoRoot, 'node_modules', name, 'package.json'), 'utf8'))
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version)
  throw new Error(`${name} has no version in its package.json`)
}
