import { join } from 'node:path'
import type { AppEvent } from '#shared/ipc/events.ts'
import { ok, type Result } from '#shared/result.ts'
import { AgentService } from './agents/agent-service.ts'
import { createAgentStore } from './agents/agent-store.ts'
import { createWorkspaceRules } from './agents/workspace-rules.ts'
import { ApprovalService } from './approvals/approval-service.ts'
import { createApprovalStore } from './approvals/approval-store.ts'
import { InteractionGuard } from './approvals/interaction-guard.ts'
import { createTargetFacts } from './approvals/target-facts.ts'
import { AuditService } from './backup/audit-service.ts'
import { DataService } from './backup/data-service.ts'
import { type Db, openDatabase, type OpenFailure, type OpenProgress } from './db/open-database.ts'
import { writeTx } from './db/write-tx.ts'
import { DelegationRules } from './deliveries/delegation-rules.ts'
import { DelegationService } from './deliveries/delegation-service.ts'
import { DeliveryAcceptance } from './deliveries/delivery-acceptance.ts'
import { DeliveryExport } from './deliveries/delivery-export.ts'
import { createDeliveryList } from './deliveries/delivery-list.ts'
import { createDeliveryMap } from './deliveries/delivery-map.ts'
import { createDeliveryReader } from './deliveries/delivery-reader.ts'
import { DeliveryControl } from './deliveries/delivery-control.ts'
import { DeliveryEnding } from './deliveries/delivery-ending.ts'
import { DeliveryService } from './deliveries/delivery-service.ts'
import { createDeliveryStore } from './deliveries/delivery-store.ts'
import { TimelineReader } from './deliveries/timeline-reader.ts'
import { SampleWorkspace } from './imports/sample-workspace.ts'
import type { Clock, Disposer } from './kernel/clock.ts'
import { createEventBus, type EventBus } from './kernel/event-bus.ts'
import type { FaultPoint } from './kernel/fault-point.ts'
import type { Ids } from './kernel/ids.ts'
import { describeError, type Logger } from './kernel/logger.ts'
import { createScope } from './kernel/scope.ts'
import { readSessionGuide } from './mcp/session-guide.ts'
import { createSessionTools } from './mcp/session-tools.ts'
import { createToolBridge } from './mcp/tool-bridge.ts'
import type { RuntimeFactories } from './ports/agent-runtime.ts'
import type { Notifier } from './ports/notifier.ts'
import type { Presence } from './ports/presence.ts'
import type { SecretStore } from './ports/secret-store.ts'
import { createMessageStore } from './sessions/message-store.ts'
import { createSearchPendingStore } from './sessions/search/search-pending-store.ts'
import { createSearchService } from './sessions/search/search-service.ts'
import { createSessionDirectory } from './sessions/session-directory.ts'
import { createSessionList } from './sessions/session-list.ts'
import { SessionService } from './sessions/session-service.ts'
import { createSessionStore } from './sessions/session-store.ts'
import { createBrowserKeyStore } from './settings/browser-key-store.ts'
import { SettingsService } from './settings/settings-service.ts'
import { createSettingsStore } from './settings/settings-store.ts'
import { LiveTurns } from './turns/live-turn.ts'
import { TurnEnding } from './turns/turn-ending.ts'
import type { ToolCaller, TurnParticipant, TurnToolsFactory } from './turns/turn-ports.ts'
import { TurnRunner } from './turns/turn-runner.ts'
import { TurnScheduler } from './turns/turn-scheduler.ts'
import { TurnService } from './turns/turn-service.ts'
import { createTurnStore } from './turns/turn-store.ts'

/** All that the domain needs from outside: the host and the vendors supply it. */
export type CoreOptions = {
  /** The data folder; its owner lock is held already. */
  readonly dir: string
  readonly resourcesDir: string
  readonly migrationsDir: string
  readonly workspacesDir: string
  readonly workers: { readonly search: URL; readonly check: URL }
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly runtimes: RuntimeFactories
  readonly secrets: SecretStore
  readonly presence: Presence
  readonly notifier: Notifier
  readonly faultPoint: FaultPoint
  readonly onProgress?: (progress: OpenProgress) => void
}

export type Core = Awaited<ReturnType<typeof composeCore>>

/** Opens the database and puts the domain together over it. What a crash left is settled before this answers. */
export async function openCore(options: CoreOptions): Promise<Result<Core, OpenFailure>> {
  const { dir, migrationsDir, clock, ids, logger, onProgress } = options
  const opened = await openDatabase({
    dir,
    migrationsDir,
    clock,
    ids,
    logger,
    ...(onProgress === undefined ? {} : { onProgress }),
  })
  return opened.ok ? ok(await composeCore(opened.value, options)) : opened
}

/** What changed is handed to the index so much later, in one go: a query reads what is still pending by itself. */
const INDEX_AFTER_MS = 250

