import { expect, test, vi } from 'vitest'
import type { AppEvent } from '#shared/ipc/events.ts'
import { err, ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import { IpcFailure, type IpcClient } from '#renderer/ipc/client.ts'
import { createFakeCore } from '#tests/support/fake-core.ts'
import { eachTransport } from '#tests/support/transports.ts'

function eventsOf(client: IpcClient, count: number): Promise<AppEvent[]> {
  return new Promise((resolve) => {
    const events: AppEvent[] = []
    client.subscribe((event) => {
      events.push(event)
      if (events.length === count) resolve(events)
    })
  })
}

eachTransport('the door', (open, name) => {
  const identity =
    name === 'websocket' ? { host: 'browser', keyId: expect.any(String) as unknown } : { host: 'desktop', keyId: null }

  test('a call reaches its handler parsed, with a caller that the transport names', async () => {
    const update = vi.fn(() => ok({ ...defaultSettings, theme: 'dark' as const }))
    const carrier = await open(createFakeCore({ 'settings.update': update }))
    const window = await carrier.window()
    expect(await window.call('settings.update', { theme: 'dark' })).toEqual({
      ok: true,
      value: { ...defaultSettings, theme: 'dark' },
    })
    expect(update).toHaveBeenCalledWith(
      { theme: 'dark' },
      {
        windowName: expect.stringMatching(/\S/) as unknown,
        ...identity,
      },
    )
  })

  test('expected failures, bugs and odd values are envelopes, never rejections', async () => {
    const cyclic = new Error('x')
    cyclic.cause = cyclic
    const carrier = await open(
      createFakeCore({
        'sessions.get': () => err({ code: 'NOT_FOUND', message: 'No such Session.' }),
        'agents.list': () => Promise.reject(cyclic),
        'agents.models': () => ok([1n as unknown as string]),
      }),
    )
    const window = await carrier.window()
    const codes = await Promise.all([
      window.call('sessions.get', { id: 'x' }),
      window.call('agents.list', {}),
      window.call('agents.models', { id: 'x' }),
      window.call('sessions.rename', { id: 'x', name: '' }),
      window.call('constructor' as 'app.hello', {}),
    ])
    expect(codes.map((envelope) => (envelope.ok ? 'ok' : envelope.error.code))).toEqual([
      'NOT_FOUND',
      'INTERNAL',
      'INTERNAL',
      'INVALID_INPUT',
      'INVALID_INPUT',
    ])
    await expect(window.ask('sessions.get', { id: 'x' })).rejects.toBeInstanceOf(IpcFailure)
  })

  test('too large a call is refused in words, and the window goes on', async () => {
    const carrier = await open(createFakeCore())
    const window = await carrier.window()
    expect(await window.call('sessions.search', { query: 'x'.repeat(3 * 1024 * 1024) })).toMatchObject({
      error: { code: 'INVALID_INPUT', message: expect.stringContaining('too large') as unknown },
    })
    expect((await window.call('app.hello', {})).ok).toBe(true)
  })

  test('calls side by side get their own answers', async () => {
    const carrier = await open(
      createFakeCore({
        'agents.models': async ({ id }) => ok(await new Promise<string[]>((done) => setImmediate(done, [id]))),
      }),
    )
    const window = await carrier.window()
    const ids = Array.from({ length: 50 }, (_, index) => `agent-${String(index)}`)
    const answers = await Promise.all(ids.map((id) => window.ask('agents.models', { id })))
    expect(answers.flat()).toEqual(ids)
  })

  test('events reach every window, in order, without a gap', async () => {
    const core = createFakeCore()
    const carrier = await open(core)
    const windows = [await carrier.window(), await carrier.window()]
    const refetch = vi.fn()
    for (const window of windows) window.onRefetch(refetch)
    const heard = windows.map((window) => eventsOf(window, 200))
    const told = Array.from({ length: 200 }, (_, n): AppEvent => ({ type: 'messages-changed', sessionId: String(n) }))
    for (const event of told) core.publish(event)
    expect(await Promise.all(heard)).toEqual([told, told])
    expect(refetch).not.toHaveBeenCalled()
  })

  test('a window that lost count reads again', async () => {
    const core = createFakeCore()
    const carrier = await open(core)
    const window = await carrier.window()
    const again = new Promise<void>((resolve) => window.onRefetch(resolve))
    for (let n = 0; n < 5_000; n += 1) core.publish({ type: 'messages-changed', sessionId: String(n) })
    await expect(again).resolves.toBeUndefined()
  })

  test('windows of one carrier go by different names', async () => {
    const carrier = await open(createFakeCore())
    if (name === 'memory') return
    const names = await Promise.all(
      [await carrier.window(), await carrier.window()].map(
        async (window) => (await window.ask('app.hello', {})).window,
      ),
    )
    expect(new Set(names).size).toBe(2)
  })
})
