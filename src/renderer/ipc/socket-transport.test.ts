import { expect, test, vi } from 'vitest'
import type { HostFrame } from '#shared/ipc/socket-frames.ts'
import { createTestKeyChain } from '#tests/support/browser.ts'
import { createSocketTransport } from './socket-transport.ts'
import type { ConnectionState } from './transport.ts'

/** The browser's socket, played: the test is the host. */
class PlayedSocket {
  readonly sent: unknown[] = []
  closed = false
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onerror: (() => void) | null = null

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.closed = true
  }

  say(frame: HostFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }

  admit(newKey: string | null = null): void {
    this.onopen?.()
    this.say({ type: 'welcome', newKey })
  }

  drop(code = 1006): void {
    this.onclose?.({ code })
  }
}

function setUp(initial: { key?: string; token?: string }) {
  const keys = createTestKeyChain(initial)
  const sockets: PlayedSocket[] = []
  const timers: { ms: number; run: () => void }[] = []
  const states: ConnectionState[] = []
  const connected = vi.fn()
  let wake = (): void => {}
  const transport = createSocketTransport({
    open: () => {
      const socket = new PlayedSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
    keys,
    schedule: (ms, run) => {
      const timer = { ms, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
    },
    wake: (run) => {
      wake = run
      return () => {}
    },
  })
  transport.start({ state: (state) => void states.push(state), connected, events: () => {}, open: () => {} })
  const last = (): PlayedSocket => {
    const socket = sockets.at(-1)
    if (socket === undefined) throw new Error('no socket was opened')
    return socket
  }
  return { keys, sockets, timers, states, connected, transport, last, wake: () => wake() }
}

test('a token buys a key, which is kept; the token is not shown again', () => {
  const { keys, last, states } = setUp({ token: 'token' })
  last().admit('new key')
  expect([last().sent, keys.key(), keys.token(), states]).toEqual([
    [{ type: 'token', token: 'token' }],
    'new key',
    null,
    ['ready'],
  ])
})

test('a kept key goes first; if it is refused the token of the link is tried', () => {
  const { keys, sockets, last, states } = setUp({ key: 'old', token: 'token' })
  last().onopen?.()
  last().say({ type: 'refused', reason: 'key' })
  last().admit('new')
  expect(sockets.map(({ sent }) => sent)).toEqual([[{ type: 'key', key: 'old' }], [{ type: 'token', token: 'token' }]])
  expect([keys.key(), states]).toEqual(['new', ['ready']])
})

test('a key that still works leaves the token of the link unspent', () => {
  const { keys, last } = setUp({ key: 'key', token: 'token' })
  last().admit()
  expect([last().sent, keys.token()]).toEqual([[{ type: 'key', key: 'key' }], 'token'])
})

test('with nothing to show it is refused at once, until a link is opened in the tab', async () => {
  const { keys, sockets, states, last, transport } = setUp({})
  expect([sockets.length, states]).toEqual([0, ['refused']])
  expect(await transport.call('app.hello', {})).toMatchObject({ error: { code: 'UNAVAILABLE' } })
  keys.offer('token')
  last().admit('key')
  expect(states).toEqual(['refused', 'lost', 'ready'])
})

test('calls made while connecting wait; answers find their calls in any order', async () => {
  const { last, transport } = setUp({ key: 'key' })
  const [first, second] = [transport.call('a', 1), transport.call('b', 2)]
  expect(last().sent).toEqual([])
  last().admit()
  expect(last().sent.slice(1)).toEqual([
    { type: 'call', id: 1, route: 'a', input: 1 },
    { type: 'call', id: 2, route: 'b', input: 2 },
  ])
  last().say({ type: 'answer', id: 2, envelope: { ok: true, value: 'second' } })
  last().say({ type: 'answer', id: 1, envelope: { ok: true, value: 'first' } })
  last().say({ type: 'answer', id: 99, envelope: { ok: true, value: 'nobody asked' } })
  expect(await Promise.all([first, second])).toEqual([
    { ok: true, value: 'first' },
    { ok: true, value: 'second' },
  ])
})

test('a lost connection fails what was under way, and is made again with growing pauses', async () => {
  const { last, transport, timers, states, connected } = setUp({ key: 'key' })
  last().admit()
  const call = transport.call('a', {})
  last().drop()
  expect(await call).toMatchObject({ error: { code: 'UNAVAILABLE' } })
  expect(await transport.call('b', {})).toMatchObject({ error: { code: 'UNAVAILABLE' } })
  const pauses: number[] = []
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const timer = timers.pop()
    pauses.push(timer?.ms ?? Number.NaN)
    timer?.run()
    last().drop()
  }
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000])
  timers.pop()?.run()
  last().admit()
  expect([states.at(-1), connected.mock.calls.length]).toEqual(['ready', 2])
  last().drop()
  expect(timers.map(({ ms }) => ms)).toEqual([250])
})

test('a tab that comes into view tries at once, and not twice', () => {
  const { last, sockets, timers, wake } = setUp({ key: 'key' })
  last().admit()
  wake()
  last().drop()
  wake()
  wake()
  expect([sockets.length, timers.length]).toEqual([2, 0])
})

test('a revoked key is forgotten and not tried again', () => {
  const { keys, last, timers, states } = setUp({ key: 'key' })
  last().admit()
  last().drop(4403)
  expect([keys.key(), timers.length, states]).toEqual([null, 0, ['ready', 'refused']])
})

test('a frame that is not of the protocol ends the connection', () => {
  const { last } = setUp({ key: 'key' })
  last().admit()
  last().onmessage?.({ data: '{"type":"surprise"}' })
  expect(last().closed).toBe(true)
})

test('after a stop nothing is opened any more and no call hangs', async () => {
  const { last, transport, sockets, timers } = setUp({ key: 'key' })
  last().admit()
  const call = transport.call('a', {})
  transport.stop()
  const late = transport.call('b', {})
  last().drop()
  expect([(await call).ok, (await late).ok, sockets.length, timers.length]).toEqual([false, false, 1, 0])
})
