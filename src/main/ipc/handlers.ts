import type { HandlerServices } from './handler-services.ts'
import { agentHandlers } from './handlers/agent-handlers.ts'
import { appHandlers } from './handlers/app-handlers.ts'
import { auditHandlers } from './handlers/audit-handlers.ts'
import { sessionHandlers } from './handlers/session-handlers.ts'
import { workHandlers } from './handlers/work-handlers.ts'
import type { Handlers, HostInfo } from './router.ts'

/** Every route with its handler; a route without one does not compile. */
export function createHandlers(services: HandlerServices, host: HostInfo): Handlers {
  return {
    ...appHandlers(services, host),
    ...agentHandlers(services),
    ...sessionHandlers(services),
    ...workHandlers(services),
    ...auditHandlers(services, host),
  }
}
