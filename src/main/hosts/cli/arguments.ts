import path from 'node:path'
import { parseArgs } from 'node:util'
import { err, ok, type Result } from '#shared/result.ts'
import { defaultDataDir } from '../data-dir.ts'

export type Command = { readonly name: 'help' } | { readonly name: 'audit verify'; readonly dataDir: string }

export const usage = `Session Relay on the command line, while the app is closed.

  relay audit verify [--data DIR]   check that the audit log is whole

  --data DIR   the data folder (default: ${defaultDataDir()})
  --help       show this

Progress goes to standard error, the verdict to standard output.
It ends with 0 when the log is whole, 1 when it is not, 2 when it could not be checked.`

export function parseCommand(args: readonly string[], cwd: string): Result<Command, string> {
  const parsed = parse(args)
  if (!parsed.ok) return parsed
  const { values, positionals } = parsed.value
  if (values.help === true) return ok({ name: 'help' })
  const words = positionals.join(' ')
  if (words === '') return err('A command is missing.')
  if (words !== 'audit verify') return err(`There is no command "${words}".`)
  if (values.data?.trim() === '') return err('--data wants a folder.')
  return ok({
    name: 'audit verify',
    dataDir: values.data === undefined ? defaultDataDir() : path.resolve(cwd, values.data),
  })
}

function parse(args: readonly string[]) {
  try {
    return ok(
      parseArgs({
        args: [...args],
        options: { help: { type: 'boolean', short: 'h' }, data: { type: 'string' } },
        allowPositionals: true,
      }),
    )
  } catch (error) {
    return err(error instanceof Error ? error.message : 'The arguments could not be read.')
  }
}
