import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { MAX_BROWSER_FRAME } from '#shared/ipc/socket-frames.ts'
import { ok } from '#shared/result.ts'
import { createBrowsers, startWebHost, type WebHost } from '#main/hosts/web/web-host.ts'
import { systemClock, type Clock } from '#main/kernel/clock.ts'
import { systemIds } from '#main/kernel/ids.ts'
import { silentLogger } from '#main/kernel/logger.ts'
import { connectionIs, createBrowserClient, createTestKeyChain, openSocket, tokenOf } from '#tests/support/browser.ts'
import { createFakeCore, type FakeCore } from '#tests/support/fake-core.ts'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { startTestRelay } from '#tests/support/transports.ts'

const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

type SetUp = { web: WebHost; core: FakeCore; browsers: ReturnType<typeof createBrowsers>; links: string[] }

async function setUp(core = createFakeCore(), clock: Clock = systemClock, port = 0): Promise<SetUp> {
  const rendererDir = mkdtempSync(path.join(tmpdir(), 'session-relay-pages-'))
  mkdirSync(path.join(rendererDir, 'assets'))
  writeFileSync(path.join(rendererDir, 'index.html'), '<!doctype html><title>page</title>')
  writeFileSync(path.join(rendererDir, 'assets', 'app-12ab.js'), 'export {}')
  writeFileSync(path.join(rendererDir, 'secret.key'), 'no type of ours')
  const relay = await startTestRelay(core)
  const browsers = createBrowsers(clock)
  const links: string[] = []
  const started = await startWebHost({
    clock,
    ids: systemIds,
    logger: silentLogger,
    browsers,
    relay,
    rendererDir,
    listen: { host: '127.0.0.1', port },
    onNewLink: (link) => void links.push(link),
  })
  if (!started.ok) throw new Error(started.error.reason)
  ends.push(async () => {
    await started.value.stop()
    rmSync(rendererDir, { recursive: true })
  })
  return { web: started.value, core, browsers, links }
}

type Answer = { status: number; headers: Record<string, unknown>; body: string }

function get(port: number, target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: target, method, headers, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** What the host says on a socket up to its end. */
function transcript(socket: WebSocket): Promise<{ frames: unknown[]; code: number }> {
  return new Promise((resolve) => {
    const frames: unknown[] = []
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
    socket.on('error', () => {})
    socket.on('close', (code) => resolve({ frames, code }))
  })
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
}

function refusedUpgrade(socket: WebSocket): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.on('error', () => {})
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('open', () => reject(new Error('the upgrade was accepted')))
  })
}

async function nextFrame(socket: WebSocket): Promise<unknown> {
  return new Promise((resolve) => {
    socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString())))
  })
}

test('pages come with the policy, hashed names are kept for good, others are asked for anew', async () => {
  const { web } = await setUp()
  const page = await get(web.port, '/')
  const script = await get(web.port, '/assets/app-12ab.js')
  expect([page.status, page.body, page.headers['content-type'], page.headers['cache-control']]).toEqual([
    200,
    '<!doctype html><title>page</title>',
    'text/html; charset=utf-8',
    'no-cache',
  ])
  expect(page.headers['content-security-policy']).toContain(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'",
  )
  expect([script.status, script.headers['cache-control'], script.headers['x-content-type-options']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'nosniff',
  ])
})

test('[M04] a request for another host name, as after DNS rebinding, is refused', async () => {
  const { web } = await setUp()
  const port = String(web.port)
  const statuses = await Promise.all(
    [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      '127.0.0.1:1',
      `127.0.0.1.evil.example:${port}`,
      `localhost:${port}`,
    ].map(async (host) => [host.replace(port, 'PORT'), (await get(web.port, '/', { host })).status]),
  )
  expect(Object.fromEntries(statuses)).toEqual({
    'evil.example': 403,
    'evil.example:PORT': 403,
    '127.0.0.1': 403,
    '127.0.0.1:1': 403,
    '127.0.0.1.evil.example:PORT': 403,
    'localhost:PORT': 200,
  })
})

test("[M04] a request that another site's page makes is refused", async () => {
  const { web } = await setUp()
  for (const origin of [
    'https://evil.example',
    'null',
    'http://127.0.0.1:1',
    `https://127.0.0.1:${String(web.port)}`,
  ]) {
    expect([origin, (await get(web.port, '/', { origin })).status]).toEqual([origin, 403])
  }
})

