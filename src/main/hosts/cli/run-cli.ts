import { systemClock } from '../../kernel/clock.ts'
import { parseCommand, usage } from './arguments.ts'
import { type FolderVerdict, verifyFolder } from './verify-folder.ts'

export type CliIo = {
  readonly args: readonly string[]
  readonly cwd: string
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

const SOUND = 0
const BROKEN = 1
const NOT_CHECKED = 2

/** Runs one command and answers the exit code. */
export function runCli({ args, cwd, out, err }: CliIo): number {
  const command = parseCommand(args, cwd)
  if (!command.ok) {
    err(`${command.error}\n\n${usage}\n`)
    return NOT_CHECKED
  }
  if (command.value.name === 'help') {
    out(`${usage}\n`)
    return SOUND
  }
  const verified = verifyFolder(command.value.dataDir, { clock: systemClock, onProgress: tellTenths(err) })
  if (!verified.ok) {
    err(`${verified.error}\n`)
    return NOT_CHECKED
  }
  out(`${verdictText(verified.value)}\n`)
  return verified.value.report.ok ? SOUND : BROKEN
}

/** A line at each tenth of the way. */
function tellTenths(write: (text: string) => void): (done: number, total: number) => void {
  let told = 0
  return (done, total) => {
    const tenth = total === 0 ? 0 : Math.floor((done * 10) / total)
    if (tenth <= told) return
    told = tenth
    write(`Checked ${done} of ${total} entries.\n`)
  }
}

function verdictText({ report, witnesses }: FolderVerdict): string {
  const { ok, rows, firstBroken } = report
  if (!ok) {
    return `The audit log is BROKEN at entry ${firstBroken?.seq ?? rows + 1}. ${firstBroken?.what ?? ''}\nThe ${rows} entries before it are sound.`
  }
  const compared =
    witnesses === 0
      ? 'No copy of its end was found outside it, so entries cut off the end would not have been noticed.'
      : `Its end agrees with every copy that was kept outside it (${witnesses}).`
  return `The audit log is whole: ${rows} entries.\n${compared}`
}
