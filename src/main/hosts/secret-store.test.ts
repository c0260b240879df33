import { expect, test } from 'vitest'
import { silentLogger } from '../kernel/logger.ts'
import { createSecretStore, type Keyring } from './secret-store.ts'

function createMemoryKeyring(): Keyring & { readonly kept: Map<string, string>; broken: boolean } {
  const kept = new Map<string, string>()
  const keyring = {
    kept,
    broken: false,
    get: (account: string) => guarded(() => kept.get(account) ?? null),
    set: (account: string, secret: string) => guarded(() => void kept.set(account, secret)),
    remove: (account: string) => guarded(() => void kept.delete(account)),
  }
  function guarded<T>(work: () => T): T {
    if (keyring.broken) throw new Error('locked')
    return work()
  }
  return keyring
}

test('with a system store secrets go there', () => {
  const keyring = createMemoryKeyring()
  const store = createSecretStore(keyring, silentLogger)
  expect([store.kept, store.set('agent', 'k1'), store.get('agent')]).toEqual([true, true, 'k1'])
  store.remove('agent')
  expect([store.get('agent'), keyring.kept.size]).toEqual([null, 0])
})

test('without one they live for this run and say so', () => {
  const store = createSecretStore(null, silentLogger)
  expect([store.kept, store.set('agent', 'k1'), store.get('agent')]).toEqual([false, false, 'k1'])
  store.remove('agent')
  expect(store.get('agent')).toBeNull()
  expect(createSecretStore(null, silentLogger).get('agent')).toBeNull()
})

test('a secret that the system refuses is held for this run, and shadows an older kept one', () => {
  const keyring = createMemoryKeyring()
  const store = createSecretStore(keyring, silentLogger)
  store.set('agent', 'old')
  keyring.broken = true
  expect([store.set('agent', 'new'), store.get('agent'), store.get('other')]).toEqual([false, 'new', null])
  keyring.broken = false
  expect([store.get('agent'), store.set('agent', 'newest'), store.get('agent')]).toEqual(['new', true, 'newest'])
})
