import { hostname } from 'node:os'
import path from 'node:path'
import type { RecoveryState } from '#shared/ipc/recovery.ts'
import { assertNever, err, ok, type Result } from '#shared/result.ts'
import { openCore, type Core, type CoreOptions } from '../create-core.ts'
import { DATABASE_FILE, type OpenFailure, type OpenProgress } from '../db/open-database.ts'
import { acquireOwnerLock } from '../db/owner-lock.ts'
import { checkInWorker } from '../db/quick-check.ts'
import { createRecovery, type RecoveryRefusal } from '../db/recovery.ts'
import { createHandlers } from '../ipc/handlers.ts'
import type { Handlers, HostInfo } from '../ipc/router.ts'
import type { Clock } from '../kernel/clock.ts'
import type { FaultPoint } from '../kernel/fault-point.ts'
import { systemIds } from '../kernel/ids.ts'
import { describeError, type Logger } from '../kernel/logger.ts'
import type { Notifier } from '../ports/notifier.ts'
import type { Presence } from '../ports/presence.ts'
import type { AppFiles } from './app-files.ts'
import { workspacesDirOf } from './data-dir.ts'
import type { HostLog } from './host-log.ts'
import { lockSentence } from './lock-sentence.ts'
import { startRelayHost, type OpenedCore, type OpenOutcome, type RecoveryDesk, type RelayHost } from './relay-host.ts'
import { runtimeFactories } from './runtime-factories.ts'
import { openSecretStore } from './secret-store.ts'

export type OpenRelayOptions = {
  readonly dataDir: string
  readonly host: HostInfo['host']
  readonly version: string
  readonly files: AppFiles
  readonly log: HostLog
  readonly clock: Clock
  readonly presence: Presence
  readonly notifier: Notifier
  readonly connectedKeys: () => ReadonlySet<string>
  readonly checkOutput: boolean
  readonly faultPoint: FaultPoint
  /** A migration and the backup before it can take long; told before the host answers anything. */
  readonly onProgress: (progress: OpenProgress) => void
}

/** The database is read through after so long, when the first screen has what it needs. */
const CHECK_AFTER_MS = 5_000

/**
 * Takes the data folder, opens the core in it and puts the door before it. The error is a sentence for the person: the
 * folder is held by another process, or cannot be used at all.
 */
export async function openRelay(options: OpenRelayOptions): Promise<Result<RelayHost, string>> {
  const { dataDir, clock, files, log } = options
  const { logger } = log
  const since = new Date(clock.now()).toISOString()
  const lock = acquireOwnerLock(dataDir, { pid: process.pid, host: options.host, machine: hostname(), since })
  if (!lock.ok) return err(lockSentence(dataDir, lock.error))
  log.writeTo(dataDir)

  const secrets = await openSecretStore(dataDir, logger)
  const info: HostInfo = {
    version: options.version,
    host: options.host,
    platform: process.platform,
    dataDir,
    secretsKept: secrets.kept,
    connectedKeys: options.connectedKeys,
  }
  const core: CoreOptions = {
    dir: dataDir,
    resourcesDir: files.resourcesDir,
    migrationsDir: files.migrationsDir,
    workspacesDir: workspacesDirOf(dataDir),
    workers: files.workers,
    clock,
    ids: systemIds,
    logger,
    runtimes: runtimeFactories({ clock, logger }),
    secrets,
    presence: options.presence,
    notifier: options.notifier,
    faultPoint: options.faultPoint,
    onProgress: options.onProgress,
  }
  const open = async (damage: readonly string[] | null): Promise<OpenOutcome> => {
    if (damage !== null) {
      const failure = { reason: 'damaged', findings: damage, path: path.join(dataDir, DATABASE_FILE) } as const
      return { kind: 'recovery', desk: deskFor(failure, core) }
    }
    const opened = await openCore(core)
    if (!opened.ok) return { kind: 'recovery', desk: deskFor(opened.error, core) }
    return {
      kind: 'open',
      core: openedCore(opened.value, createHandlers(opened.value, info), logger),
    }
  }
  try {
    const relay = await startRelayHost({
      info,
      clock,
      logger,
      bootId: systemIds.next(),
      checkOutput: options.checkOutput,
      open,
    })
    return ok(withLock(relay, () => lock.value.release()))
  } catch (error) {
    logger.error('the core could not be opened', describeError(error))
    lock.value.release()
    throw error
  }
}

