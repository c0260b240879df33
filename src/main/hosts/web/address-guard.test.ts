import { expect, test } from 'vitest'
import { authority, createAddressGuard, isLoopback, namesOf } from './address-guard.ts'

test('loopback answers to its three names, on its port only', () => {
  const guard = createAddressGuard(namesOf('127.0.0.1'), 4000)
  const allowed = [
    '127.0.0.1:4000',
    'localhost:4000',
    'LOCALHOST:4000',
    '[::1]:4000',
    '127.0.0.1',
    'localhost:4001',
    '0.0.0.0:4000',
    undefined,
  ]
  expect(allowed.map((host) => guard.allowsPage({ host }))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('[M04] a page of another origin gets nothing; a socket must name its own', () => {
  const guard = createAddressGuard(namesOf('127.0.0.1'), 4000)
  const host = '127.0.0.1:4000'
  const origins = [
    undefined,
    'http://127.0.0.1:4000',
    'https://127.0.0.1:4000',
    'http://localhost:4000',
    'http://evil.example',
    'null',
  ]
  expect(origins.map((origin) => [guard.allowsPage({ host, origin }), guard.allowsSocket({ host, origin })])).toEqual([
    [true, false],
    [true, true],
    [false, false],
    [true, false],
    [false, false],
    [false, false],
  ])
})

test('a browser leaves port 80 out', () => {
  const guard = createAddressGuard(namesOf('127.0.0.1'), 80)
  expect(guard.allowsSocket({ host: 'localhost', origin: 'http://localhost' })).toBe(true)
})

test('a named address answers to itself, and an IPv6 one in brackets', () => {
  expect(createAddressGuard(namesOf('192.168.1.5'), 80).allowsPage({ host: '192.168.1.5:80' })).toBe(true)
  expect(createAddressGuard(namesOf('192.168.1.5'), 80).allowsPage({ host: 'localhost:80' })).toBe(false)
  expect([authority('::1', 1), authority('Host', 1)]).toEqual(['[::1]:1', 'host:1'])
  expect(['127.0.0.1', 'localhost', '::1', '0.0.0.0', '10.0.0.1'].map(isLoopback)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
