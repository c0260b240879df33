import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Agent } from '#shared/agent.ts'
import type { AppEvent } from '#shared/ipc/events.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Session } from '#shared/session.ts'
import type { AgentStore } from '../agents/agent-store.ts'
import type { WorkspaceRules } from '../agents/workspace-rules.ts'
import type { Db } from '../db/open-database.ts'
import { type Tx, writeTx } from '../db/write-tx.ts'
import type { Clock } from '../kernel/clock.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { Ids } from '../kernel/ids.ts'
import type { MessageStore } from '../sessions/message-store.ts'
import type { SearchPendingStore } from '../sessions/search/search-pending-store.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { SettingsService } from '../settings/settings-service.ts'
import type { TurnStore } from '../turns/turn-store.ts'

type Deps = {
  readonly db: Db
  readonly resourcesDir: string
  readonly agents: AgentStore
  readonly sessions: SessionStore
  readonly messages: MessageStore
  readonly turns: TurnStore
  readonly searchPending: SearchPendingStore
  readonly workspaces: WorkspaceRules
  readonly settings: SettingsService
  readonly clock: Clock
  readonly ids: Ids
  readonly events: EventBus<AppEvent>
}

/** A conversation of the sample: what the person and the Agent said, in turns, ending `endedMinutesAgo`. */
const sampleSchema = z.object({
  agents: z.array(z.object({ key: z.string(), name: z.string(), emoji: z.string(), instructions: z.string() })).min(1),
  sessions: z
    .array(
      z.object({
        agent: z.string(),
        name: z.string(),
        description: z.string(),
        /** Where a first look starts: one Session has it. */
        start: z.boolean().optional(),
        endedMinutesAgo: z.number().int().nonnegative(),
        turns: z.array(z.object({ person: z.string(), agent: z.string() })).min(1),
      }),
    )
    .min(1),
})
type Sample = z.infer<typeof sampleSchema>

/** Minutes between two Turns of a sample conversation. */
const TURN_MINUTES = 4

/** Fills an empty store with Agents on the rehearsal runtime and conversations to explore. */
export class SampleWorkspace {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Answers the Session to open first. Loading it twice is refused: the first one is still there. */
  load(): Result<{ sessionId: string }, string> {
    const { db, agents, settings, events, resourcesDir } = this.#deps
    if (settings.get().sampleLoaded) return err('The sample workspace is there already.')
    const sample = sampleSchema.parse(JSON.parse(readFileSync(join(resourcesDir, 'sample', 'workspace.json'), 'utf8')))
    const sessionId = writeTx(db, (tx) => {
      const byKey = new Map<string, Agent>()
      for (const { key, name, emoji, instructions } of sample.agents) {
        const agent = this.#agentOf(name, emoji, instructions)
        agents.insertTx(tx, agent)
        byKey.set(key, agent)
      }
      const made = sample.sessions.map((session) => ({
        id: this.#writeSessionTx(tx, session, byKey),
        start: session.start === true,
      }))
      return (made.find((session) => session.start) ?? made[0])?.id
    })
    settings.update({ sampleLoaded: true, firstRunDone: true })
    events.publish({ type: 'agents-changed' })
    events.publish({ type: 'sessions-changed' })
    return sessionId === undefined ? err('The sample workspace is empty.') : ok({ sessionId })
  }

  #agentOf(name: string, emoji: string, instructions: string): Agent {
    const now = this.#deps.clock.now()
    return {
      id: this.#deps.ids.next(),
      name,
      emoji,
      runtime: { version: 1, kind: 'rehearsal' },
      instructions,
      workspace: { version: 1, kind: 'own-folder' },
      reach: 'open',
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    }
  }

  #writeSessionTx(tx: Tx, sample: Sample['sessions'][number], agents: ReadonlyMap<string, Agent>): string {
    const { ids, clock, sessions, searchPending, workspaces } = this.#deps
    const agent = agents.get(sample.agent)
    if (agent === undefined) throw new Error(`the sample names no agent ${sample.agent}`)
    const id = ids.next()
    const folder = workspaces.folderFor(agent.workspace, id)
    if (!folder.ok) throw new Error(folder.error)
    const endedAt = clock.now() - sample.endedMinutesAgo * 60_000
    const startedAt = endedAt - sample.turns.length * TURN_MINUTES * 60_000
    const session: Session = {
      id,
      agentId: agent.id,
      name: sample.name,
      nameSetByPerson: true,
      description: sample.description,
      workspace: folder.value,
      origin: 'user',
      reach: 'open',
      createdAt: startedAt,
      lastActivityAt: endedAt,
      seenAt: clock.now(),
      pinnedAt: null,
      trashedAt: null,
    }
    sessions.insertTx(tx, session)
    sample.turns.forEach((turn, index) =>
      this.#writeTurnTx(tx, id, turn, index, startedAt + index * TURN_MINUTES * 60_000),
    )
    searchPending.queueSessionTx(tx, id)
    return id
  }

  #writeTurnTx(tx: Tx, sessionId: string, said: { person: string; agent: string }, index: number, at: number): void {
    const { ids, messages, turns, searchPending } = this.#deps
    const turnId = ids.next()
    const inputMessageId = ids.next()
    const answerId = ids.next()
    const endedAt = at + 60_000
    turns.insertTx(tx, {
      id: turnId,
      sessionId,
      interaction: 'interactive',
      origin: 'person',
      state: 'succeeded',
      inputMessageId,
      repeatOf: null,
      traceId: ids.next(),
      hop: 0,
      createdAt: at,
      startedAt: at,
      endedAt,
      error: null,
      usage: null,
      steps: 1,
      needsConsent: false,
    })
    const rows = [
      { id: inputMessageId, role: 'user' as const, text: said.person, createdAt: at },
      { id: answerId, role: 'assistant' as const, text: said.agent, createdAt: endedAt },
    ]
    rows.forEach(({ id, role, text, createdAt }, place) => {
      messages.insertTx(tx, {
        id,
        sessionId,
        turnId,
        position: index * 2 + place + 1,
        role,
        parts: [{ type: 'text', text }],
        status: 'complete',
        inChat: false,
        leftOut: false,
        createdAt,
      })
      searchPending.queueMessageTx(tx, id)
    })
  }
}
