import { noFault } from '../../kernel/fault-point.ts'
import { runWebHost } from './run-web-host.ts'

await runWebHost({ args: process.argv.slice(2), faultPoint: noFault })
