import type { AgentService } from '../agents/agent-service.ts'
import type { AgentStore } from '../agents/agent-store.ts'
import type { ApprovalService } from '../approvals/approval-service.ts'
import type { ApprovalStore } from '../approvals/approval-store.ts'
import type { TargetFacts } from '../approvals/target-facts.ts'
import type { AuditService } from '../backup/audit-service.ts'
import type { DataService } from '../backup/data-service.ts'
import type { DeliveryAcceptance } from '../deliveries/delivery-acceptance.ts'
import type { DeliveryExport } from '../deliveries/delivery-export.ts'
import type { DeliveryList } from '../deliveries/delivery-list.ts'
import type { DeliveryMapReader } from '../deliveries/delivery-map.ts'
import type { DeliveryControl } from '../deliveries/delivery-control.ts'
import type { TimelineReader } from '../deliveries/timeline-reader.ts'
import type { SampleWorkspace } from '../imports/sample-workspace.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SearchService } from '../sessions/search/search-service.ts'
import type { SessionList } from '../sessions/session-list.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { BrowserKey } from '../settings/browser-key-store.ts'
import type { SettingsService } from '../settings/settings-service.ts'
import type { TurnService } from '../turns/turn-service.ts'

/** What the routes are answered with. */
export type HandlerServices = {
  readonly settings: SettingsService
  readonly agents: AgentService
  readonly agentStore: AgentStore
  readonly sessions: SessionService
  readonly sessionList: SessionList
  readonly search: SearchService
  readonly turns: TurnService
  readonly timeline: TimelineReader
  readonly approvals: ApprovalService
  readonly approvalStore: ApprovalStore
  readonly facts: TargetFacts
  readonly deliveryControl: DeliveryControl
  readonly acceptance: Pick<DeliveryAcceptance, 'retry'>
  readonly deliveryList: DeliveryList
  readonly deliveryMap: DeliveryMapReader
  readonly deliveryExport: DeliveryExport
  readonly audit: AuditService
  readonly sample: SampleWorkspace
  readonly data: DataService
  readonly browserKeys: { list(): BrowserKey[]; revoke(id: string): boolean }
  readonly clock: Clock
}
