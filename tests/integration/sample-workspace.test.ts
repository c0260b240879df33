import { expect, test } from 'vitest'
import { openTestCore, send } from '#tests/support/test-core.ts'

test('the sample workspace loads once, and its first Session can delegate in the words of the guide', async () => {
  await using it = await openTestCore()
  const { core } = it
  const loaded = core.sample.load()
  if (!loaded.ok) throw new Error(loaded.error)
  expect(core.sample.load().ok).toBe(false)
  expect(core.agents.list(false).map((agent) => [agent.name, agent.sessionCount])).toEqual([
    ['Coder', 4],
    ['Planner', 4],
    ['Reviewer', 4],
  ])
  await core.search.drained()

  const start = core.sessions.get(loaded.value.sessionId)
  if (start === null) throw new Error('the first session is missing')
  send(core, start, 'ask the auth session to finish the auth fix and report back')
  const asked = await it.until(() => core.approvalStore.open()[0])
  expect(asked.shownTarget.sessionName).toBe('Auth fix')
})
