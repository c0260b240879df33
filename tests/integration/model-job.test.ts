import { afterEach, expect, test } from 'vitest'
import type { AgentDraft } from '#shared/agent.ts'
import { systemClock } from '#main/kernel/clock.ts'
import { silentLogger } from '#main/kernel/logger.ts'
import { createAiSdkRuntime } from '#main/runtimes/ai-sdk/ai-sdk-runtime.ts'
import { calls, says, startOpenAiServer, type OpenAiServer, type SeenRequest } from '#tests/support/openai-server.ts'
import { decide, makeAgent, makeSession, openTestCore, rehearsal, send } from '#tests/support/test-core.ts'

const runtime = createAiSdkRuntime({ clock: systemClock, logger: silentLogger, maxRetries: 0 })
let server: OpenAiServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

function modelAt(baseUrl: string): AgentDraft['runtime'] {
  return { version: 1, kind: 'ai-sdk', provider: 'openai-compatible', baseUrl, model: 'test-model' }
}

/** The first Session id in what the model was last told. */
function idToldIn(request: SeenRequest): string {
  return /sessionId\\*":\\*"([0-9a-f-]{36})/.exec(request.text)?.[1] ?? ''
}

test('[SEED-02] [SEED-12] a model behind a service finds a Session by search, asks it with a person’s approval, and reads the result', async () => {
  server = await startOpenAiServer({
    replies: (request, n) => {
      if (n === 0) return calls('mcp__cherry-tools__session_search', { query: 'auth' }, 'call_0')
      if (n > 2) return says('The auth fix is reported.')
      if (n === 2) return says('Asked.')
      const message = 'Finish the auth fix.'
      return calls(
        'mcp__cherry-tools__session_send',
        { target_session_id: idToldIn(request), message, reply: 'completion' },
        'call_0',
      )
    },
  })
  await using it = await openTestCore({ script: (run) => runtime.run(run) })
  const { core } = it
  const plan = makeSession(core, makeAgent(core, 'Planner', modelAt(server.baseUrl)), 'Release plan')
  const auth = makeSession(core, makeAgent(core, 'Coder', rehearsal), 'Auth fix')
  await core.search.drained()

  const turn = send(core, plan, 'Have the auth session finish the auth fix and bring the result back here.')
  const asked = await it.until(() => core.approvalStore.open()[0])
  expect(asked).toMatchObject({ turnId: turn.id, targetSessionId: auth.id })
  // The card stands at the call that it belongs to, though the service gave both calls one id.
  expect(asked.toolCallId).toBe('call_0_2')
  await it.until(() => {
    const page = core.timeline.page(plan.id, { kind: 'newest' }, 50)
    const parts = page.ok ? page.value.items.flatMap(({ message }) => message.parts) : []
    return parts.some((part) => part.type === 'tool' && part.toolCallId === asked.toolCallId)
  })
  decide(core, asked.id)

  const request = await it.until(() =>
    core.deliveryList.requests('sent', plan.id, 1).find((row) => row.status === 'consumed'),
  )
  await it.until(() => core.deliveryList.detail(request.id)?.linked?.status === 'consumed')
  expect(core.deliveryList.detail(request.id)?.linkedContent).toContain('no AI worked on it')
  const [first, , , woken] = server.chats()
  expect(first?.text).toContain('session_send')
  expect(woken?.text).toContain('no AI worked on it')
})
