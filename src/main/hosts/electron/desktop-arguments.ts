import path from 'node:path'
import { parseArgs } from 'node:util'
import { err, ok, type Result } from '#shared/result.ts'
import { defaultDataDir } from '../data-dir.ts'

export type DesktopArguments = { readonly dataDir: string }

/**
 * Reads `--data DIR` and leaves all else to Chromium, whose switches stand on the same line. `args` begins after the
 * program (and, unpackaged, after the app's folder).
 */
export function parseDesktopArguments(args: readonly string[], cwd: string): Result<DesktopArguments, string> {
  const { tokens } = parseArgs({
    args: [...args],
    options: { data: { type: 'string' } },
    strict: false,
    tokens: true,
  })
  const data = tokens.findLast((token) => token.kind === 'option' && token.name === 'data')
  if (data === undefined) return ok({ dataDir: defaultDataDir() })
  const folder = data.kind === 'option' ? data.value : undefined
  if (folder === undefined || folder.trim() === '') return err('--data wants a folder.')
  return ok({ dataDir: path.resolve(cwd, folder) })
}
