import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkPromises } from './check-promises.ts'
import { bundleHost, type HostBundle } from './host-bundle.ts'
import { type RelayProcess, startRelayProcess, type StartOptions } from './relay-process.ts'
import { Told } from './told.ts'

let host: HostBundle
beforeAll(async () => {
  host = await bundleHost()
}, 120_000)
afterAll(() => host.remove())

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true })
    rmSync(`${folder}-workspaces`, { recursive: true, force: true })
  }
})

/** What must be found after the restart, before anything is answered again. */
type Expected = {
  readonly approval: 'none' | 'left over' | 'approved'
  /** How the first request stands once all that runs by itself has run. */
  readonly request: 'none' | 'success' | 'interrupted'
}

/** By fault point, with its `:nth` time where it is not the first. */
const points: Readonly<Record<string, Expected>> = {
  'ask:before-commit': { approval: 'none', request: 'none' },
  'ask:after-commit': { approval: 'left over', request: 'none' },
  'accept:before-commit': { approval: 'left over', request: 'none' },
  'accept:after-commit': { approval: 'approved', request: 'success' },
  'claim:before-commit': { approval: 'approved', request: 'success' },
  'claim:after-commit': { approval: 'approved', request: 'interrupted' },
  'turn:first-text': { approval: 'approved', request: 'interrupted' },
  'turn:first-text:2': { approval: 'approved', request: 'success' },
  'turn:tool-call': { approval: 'none', request: 'none' },
  'finalise:before-commit': { approval: 'approved', request: 'interrupted' },
  'finalise:after-commit': { approval: 'approved', request: 'success' },
  'result-claim:before-commit': { approval: 'approved', request: 'success' },
  'result-claim:after-commit': { approval: 'approved', request: 'success' },
  'result-end:before-commit': { approval: 'approved', request: 'success' },
  'result-end:after-commit': { approval: 'approved', request: 'success' },
}

/** Two real processes start and stop in each: no deadline is meant, only an end to a hang. */
const PATIENCE_MS = 120_000

test.each(Object.entries(points))(
  '[DELV-02] killed at %s, the app loses nothing, doubles nothing and says what is true',
  async (point, expected) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'relay-crash-'))
    folders.push(dataDir)
    const told = new Told()

    const first = await start({ dataDir, fault: point })
    const caller = await makeBed(first)
    void first
      .call('turns.send', { sessionId: caller, text: 'ask the auth session to finish the auth fix and report back' })
      .catch(() => {})
    const question = await first.until(async () => (await first.call('approvals.open', {}).catch(() => []))[0])
    if (question !== null) {
      const { agentId, agentName, sessionName } = question.target
      const decision = { answer: 'approve' as const, shown: { agentId, agentName, sessionName } }
      const answered = await first.call('approvals.answer', { id: question.id, decision }).catch(() => null)
      if (answered !== null) told.approval(answered.approval, answered.result === 'settled')
    }
    await first.gone

    const second = await start({ dataDir })
    try {
      // Everything that runs by itself has run when no Turn is open and no delivery waits.
      await second.until(async () => {
        const { working } = await second.call('app.counts', {})
        const waiting = await second.call('deliveries.list', { filter: { statuses: ['accepted', 'delivering'] } })
        return working === 0 && waiting.total === 0
      })
      const open = await second.call('approvals.open', {})
      const settled = await second.call('approvals.history', {})
      const approval = open[0]?.waiterLostAt != null ? 'left over' : (settled.approvals[0]?.state ?? 'none')
      const requests = await second.call('deliveries.list', { filter: { kind: 'request' } })
      const results = await second.call('deliveries.list', { filter: { kind: 'result' } })
      expect({ approval, request: requests.rows[0]?.outcome ?? 'none' }).toEqual(expected)
      expect(results.total).toBe(expected.request === 'none' ? 0 : 1)
      expect(checkPromises(dataDir, told).violations).toEqual([])

      // The Session goes on as if nothing had been.
      const turn = await second.call('turns.send', { sessionId: caller, text: 'say hello' })
      await second.until(async () => {
        const page = await second.call('timeline.page', { sessionId: caller, at: { kind: 'newest' } })
        return page.items.some((item) => item.turn?.id === turn.id && item.turn.state === 'succeeded')
      })
    } finally {
      await second.kill()
    }
  },
  PATIENCE_MS,
)

async function start(options: Omit<StartOptions, 'script'>): Promise<RelayProcess> {
  const started = await startRelayProcess({ script: host.script, ...options })
  if (started === null) throw new Error('the host was killed before it was ready')
  return started
}

async function makeBed(relay: RelayProcess): Promise<string> {
  const draft = {
    emoji: '',
    runtime: { version: 1, kind: 'rehearsal' },
    instructions: '',
    workspace: { version: 1, kind: 'own-folder' },
    reach: 'open',
  } as const
  const planner = await relay.call('agents.create', { ...draft, name: 'Planner' })
  const coder = await relay.call('agents.create', { ...draft, name: 'Coder' })
  await relay.call('sessions.create', { agentId: coder.id, name: 'Auth fix' })
  const caller = await relay.call('sessions.create', { agentId: planner.id, name: 'Release plan' })
  return caller.id
}
