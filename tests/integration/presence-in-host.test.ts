import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createBrowsers, startWebHost } from '#main/hosts/web/web-host.ts'
import { systemIds } from '#main/kernel/ids.ts'
import { silentLogger } from '#main/kernel/logger.ts'
import { connectionIs, createBrowserClient, createTestKeyChain, tokenOf } from '#tests/support/browser.ts'
import { hanging, openBed } from '#tests/support/delegation-bed.ts'
import { createFakeCore } from '#tests/support/fake-core.ts'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { startTestRelay } from '#tests/support/transports.ts'

test('[APPR-05] an authenticated browser is a person present, for 10 s after it has left; a page that only loaded is nobody', async () => {
  const clock = createManualClock()
  const browsers = createBrowsers(clock)
  const bed = await openBed(hanging('busy'), { clock, presence: browsers.presence })
  await using it = bed.it
  const relay = await startTestRelay(createFakeCore())
  const rendererDir = mkdtempSync(path.join(tmpdir(), 'session-relay-pages-'))
  const web = await startWebHost({
    clock,
    ids: systemIds,
    logger: silentLogger,
    browsers,
    relay,
    rendererDir,
    listen: { host: '127.0.0.1', port: 0 },
    onNewLink: () => {},
  })
  if (!web.ok) throw new Error(web.error.detail)
  try {
    // Held open by a question, so that there is a running interactive Turn to ask about.
    const browser = createBrowserClient(web.value.url, createTestKeyChain({ token: tokenOf(web.value.link()) }))
    await connectionIs(browser, 'ready')
    expect(browsers.presence.lastSeen()).toBe('connected')
    bed.ask('work')
    const open = await it.until(() => it.core.approvalStore.open()[0])
    const caller = { agentId: open.senderAgentId, sessionId: open.senderSessionId, turnId: open.turnId }
    expect(it.core.toolsRefusal(caller)).toBeNull()
    browser.stop()
    await expect.poll(() => browsers.presence.lastSeen()).not.toBe('connected')
    clock.advance(9_000)
    expect(it.core.toolsRefusal(caller)).toBeNull()
    clock.advance(2_000)
    expect(it.core.toolsRefusal(caller)).toMatchObject({ code: 'SESSION_TOOL_FORBIDDEN' })
    expect(it.core.approvals.get(open.id)?.state).toBe('pending')
  } finally {
    await web.value.stop()
    await relay.stop()
    rmSync(rendererDir, { recursive: true })
  }
})