test('[M04] a socket wants our Host and the Origin of a page of ours', async () => {
  const { web } = await setUp()
  const port = String(web.port)
  const headers: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
    // A page that was opened as localhost talks to localhost.
    { origin: `http://localhost:${port}` },
  ]
  for (const given of headers) {
    expect([given, await refusedUpgrade(openSocket(web.url, given))]).toEqual([given, 403])
  }
})

test('only GET, only files of the interface, and no path leads outside', async () => {
  const { web } = await setUp()
  const traversals = [
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/../../secret',
    '/assets/%2e%2e/secret.key',
    '//etc/passwd',
    '/assets\\..\\secret.key',
    '/secret.key',
    '/assets',
    '/%00',
    '/socket',
    '/constructor',
    '/__proto__',
  ]
  for (const target of traversals) expect([target, (await get(web.port, target)).status]).toEqual([target, 404])
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    expect([method, (await get(web.port, '/', {}, method)).status]).toEqual([method, 405])
  }
})

test('[M04] before a key nothing is answered: calls, garbage and foreign secrets are refused and closed', async () => {
  const list = vi.fn(() => ok([]))
  const { web, browsers } = await setUp(createFakeCore({ 'agents.list': list }))
  const first: [string, string | Buffer, string][] = [
    ['a call', JSON.stringify({ type: 'call', id: 1, route: 'agents.list', input: {} }), 'first-message'],
    ['no JSON', '{', 'first-message'],
    ['binary', Buffer.from([1, 2, 3]), 'first-message'],
    ['an unknown frame', '{"type":"hello"}', 'first-message'],
    ['surplus keys', '{"type":"key","key":"x","admin":true}', 'first-message'],
    ['a long frame', JSON.stringify({ type: 'key', key: 'x'.repeat(10_000) }), 'first-message'],
    ['a foreign key', '{"type":"key","key":"AAAA"}', 'key'],
    ['an empty key', '{"type":"key","key":""}', 'key'],
    ['a foreign token', '{"type":"token","token":"AAAA"}', 'token'],
    ['an empty token', '{"type":"token","token":""}', 'token'],
  ]
  for (const [what, frame, reason] of first) {
    const socket = openSocket(web.url)
    const all = transcript(socket)
    await opened(socket)
    socket.send(frame)
    expect([what, await all]).toEqual([what, { frames: [{ type: 'refused', reason }], code: 4401 }])
  }
  expect(list).not.toHaveBeenCalled()
  expect(browsers.presence.lastSeen()).toBe('never')
})

test('a socket that says nothing is closed', async () => {
  const clock = createManualClock()
  const { web } = await setUp(createFakeCore(), clock)
  const socket = openSocket(web.url)
  const all = transcript(socket)
  await opened(socket)
  await vi.waitFor(() => expect(clock.pending()).toBe(1))
  clock.advance(10_000)
  expect(await all).toEqual({ frames: [{ type: 'refused', reason: 'first-message' }], code: 4401 })
})

test('[M04] a token is good for one browser; its key for later, and the next browser gets the next token', async () => {
  const { web, core, links } = await setUp()
  const link = web.link()
  const keys = createTestKeyChain({ token: tokenOf(link) })
  const client = createBrowserClient(web.url, keys)
  await connectionIs(client, 'ready')
  client.stop()

  const again = openSocket(web.url)
  const refused = transcript(again)
  await opened(again)
  again.send(JSON.stringify({ type: 'token', token: tokenOf(link) }))
  expect(await refused).toMatchObject({ frames: [{ type: 'refused', reason: 'token' }] })

  const returning = createBrowserClient(web.url, createTestKeyChain({ key: keys.key() ?? '' }))
  await connectionIs(returning, 'ready')
  returning.stop()
  expect([links.length, links[0] === web.link(), links[0] === link, core.keyIds().length]).toEqual([1, true, false, 1])
})

test('only the hash of a key gets to the store', async () => {
  const core = createFakeCore()
  const add = vi.spyOn(core.browserKeys, 'add')
  const { web } = await setUp(core)
  const keys = createTestKeyChain({ token: tokenOf(web.link()) })
  const client = createBrowserClient(web.url, keys)
  await connectionIs(client, 'ready')
  client.stop()
  expect(add).toHaveBeenCalledTimes(1)
  expect(JSON.stringify(add.mock.calls)).not.toContain(keys.key())
  expect(add.mock.calls[0]?.[0].hash).toMatch(/^[0-9a-f]{64}$/)
})

