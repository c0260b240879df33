import { expect, test, vi } from 'vitest'
import type { AppEvent } from '#shared/ipc/events.ts'
import type { RecoveryState } from '#shared/ipc/recovery.ts'
import type { RouteName } from '#shared/ipc/routes.ts'
import { err, ok } from '#shared/result.ts'
import { createFakeCore, type FakeCore } from '#tests/support/fake-core.ts'
import { createMemoryClient } from '#tests/support/memory-client.ts'
import { startTestRelay } from '#tests/support/transports.ts'
import type { OpenOutcome, RecoveryDesk } from './relay-host.ts'

const state: RecoveryState = {
  reason: 'damaged',
  findings: ['broken'],
  file: '/f',
  bytes: 1,
  backups: [],
  progress: null,
}

function desk(choose: RecoveryDesk['choose'] = () => Promise.resolve(ok(null))): RecoveryDesk {
  return { state: () => state, choose }
}

/** A relay whose openings are played one after the other. */
async function setUp(...openings: OpenOutcome[]) {
  const open = vi.fn((_damage: readonly string[] | null) => {
    const next = openings.shift()
    return next === undefined ? Promise.reject(new Error('opened once too often')) : Promise.resolve(next)
  })
  const relay = await startTestRelay(open)
  const client = createMemoryClient(relay)
  const code = async (route: RouteName, input: object = {}): Promise<string> => {
    const envelope = await client.call(route, input)
    return envelope.ok ? 'ok' : envelope.error.code
  }
  const told = (type: AppEvent['type']) =>
    new Promise<AppEvent>((resolve) => {
      const end = client.subscribe((event) => {
        if (event.type !== type) return
        end()
        resolve(event)
      })
    })
  return { open, relay, client, code, told }
}

const opens = (core: FakeCore): OpenOutcome => ({ kind: 'open', core })
const recovers = (choices: RecoveryDesk): OpenOutcome => ({ kind: 'recovery', desk: choices })

test('in recovery only app.hello and the recovery routes answer', async () => {
  const { client, code, relay } = await setUp(recovers(desk()))
  expect([relay.mode(), relay.core()]).toEqual(['recovery', null])
  expect((await client.ask('app.hello', {})).mode).toBe('recovery')
  expect(await client.ask('recovery.state', {})).toEqual(state)
  expect(await Promise.all([code('settings.get'), code('agents.list'), code('access.keys')])).toEqual(
    Array(3).fill('UNAVAILABLE'),
  )
})

test('a choice that worked opens the core and tells the windows', async () => {
  const core = createFakeCore()
  const { client, relay, told } = await setUp(recovers(desk()), opens(core))
  const cores: unknown[] = []
  relay.onCore((next) => void cores.push(next))
  const heard = told('recovery')
  expect(await client.ask('recovery.choose', { choice: 'fresh' })).toEqual({})
  expect((await client.ask('app.hello', {})).mode).toBe('ready')
  expect([cores, relay.mode()]).toEqual([[core], 'ready'])
  expect(await heard).toMatchObject({ type: 'recovery' })
})

test('a choice that failed says why, and another can be made', async () => {
  const answers = [err('That backup is damaged too.'), ok(null)]
  const choose = vi.fn(() => Promise.resolve(answers.shift() ?? err('asked too often')))
  const { client, code } = await setUp(recovers(desk(choose)), opens(createFakeCore()))
  expect(await client.call('recovery.choose', { choice: 'backup', name: 'x' })).toEqual({
    ok: false,
    error: { code: 'REFUSED', message: 'That backup is damaged too.' },
  })
  expect(await code('recovery.choose', { choice: 'rescue' })).toBe('ok')
})

test('one choice at a time', async () => {
  let finish = (): void => {}
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  const { code } = await setUp(recovers(desk(async () => (await slow, ok(null)))), opens(createFakeCore()))
  const first = code('recovery.choose', { choice: 'rescue' })
  expect(await code('recovery.choose', { choice: 'fresh' })).toBe('REFUSED')
  finish()
  expect(await first).toBe('ok')
})

test('a choice after which the file still cannot be used stays in recovery', async () => {
  const { code, relay } = await setUp(recovers(desk()), recovers(desk()))
  expect([await code('recovery.choose', { choice: 'retry' }), relay.mode()]).toEqual(['REFUSED', 'recovery'])
})

test('damage that shows in use stops the core and offers the choices', async () => {
  const core = createFakeCore()
  const { open, code, relay, told } = await setUp(opens(core), recovers(desk()))
  const heard = told('recovery')
  const left = new Promise((resolve) => relay.onCore(resolve))
  core.damage(['page 7 is broken'])
  // From this moment nothing of the core is reached.
  expect(await code('settings.get')).toBe('UNAVAILABLE')
  expect(await left).toBeNull()
  expect([core.stopped(), relay.mode(), open.mock.calls]).toEqual([true, 'recovery', [[null], [['page 7 is broken']]]])
  expect(await heard).toEqual({ type: 'recovery', state })
  // What the old core still says is not passed on.
  core.damage(['again'])
  expect(open).toHaveBeenCalledTimes(2)
})

test('a core that fails to stop after damage does not keep the choices away', async () => {
  const core = createFakeCore()
  core.stop = () => Promise.reject(new Error('disk gone'))
  const { relay, told } = await setUp(opens(core), recovers(desk()))
  const heard = told('recovery')
  core.damage(['broken'])
  expect([await heard, relay.mode()]).toEqual([{ type: 'recovery', state }, 'recovery'])
})

test('after a stop nothing is answered', async () => {
  const core = createFakeCore()
  const { relay, code } = await setUp(opens(core))
  await relay.stop()
  expect([core.stopped(), await code('settings.get')]).toEqual([true, 'UNAVAILABLE'])
})
