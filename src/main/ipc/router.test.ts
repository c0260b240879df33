import { describe, expect, test, vi } from 'vitest'
import type { IpcEnvelope } from '#shared/ipc/envelope.ts'
import { routes, type RouteName } from '#shared/ipc/routes.ts'
import { err, ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import { StorageError } from '../db/storage-error.ts'
import { silentLogger, type Logger } from '../kernel/logger.ts'
import { createRouter, MAX_INPUT, type Caller, type SomeHandlers } from './router.ts'

const caller: Caller = { windowName: 'Test', host: 'desktop', keyId: null }

function setUp(handlers: SomeHandlers, checkOutput = true) {
  const error = vi.fn<Logger['error']>()
  const router = createRouter({ handlers, logger: { ...silentLogger, error }, checkOutput })
  return { call: (route: unknown, input: unknown = {}) => router.call({ route, input }, caller), router, error }
}

function codeOf(envelope: IpcEnvelope<unknown>): string {
  return envelope.ok ? 'ok' : envelope.error.code
}

describe('router', () => {
  test('parses the input, fills in defaults and hands on who asks', async () => {
    const list = vi.fn(() => ok([]))
    const { call } = setUp({ 'agents.list': list })
    expect(await call('agents.list')).toEqual({ ok: true, value: [] })
    expect(list).toHaveBeenCalledWith({ deleted: false }, caller)
  })

  test('keys that every object has are no routes', async () => {
    const { call } = setUp({})
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', '', 'app.hello ']) {
      expect([name, codeOf(await call(name))]).toEqual([name, 'INVALID_INPUT'])
    }
  })

  test('a request of any other shape gets an envelope too', async () => {
    const { router } = setUp({})
    for (const request of [
      undefined,
      null,
      1,
      'app.hello',
      [],
      { route: 1 },
      { route: 'app.hello', input: {}, more: 1 },
    ]) {
      expect(codeOf(await router.call(request, caller))).toBe('INVALID_INPUT')
    }
  })

  test('bad input never reaches the handler and names the field', async () => {
    const update = vi.fn(() => ok(defaultSettings))
    const { call } = setUp({ 'settings.update': update })
    expect(await call('settings.update', { headlessLimit: 0 })).toMatchObject({
      error: { code: 'INVALID_INPUT', message: expect.stringContaining('headlessLimit') as unknown },
    })
    expect(codeOf(await call('settings.update', { unknown: true }))).toBe('INVALID_INPUT')
    expect(update).not.toHaveBeenCalled()
  })

  test('too large an input is refused in words', async () => {
    const { call } = setUp({})
    expect(await call('agents.list', { deleted: 'x'.repeat(MAX_INPUT) })).toMatchObject({
      error: { code: 'INVALID_INPUT', message: expect.stringContaining('too large') as unknown },
    })
  })

  test('a route without a handler, as in recovery, is unavailable', async () => {
    expect(codeOf(await setUp({}).call('agents.list'))).toBe('UNAVAILABLE')
  })

  test('an expected failure is passed on as it is', async () => {
    const failure = { code: 'NOT_FOUND', message: 'No such Session.' } as const
    const { call, error } = setUp({ 'sessions.get': () => err(failure) })
    expect(await call('sessions.get', { id: 'x' })).toEqual({ ok: false, error: failure })
    expect(error).not.toHaveBeenCalled()
  })

  test('[E04] a throw is reported once and answered INTERNAL without its text', async () => {
    const cyclic = new Error('secret detail')
    cyclic.cause = cyclic
    const { call, error } = setUp({ 'settings.get': () => Promise.reject(cyclic) })
    const envelope = await call('settings.get')
    expect([codeOf(envelope), JSON.stringify(envelope).includes('secret')]).toEqual(['INTERNAL', false])
    expect(error).toHaveBeenCalledTimes(1)
  })

  test('broken storage says what was kept', async () => {
    const { call } = setUp({
      'settings.get': () => {
        throw new StorageError('full', 'SQLITE_FULL', 'Nothing was changed.', null)
      },
    })
    expect(await call('settings.get')).toEqual({
      ok: false,
      error: { code: 'STORAGE', message: 'The disk is full. Nothing was changed.' },
    })
  })

  test('an answer outside its schema is a bug outside production', async () => {
    const wrong = { ...defaultSettings, theme: 'pink' } as unknown as typeof defaultSettings
    expect(codeOf(await setUp({ 'settings.get': () => ok(wrong) }).call('settings.get'))).toBe('INTERNAL')
    expect(codeOf(await setUp({ 'settings.get': () => ok(wrong) }, false).call('settings.get'))).toBe('ok')
  })

  test('[E04] an answer that is not plain data, or far too large, becomes a clear error', async () => {
    const models = (value: unknown) => ({ 'agents.models': () => ok(value as string[]) })
    const input = { id: 'x' }
    expect(codeOf(await setUp(models(new Map()), false).call('agents.models', input))).toBe('INTERNAL')
    expect(codeOf(await setUp(models([1n]), false).call('agents.models', input))).toBe('INTERNAL')
    expect(await setUp(models(['x'.repeat(50_000_000)]), false).call('agents.models', input)).toMatchObject({
      error: { code: 'INTERNAL', message: expect.stringContaining('Ask for less') as unknown },
    })
  })

  test('every route of the list is reached through its own schema', async () => {
    const { call } = setUp({})
    for (const name of Object.keys(routes) as RouteName[]) {
      expect([name, codeOf(await call(name, { surplus: true }))]).toEqual([name, 'INVALID_INPUT'])
    }
  })
})