async function composeCore(db: Db, options: CoreOptions) {
  const { dir, clock, ids, logger, secrets, presence, notifier, runtimes, faultPoint } = options
  const scope = createScope()
  const events: EventBus<AppEvent> = createEventBus((error) => logger.error('a listener threw', describeError(error)))

  // Stores: one writer a table.
  const agentStore = createAgentStore(db)
  const sessionStore = createSessionStore(db)
  const messageStore = createMessageStore(db)
  const searchPending = createSearchPendingStore(db)
  const turnStore = createTurnStore(db)
  const approvalStore = createApprovalStore(db)
  const deliveryStore = createDeliveryStore(db)
  const browserKeys = createBrowserKeyStore(db)

  // Leaves: settings, folders, search, what Agents may see of Sessions.
  const settings = new SettingsService({
    db,
    store: createSettingsStore(db),
    onChanged: ({ dispatchPaused }) => {
      events.publish({ type: 'settings-changed' })
      if (!dispatchPaused) deliveries.resumed()
      scheduler.offerPlaces()
    },
  })
  const workspaces = createWorkspaceRules({ dataDir: dir, workspacesDir: options.workspacesDir })
  const search = createSearchService({
    relayPath: db.path,
    indexPath: join(dir, 'search.db'),
    workerUrl: options.workers.search,
    storeId: db.storeId,
    generation: db.generation,
    logger,
    clock,
    prune: (seq) => searchPending.prune(seq),
  })
  const directory = createSessionDirectory(db)
  const live = new LiveTurns()
  const facts = createTargetFacts(db, sessionStore, agentStore)

  // The domain refers to itself in circles only through these, all wired before anything runs.
  const pump = (sessionId: string): void => scheduler.pump(sessionId)
  const keyOf = (agent: { id: string }): string | null => agents.keyOf(agent.id)
  const turnParticipants: TurnParticipant[] = []
  const rules = new DelegationRules({
    sessions: sessionStore,
    agents: agentStore,
    directory,
    deliveries: deliveryStore,
    settings: () => settings.get(),
  })
  const acceptance: DeliveryAcceptance = new DeliveryAcceptance({
    db,
    approvals: approvalStore,
    store: deliveryStore,
    rules,
    turns: turnStore,
    sessions: sessionStore,
    sessionService: { createTx: (tx, session) => sessions.createTx(tx, session) },
    messages: messageStore,
    searchPending,
    clock,
    ids,
    events,
    pump,
    onAccepted: (record) => deliveries.accepted(record),
  })

  const approvals = new ApprovalService({
    db,
    store: approvalStore,
    facts,
    live,
    acceptor: acceptance,
    saveTextTx: (tx, turnId) => {
      const turn = live.get(turnId)
      if (turn !== null) runner.saveTextTx(tx, turn)
    },
    notifier,
    clock,
    ids,
    events,
    logger,
    faultPoint,
  })
  const deliveryEnding = new DeliveryEnding({
    store: deliveryStore,
    messages: messageStore,
    sessions: sessionStore,
    agents: agentStore,
    searchPending,
    clock,
    ids,
    events,
    pump,
    stopTurn: (turnId) => turns.stopTurn(turnId),
  })
  const deliveries = new DeliveryService({
    db,
    store: deliveryStore,
    turns: turnStore,
    messages: messageStore,
    ending: deliveryEnding,
    clock,
    pump,
    isPaused: () => settings.get().dispatchPaused,
    logger,
    faultPoint,
  })
  const deliveryControl = new DeliveryControl({
    db,
    store: deliveryStore,
    messages: messageStore,
    ending: deliveryEnding,
    events,
    pump,
  })
  turnParticipants.push(approvals, deliveries)

  const guard = new InteractionGuard({ live, sessions: sessionStore, presence, clock })
  const delegation = new DelegationService({ guard, rules, approvals, facts, deliveries: deliveryStore })
  const tools = createSessionTools({ guard, directory, search, delegation, reader: createDeliveryReader(db) })
  const instructions = readSessionGuide(options.resourcesDir)
  const toolsFactory: TurnToolsFactory = {
    async open(caller) {
      const bridge = await createToolBridge({ caller, services: tools, instructions, ids, logger })
      return {
        transport: bridge.clientTransport,
        close: () =>
          void bridge.close().catch((error: unknown) => logger.warn('a bridge did not close', describeError(error))),
      }
    },
  }

  // Turns: ended in one place, run in one place, started in one place.
  const ending = new TurnEnding({
    turns: turnStore,
    messages: messageStore,
    sessions: sessionStore,
    searchPending,
    live,
    clock,
    events,
    participants: turnParticipants,
  })
  const runner = new TurnRunner({
    db,
    turns: turnStore,
    messages: messageStore,
    ending,
    presenter: {
      deliveryTexts: (messages) => deliveries.textsFor(messages),
      leftOverAnswer: (turnId, toolCallId) => approvals.leftOverAnswer(turnId, toolCallId),
    },
    tools: toolsFactory,
    settings: () => settings.get(),
    keyOf,
    clock,
    logger,
    events,
    faultPoint,
    onEnded: (turn) => scheduler.ended(turn),
  })
  const scheduler = new TurnScheduler({
    db,
    turns: turnStore,
    sessions: sessionStore,
    messages: messageStore,
    agents: agentStore,
    workspaces,
    deliveries,
    runtimes,
    runner,
    live,
    keyOf,
    headlessLimit: () => settings.get().headlessLimit,
    clock,
    ids,
    logger,
    events,
    faultPoint,
  })
  const turns: TurnService = new TurnService({
    db,
    store: turnStore,
    messages: messageStore,
    sessions: sessionStore,
    sessionService: { nameAfterTx: (tx, session, text) => sessions.nameAfterTx(tx, session, text) },
    agents: agentStore,
    searchPending,
    deliveries,
    scheduler,
    runner,
    ending,
    live,
    participants: turnParticipants,
    clock,
    ids,
    events,
  })
  // Deliveries settle their requests before their Turns end, so that the code is that of what happened to the Session.
  const sessions: SessionService = new SessionService({
    db,
    store: sessionStore,
    messages: messageStore,
    agents: agentStore,
    searchPending,
    workspaces,
    clock,
    ids,
    events,
    participants: [deliveries, approvals, turns],
    faultPoint,
  })
  const agents: AgentService = new AgentService({
    db,
    store: agentStore,
    clock,
    ids,
    events,
    secrets,
    workspaces,
    runtimeFor: (agent) => scheduler.runtime(agent),
    participant: sessions,
  })
  const deliveryList = createDeliveryList(db)
  const deliveryMap = createDeliveryMap({ db, clock })
  const deliveryExport = new DeliveryExport({ db, clock, events })
  const audit = new AuditService({ db, events })
  const timeline = new TimelineReader({
    sessions: sessionStore,
    messages: messageStore,
    turns: turnStore,
    turnService: turns,
    live,
    list: deliveryList,
  })
  const sample = new SampleWorkspace({
    db,
    resourcesDir: options.resourcesDir,
    agents: agentStore,
    sessions: sessionStore,
    messages: messageStore,
    turns: turnStore,
    searchPending,
    workspaces,
    settings,
    clock,
    ids,
    events,
  })

  // What a crash left is settled before a window is answered; then everything that waits is driven.
  turns.recover()
  deliveries.recover()
  approvals.recover()
  search.start()
  let stopNotify: Disposer | null = null
  scope.add(
    events.subscribe(() => {
      stopNotify ??= clock.after(INDEX_AFTER_MS, () => {
        stopNotify = null
        search.notify()
      })
    }),
  )
  scope.add(() => stopNotify?.())
  scope.add(() => db.close())
  scope.add(() => search.close())
  scope.add(() => deliveryExport.stop())
  scope.add(() => audit.stop())
  scope.add(() => approvals.stop())
  scope.add(() => deliveries.stop())
  scope.add(() => turns.quit())
  const resume = async (): Promise<void> => {
    await turns.resume()
    await sessions.finishDeleting()
  }
  resume().catch((error: unknown) => logger.error('not everything that waited could be driven', describeError(error)))

  return {
    db,
    events,
    settings,
    agents,
    agentStore,
    sessions,
    sessionList: createSessionList(db),
    search,
    turns,
    timeline,
    approvals,
    approvalStore,
    facts,
    deliveries,
    deliveryControl,
    acceptance,
    deliveryList,
    deliveryMap,
    deliveryExport,
    audit,
    sample,
    browserKeys: {
      list: () => browserKeys.list(),
      findByHash: (hash: string) => browserKeys.findByHash(hash),
      add: (key: Parameters<typeof browserKeys.addTx>[1]) => writeTx(db, (tx) => browserKeys.addTx(tx, key)),
      touch: (id: string) => writeTx(db, (tx) => browserKeys.touchTx(tx, id, clock.now())),
      revoke: (id: string) => {
        const revoked = writeTx(db, (tx) => browserKeys.revokeTx(tx, id))
        events.publish({ type: 'keys-changed' })
        return revoked
      },
    },
    data: new DataService({ db, checkWorker: options.workers.check, clock, logger }),
    clock,
    /** Why a caller may not use the session tools now, or null. */
    toolsRefusal: (caller: ToolCaller) => guard.refusalOf(caller),
    /** Ids of the Turns that run now. */
    openTurns: () => live.all().map(({ turn }) => turn.id),
    openWork: () => ({ turns: live.all().length, approvals: approvalStore.openCount() }),
    stop: () => scope.dispose(),
  }
}
