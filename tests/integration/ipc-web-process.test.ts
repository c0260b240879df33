import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionIs, createBrowserClient, createTestKeyChain, tokenOf } from '#tests/support/browser.ts'
import { startWebProcess, type WebProcess } from '#tests/support/web-process.ts'

// Each start is a process that reads every source file; a busy machine takes seconds for it.
vi.setConfig({ testTimeout: 90_000 })

let dir = ''
const started: WebProcess[] = []
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'session-relay-web-'))
})
afterEach(async () => {
  for (const host of started.splice(0)) {
    host.child.kill('SIGKILL')
    await host.exit
  }
  rmSync(dir, { recursive: true, force: true })
})

function start(args: readonly string[] = [], dataDir = path.join(dir, 'data')): WebProcess {
  const host = startWebProcess({ dataDir, args })
  started.push(host)
  return host
}

function take(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

test('prints one line, serves the real core, and stops in order at SIGTERM', async () => {
  const host = start()
  const link = await host.link
  const client = createBrowserClient(link, createTestKeyChain({ token: tokenOf(link) }))
  await connectionIs(client, 'ready')
  expect(await client.ask('app.hello', {})).toMatchObject({
    host: 'browser',
    mode: 'ready',
    dataDir: path.join(dir, 'data'),
    window: 'Browser',
  })
  expect(await client.ask('access.keys', {})).toMatchObject([{ connected: true, current: true }])
  host.child.kill('SIGTERM')
  expect(await host.exit).toEqual({ code: 0, signal: null })
  expect(host.stdout().trimEnd().split('\n')).toEqual([`Session Relay is at ${link}`])
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/)
  client.stop()
})

test('a tab survives a restart, and one after SIGKILL: same port, same key', async () => {
  const first = start()
  const link = await first.link
  const client = createBrowserClient(link, createTestKeyChain({ token: tokenOf(link) }))
  await connectionIs(client, 'ready')
  const [key] = await client.ask('access.keys', {})
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const [running] = started.slice(-1)
    running?.child.kill(signal)
    await running?.exit
    await connectionIs(client, 'lost')
    const next = start()
    expect(new URL(await next.link).port).toBe(new URL(link).port)
    await connectionIs(client, 'ready')
    expect(await client.ask('access.keys', {})).toMatchObject([{ id: key?.id, current: true }])
  }
  client.stop()
})

test('a last port that is taken gives way to another, with a word about it', async () => {
  const first = start()
  const port = Number(new URL(await first.link).port)
  await first.stop()
  const taken = await take(port)
  const second = start()
  const next = Number(new URL(await second.link).port)
  expect([next !== port, next > 0]).toEqual([true, true])
  expect(second.stderr()).toContain('last port is taken')
  await new Promise((resolve) => taken.close(resolve))
})

test('[E05] a second start on the same folder says who holds it and touches nothing', async () => {
  const first = start()
  await first.link
  const before = readFileSync(path.join(dir, 'data', 'owner.json'), 'utf8')
  const second = start()
  expect(await second.exit).toEqual({ code: 1, signal: null })
  expect(second.stderr()).toContain(`process ${String(first.child.pid)}`)
  expect(second.stdout()).toBe('')
  expect(readFileSync(path.join(dir, 'data', 'owner.json'), 'utf8')).toBe(before)
})

test('[E05] of two starts at the same moment exactly one gets the folder', async () => {
  const both = [start(), start()]
  const outcomes = await Promise.all(
    both.map((host) =>
      host.link.then(
        () => 'serves',
        async () => `exit ${String((await host.exit).code)}`,
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual(['exit 1', 'serves'])
})

test('a bad argument ends with words, exit 2 and no data folder', async () => {
  const host = start(['--port', 'abc'])
  expect((await host.exit).code).toBe(2)
  expect(host.stderr()).toContain('--port wants a number')
  expect([host.stdout(), existsSync(path.join(dir, 'data'))]).toEqual(['', false])
})

test('a named port that is taken ends with words and exit 1', async () => {
  const taken = await take(0)
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const host = start(['--port', String(port)])
  expect((await host.exit).code).toBe(1)
  expect(host.stderr()).toContain(`Port ${String(port)} is taken`)
  await new Promise((resolve) => taken.close(resolve))
})

test('an address other than loopback comes with a warning', async () => {
  const host = start(['--host', '0.0.0.0', '--port', '0'])
  await host.link
  expect(host.stderr()).toContain('not encrypted')
})

test('a data folder that cannot be made ends with words and exit 1', async () => {
  const file = path.join(dir, 'file')
  writeFileSync(file, 'not a folder')
  const host = start([], path.join(file, 'data'))
  expect((await host.exit).code).toBe(1)
  expect(host.stderr()).toContain('cannot be used')
})

test('a damaged database opens recovery; a fresh start keeps the file and the tab', async () => {
  const dataDir = path.join(dir, 'data')
  const first = start()
  await first.link
  await first.stop()
  writeFileSync(path.join(dataDir, 'relay.db'), Buffer.alloc(64 * 1024, 'x'))
  const host = start()
  const link = await host.link
  const keys = createTestKeyChain({ token: tokenOf(link) })
  const client = createBrowserClient(link, keys)
  await connectionIs(client, 'ready')
  expect(await client.ask('app.hello', {})).toMatchObject({ mode: 'recovery' })
  expect(await client.call('agents.list', {})).toMatchObject({ error: { code: 'UNAVAILABLE' } })
  expect(await client.ask('recovery.state', {})).toMatchObject({ reason: 'damaged', progress: null })
  expect(await client.call('recovery.choose', { choice: 'retry' })).toMatchObject({ error: { code: 'REFUSED' } })

  const sound = new Promise<void>((resolve) => {
    client.subscribe((event) => {
      if (event.type === 'recovery' && event.state === null) resolve()
    })
  })
  expect(await client.ask('recovery.choose', { choice: 'fresh' })).toEqual({})
  await sound
  expect(await client.ask('app.hello', {})).toMatchObject({ mode: 'ready' })
  // The key that was bought during recovery is in the new database.
  expect(await client.ask('access.keys', {})).toMatchObject([{ current: true }])
  client.stop()
  await host.stop()

  const again = start()
  await again.link
  const returning = createBrowserClient(link, createTestKeyChain({ key: keys.key() ?? '' }))
  await connectionIs(returning, 'ready')
  returning.stop()
})
