import path from 'node:path'
import { parseArgs } from 'node:util'
import { err, ok, type Result } from '#shared/result.ts'
import { defaultDataDir } from '../data-dir.ts'

export type WebArguments = {
  readonly help: boolean
  /** Null: the last port where free, else any. */
  readonly port: number | null
  readonly host: string
  readonly dataDir: string
  readonly open: boolean
}

export const usage = `Serves Session Relay to a browser on this machine.

  --port N     listen on this port (default: the last one where free)
  --data DIR   the data folder (default: ${defaultDataDir()})
  --no-open    do not open a browser
  --host H     listen on this address (default: 127.0.0.1); the connection is not encrypted
  --help       show this`

export function parseWebArguments(args: readonly string[], cwd: string): Result<WebArguments, string> {
  const parsed = parse(args)
  if (!parsed.ok) return parsed
  const { help, port, data, host, open } = parsed.value
  const portNumber = port === undefined ? null : Number(port)
  if (port !== undefined && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)) {
    return err(`--port wants a number from 0 to 65535, not "${port}".`)
  }
  if (data?.trim() === '') return err('--data wants a folder.')
  if (host?.trim() === '') return err('--host wants an address.')
  return ok({
    help: help ?? false,
    port: portNumber,
    host: host ?? '127.0.0.1',
    dataDir: data === undefined ? defaultDataDir() : path.resolve(cwd, data),
    open: open ?? true,
  })
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        port: { type: 'string' },
        data: { type: 'string' },
        host: { type: 'string' },
        open: { type: 'boolean' },
      },
      allowNegative: true,
    })
    return ok(values)
  } catch (error) {
    return err(error instanceof Error ? error.message : 'The arguments could not be read.')
  }
}
