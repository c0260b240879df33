import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Approval } from '#shared/approval.ts'
import type { IpcClient } from '#renderer/ipc/client.ts'
import { findAppFiles } from '#main/hosts/app-files.ts'
import { createHostLog } from '#main/hosts/host-log.ts'
import { openRelay } from '#main/hosts/open-relay.ts'
import type { RelayHost } from '#main/hosts/relay-host.ts'
import { systemClock } from '#main/kernel/clock.ts'
import { noFault } from '#main/kernel/fault-point.ts'
import { silentNotifier } from '#main/ports/notifier.ts'
import { eachTransport } from '#tests/support/transports.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'session-relay-job-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** What the hosts run: the lock, the real core, the rehearsal. */
async function openHost(): Promise<RelayHost> {
  const opened = await openRelay({
    dataDir: path.join(dir, 'data'),
    host: 'desktop',
    version: '1',
    files: findAppFiles(),
    log: createHostLog(() => {}),
    clock: systemClock,
    presence: { lastSeen: () => 'connected' },
    notifier: silentNotifier,
    connectedKeys: () => new Set(),
    checkOutput: true,
    faultPoint: noFault,
    onProgress: () => {},
  })
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

/** Reads again at every event, as a window does, until there is an answer. */
function until<T>(client: IpcClient, read: () => Promise<T | undefined>): Promise<T> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      read().then((value) => {
        if (value === undefined) return
        end()
        resolve(value)
      }, reject)
    }
    const end = client.subscribe(look)
    look()
  })
}

async function askAuth(window: IpcClient): Promise<{ sessionId: string; approval: Approval }> {
  const { sessionId } = await window.ask('app.loadSample', {})
  await window.ask('turns.send', { sessionId, text: 'ask the auth session to finish the auth fix and report back' })
  const approval = await until(window, async () => (await window.ask('approvals.open', {}))[0])
  return { sessionId, approval }
}

function shownOf({ target }: Approval) {
  return { agentId: target.agentId, agentName: target.agentName, sessionName: target.sessionName }
}

eachTransport('the main job', (open) => {
  test('a window asks, approves, and sees the frozen result come back', async () => {
    const carrier = await open(await openHost())
    const window = await carrier.window()
    const { sessionId, approval } = await askAuth(window)
    const answer = await window.ask('approvals.answer', {
      id: approval.id,
      decision: { answer: 'approve', shown: shownOf(approval) },
    })
    expect(answer.result).toBe('settled')
    const request = await until(window, async () => {
      const { sent } = await window.ask('deliveries.ofSession', { sessionId })
      const { linked } =
        sent[0] === undefined ? { linked: null } : await window.ask('deliveries.get', { id: sent[0].id })
      return linked?.status === 'consumed' ? sent[0] : undefined
    })
    expect(request).toMatchObject({ status: 'consumed', outcome: 'success', replyPolicy: 'completion' })
    const page = await window.ask('timeline.page', { sessionId, at: { kind: 'newest' } })
    expect(page.items.slice(-2).map((item) => [item.message.role, item.delivery?.kind ?? null])).toEqual([
      ['user', 'result'],
      ['assistant', null],
    ])
  })

  test('[A09] two windows answer at once: the first wins, both see the same end, nothing is sent twice', async () => {
    const carrier = await open(await openHost())
    const windows = [await carrier.window(), await carrier.window()] as const
    const { sessionId, approval } = await askAuth(windows[0])
    const [approved, denied] = await Promise.all([
      windows[0].ask('approvals.answer', {
        id: approval.id,
        decision: { answer: 'approve', shown: shownOf(approval) },
      }),
      windows[1].ask('approvals.answer', { id: approval.id, decision: { answer: 'deny', reason: 'No.' } }),
    ])
    expect([approved.result, denied.result].toSorted()).toEqual(['already', 'settled'])
    expect(approved.approval.state).toBe(denied.approval.state)
    expect(await windows[1].ask('approvals.open', {})).toEqual([])
    const { sent } = await windows[1].ask('deliveries.ofSession', { sessionId })
    expect(sent).toHaveLength(approved.approval.state === 'approved' ? 1 : 0)
  })
})
