import { expect, test, vi } from 'vitest'
import { createIpcClient, IpcFailure } from './client.ts'
import { unavailable, type Transport, type TransportListener } from './transport.ts'

function setUp() {
  let listener: TransportListener | null = null
  const call = vi.fn<Transport['call']>(() => Promise.resolve({ ok: true, value: [] }))
  const client = createIpcClient({ start: (to) => void (listener = to), call, stop: () => {} })
  const to = (): TransportListener => {
    if (listener === null) throw new Error('not started')
    return listener
  }
  const event = (seq: number) => ({ bootId: 'boot', seq, event: { type: 'agents-changed' } as const })
  return { client, call, to, event }
}

test('events are told in order; one gap in a batch means one refetch, after the batch', () => {
  const { client, to, event } = setUp()
  const heard: string[] = []
  client.subscribe(({ type }) => void heard.push(type))
  client.onRefetch(() => void heard.push('refetch'))
  to().connected()
  to().events([event(1), event(3), event(7)])
  expect(heard).toEqual(['refetch', 'agents-changed', 'agents-changed', 'agents-changed', 'refetch'])
})

test('a listener that ended hears nothing more', () => {
  const { client, to, event } = setUp()
  const heard = vi.fn()
  const ends = [client.subscribe(heard), client.onRefetch(heard), client.connection.subscribe(heard)]
  for (const end of ends) end()
  to().state('ready')
  to().connected()
  to().events([event(1)])
  expect(heard).not.toHaveBeenCalled()
  expect(client.connection.getSnapshot()).toBe('ready')
})

test('a click on a notification waits for the first who can show it', () => {
  const { client, to } = setUp()
  const shown = vi.fn()
  to().open({ kind: 'approval', approvalId: 'a' })
  client.onOpen(shown)
  client.onOpen(shown)
  expect(shown.mock.calls).toEqual([[{ kind: 'approval', approvalId: 'a' }]])
})

test('ask throws what call answers', async () => {
  const { client, call } = setUp()
  expect(await client.ask('agents.list', {})).toEqual([])
  call.mockResolvedValue(unavailable('gone'))
  await expect(client.ask('agents.list', {})).rejects.toEqual(new IpcFailure({ code: 'UNAVAILABLE', message: 'gone' }))
})
