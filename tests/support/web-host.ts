import { noFault, type FaultPoint } from '#main/kernel/fault-point.ts'
import { runWebHost } from '#main/hosts/web/run-web-host.ts'

/**
 * The web host as a process of its own, from the sources, with one more argument than the product has:
 * `--fault name[:nth]` kills the process with SIGKILL when it comes to that point for the nth time (default 1).
 */
function takeFault(args: string[]): FaultPoint {
  const at = args.indexOf('--fault')
  if (at < 0) return noFault
  const [, wanted = ''] = args.splice(at, 2)
  const nth = /^(.*):(\d+)$/.exec(wanted)
  const name = nth?.[1] ?? wanted
  let left = Number(nth?.[2] ?? 1)
  return (reached) => {
    if (reached !== name) return
    left -= 1
    if (left > 0) return
    process.kill(process.pid, 'SIGKILL')
    // The signal may be delivered a moment later: nothing more may run in it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
}

const args = process.argv.slice(2)
const faultPoint = takeFault(args)
await runWebHost({ args, faultPoint })