/** The folder stays ours until all else has stopped. */
function withLock(relay: RelayHost, release: () => void): RelayHost {
  return {
    router: relay.router,
    hub: relay.hub,
    mode: () => relay.mode(),
    core: () => relay.core(),
    onCore: (listener) => relay.onCore(listener),
    async stop() {
      try {
        await relay.stop()
      } finally {
        release()
      }
    },
  }
}

function openedCore(core: Core, handlers: Handlers, logger: Logger): OpenedCore {
  let checking = false
  const checkOnce = (): void => {
    if (checking) return
    checking = true
    const cancel = core.clock.after(CHECK_AFTER_MS, () => {
      core.data.check().catch((error: unknown) => {
        logger.warn('the database could not be checked', describeError(error))
      })
    })
    core.db.onClose(cancel)
  }
  return {
    handlers: {
      ...handlers,
      'app.hello': (input, caller) => {
        checkOnce()
        return handlers['app.hello'](input, caller)
      },
    },
    events: core.events,
    browserKeys: {
      add({ id, hash, label }) {
        const now = core.clock.now()
        core.browserKeys.add({ id, hash, label, createdAt: now, lastSeenAt: now })
        core.events.publish({ type: 'keys-changed' })
      },
      recognise(hash) {
        const key = core.browserKeys.findByHash(hash)
        if (key === null) return null
        try {
          core.browserKeys.touch(key.id)
        } catch (error) {
          // A full disk must not keep a person out of what is saved.
          logger.warn('the last use of a browser key could not be noted', describeError(error))
        }
        return key.id
      },
      has: (id) => core.browserKeys.list().some((key) => key.id === id),
    },
    openWork: () => core.openWork(),
    onDamage: (listener) => core.db.onDamage(listener),
    stop: () => core.stop(),
  }
}

/** The database's own recovery, for the door: what it opens is closed again and opened by the core itself. */
function deskFor(failure: OpenFailure, core: CoreOptions): RecoveryDesk {
  let onProgress: () => void = () => {}
  const recovery = createRecovery({
    dir: core.dir,
    migrationsDir: core.migrationsDir,
    clock: core.clock,
    ids: core.ids,
    logger: core.logger,
    failure,
    check: (file) => checkInWorker(core.workers.check, file).result,
    onState: () => onProgress(),
  })
  return {
    state: (): RecoveryState => recovery.state(),
    async choose(choice, tell) {
      onProgress = tell
      const chosen = await recovery.choose(choice)
      onProgress = () => {}
      if (!chosen.ok) return err(refusalSentence(chosen.error))
      chosen.value.close()
      return ok(null)
    },
  }
}

function refusalSentence({ reason, findings }: RecoveryRefusal): string {
  const found = findings.length === 0 ? '' : ` ${findings.join(' ')}`
  switch (reason) {
    case 'busy':
      return 'Another choice is being carried out; wait for it.'
    case 'no-such-backup':
      return 'That backup is not there any more. Nothing was changed.'
    case 'backup-damaged':
      return `That backup is damaged too; nothing was changed.${found}`
    case 'storage':
      return `The disk could not be read or written; nothing was changed.${found}`
    case 'nothing-readable':
      return `No row of the damaged file could be read; nothing was changed.${found}`
    case 'still-unusable':
      return `The database still cannot be used.${found}`
    default:
      return assertNever(reason)
  }
}