test('a revoked key loses its sockets at once and is not let in again; others stay', async () => {
  const { web, core, browsers } = await setUp()
  const revoked = createBrowserClient(web.url, createTestKeyChain({ token: tokenOf(web.link()) }))
  await connectionIs(revoked, 'ready')
  const other = createBrowserClient(web.url, createTestKeyChain({ token: tokenOf(web.link()) }))
  await connectionIs(other, 'ready')
  const [firstKey = ''] = core.keyIds()
  core.revoke(firstKey)
  await connectionIs(revoked, 'refused')
  expect(await revoked.call('app.hello', {})).toMatchObject({ error: { code: 'UNAVAILABLE' } })
  expect((await other.call('app.hello', {})).ok).toBe(true)
  await vi.waitFor(() => expect([...browsers.connectedKeys()]).toEqual(core.keyIds()))
  revoked.stop()
  other.stop()
})

test('frames that are no calls close an admitted socket; one too long is cut off', async () => {
  const { web } = await setUp()
  for (const [frame, code] of [
    ['{"type":"key","key":"x"}', 1008],
    ['garbage', 1008],
    [Buffer.alloc(MAX_BROWSER_FRAME + 1, 'x').toString(), 1009],
  ] as const) {
    const socket = openSocket(web.url)
    const all = transcript(socket)
    await opened(socket)
    socket.send(JSON.stringify({ type: 'token', token: tokenOf(web.link()) }))
    await nextFrame(socket)
    socket.send(frame)
    expect((await all).code).toBe(code)
  }
})

test('presence: an admitted browser is there until it leaves', async () => {
  const clock = createManualClock()
  const { web, browsers } = await setUp(createFakeCore(), clock)
  expect(browsers.presence.lastSeen()).toBe('never')
  const client = createBrowserClient(web.url, createTestKeyChain({ token: tokenOf(web.link()) }))
  await connectionIs(client, 'ready')
  expect(browsers.presence.lastSeen()).toBe('connected')
  clock.advance(1_000)
  client.stop()
  await vi.waitFor(() => expect(browsers.presence.lastSeen()).toBe(1_000))
})

test('a browser that vanished without a goodbye stops counting as present', async () => {
  const clock = createManualClock()
  const { web, browsers } = await setUp(createFakeCore(), clock)
  const socket = openSocket(web.url)
  await opened(socket)
  socket.send(JSON.stringify({ type: 'token', token: tokenOf(web.link()) }))
  await nextFrame(socket)
  // It answers no ping any more, as a machine that lost its network.
  socket.pong = () => {}
  clock.advance(15_000)
  clock.advance(15_000)
  await vi.waitFor(() => expect(browsers.presence.lastSeen()).toBe(30_000))
})

test('a tab goes on by itself after the host came back on its port', async () => {
  const core = createFakeCore()
  const first = await setUp(core)
  const client = createBrowserClient(first.web.url, createTestKeyChain({ token: tokenOf(first.web.link()) }))
  await connectionIs(client, 'ready')
  const refetched = vi.fn()
  client.onRefetch(refetched)
  await first.web.stop()
  await connectionIs(client, 'lost')
  expect(await client.call('app.hello', {})).toMatchObject({ error: { code: 'UNAVAILABLE' } })
  await setUp(core, systemClock, first.web.port)
  await connectionIs(client, 'ready')
  expect([refetched.mock.calls.length, (await client.call('app.hello', {})).ok]).toEqual([1, true])
  client.stop()
})

test('a call under way when the host stops fails clearly', async () => {
  const stuck = new Promise<never>(() => {})
  const { web } = await setUp(createFakeCore({ 'agents.list': () => stuck }))
  const client = createBrowserClient(web.url, createTestKeyChain({ token: tokenOf(web.link()) }))
  await connectionIs(client, 'ready')
  const call = client.call('agents.list', {})
  await web.stop()
  expect(await call).toMatchObject({ error: { code: 'UNAVAILABLE' } })
  client.stop()
})

test('a taken port is told as such', async () => {
  const { web } = await setUp()
  await expect(setUp(createFakeCore(), systemClock, web.port)).rejects.toThrow('port-taken')
})

test('bytes that are no HTTP do not harm the server', async () => {
  const { web } = await setUp()
  await new Promise<void>((resolve) => {
    const raw = connect(web.port, '127.0.0.1', () => raw.end('\u0000\u0001garbage\r\n\r\n'))
    raw.on('data', () => {})
    raw.on('close', () => resolve())
  })
  expect((await get(web.port, '/')).status).toBe(200)
})
