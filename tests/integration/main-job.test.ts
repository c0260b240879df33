import { expect, test } from 'vitest'
import { decide, makeAgent, makeSession, openTestCore, send } from '#tests/support/test-core.ts'

test('a Session asks another, a person approves, and the frozen result comes back in a Turn of its own', async () => {
  await using it = await openTestCore()
  const { core } = it
  const planner = makeAgent(core, 'Planner')
  const coder = makeAgent(core, 'Coder')
  const plan = makeSession(core, planner, 'Release plan')
  const auth = makeSession(core, coder, 'Auth fix')
  await core.search.drained()

  const turn = send(core, plan, 'ask the auth session to finish the auth fix and report back')
  const asked = await it.until(() => core.approvalStore.open()[0])
  expect(asked).toMatchObject({
    turnId: turn.id,
    tool: 'session_send',
    senderSessionId: plan.id,
    targetSessionId: auth.id,
    arguments: { reply: 'completion' },
  })
  const approved = decide(core, asked.id)
  expect(approved).toMatchObject({ ok: true, value: { result: 'settled', record: { state: 'approved' } } })

  const result = await it.until(() =>
    core.deliveryList.requests('sent', plan.id, 1).find((row) => row.status === 'consumed'),
  )
  expect(result).toMatchObject({ outcome: 'success', receiverSessionId: auth.id, replyPolicy: 'completion' })
  await it.until(() => core.deliveryList.detail(result.id)?.linked?.status === 'consumed')

  const detail = core.deliveryList.detail(result.id)
  const page = core.timeline.page(plan.id, { kind: 'newest' }, 50)
  if (!page.ok) throw new Error('no page')
  expect(page.value.items.map((item) => [item.message.role, item.turn?.origin, item.delivery?.kind ?? null])).toEqual([
    ['user', 'person', null],
    ['assistant', 'person', null],
    ['user', 'result', 'result'],
    ['assistant', 'result', null],
  ])
  expect(page.value.items[1]?.sent.map((row) => row.id)).toEqual([result.id])
  expect(page.value.items[2]?.message.text).toBe(detail?.linkedContent)
  const there = core.timeline.page(auth.id, { kind: 'newest' }, 50)
  if (!there.ok) throw new Error('no page')
  expect(
    there.value.items.map((item) => [item.message.role, item.turn?.interaction, item.delivery?.kind ?? null]),
  ).toEqual([
    ['user', 'headless', 'request'],
    ['assistant', 'headless', null],
  ])
  expect(there.value.items[1]?.returned?.inReplyTo).toBe(result.id)
})
