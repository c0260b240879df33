import { ok } from '#shared/result.ts'
import { answer, done } from '../answers.ts'
import type { HandlerServices } from '../handler-services.ts'
import type { Handlers, HostInfo } from '../router.ts'

type AuditRoutes = `audit.${'entries' | 'verify' | 'stopVerify'}` | `deliveries.${'export' | 'stopExport'}`

/** The audit log, and Deliveries as files. */
export function auditHandlers({ audit, deliveryExport }: HandlerServices, host: HostInfo): Pick<Handlers, AuditRoutes> {
  const same = <T>(value: T): T => value
  return {
    'audit.entries': ({ id }) => ok(audit.entriesOf(id)),
    'audit.verify': async () => answer(await audit.verify(), same),
    'audit.stopVerify': () => {
      audit.stop()
      return ok(done())
    },
    'deliveries.export': async ({ filter }) => answer(await deliveryExport.write(filter, host.version), same),
    'deliveries.stopExport': () => {
      deliveryExport.stop()
      return ok(done())
    },
  }
}
