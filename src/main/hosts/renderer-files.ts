import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

export type RendererFile = {
  readonly type: string
  /** Names with a hash of their content never change. */
  readonly immutable: boolean
  read(): Promise<Buffer>
}

/**
 * The built interface. Only files found in its folder at start are ever served: a request names one of them or nothing,
 * so that no path can lead outside.
 */
export interface RendererFiles {
  readonly built: boolean
  find(urlPath: string): RendererFile | null
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
}

export function listRendererFiles(dir: string): RendererFiles {
  const files = new Map<string, RendererFile>()
  for (const name of filesIn(dir)) {
    const type = types[path.extname(name)]
    if (type === undefined) continue
    const urlPath = `/${name.split(path.sep).join('/')}`
    const immutable = urlPath.startsWith('/assets/')
    files.set(urlPath, { type, immutable, read: () => readFile(path.join(dir, name)) })
  }
  return {
    built: files.has('/index.html'),
    find: (urlPath) => files.get(urlPath === '/' ? '/index.html' : urlPath) ?? null,
  }
}

/** Empty where the interface was not built; the host says so when it is asked for. */
function filesIn(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
