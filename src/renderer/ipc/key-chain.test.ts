import { expect, test, vi } from 'vitest'
import { createBrowserKeyChain } from './key-chain.ts'

/** As much of a window as is used. */
function createWindow(hash: string, storage: Storage | 'blocked' = memoryStorage()) {
  const target = new EventTarget()
  const replaceState = vi.fn((_data: unknown, _unused: string, address: string) => {
    page.location.hash = address.includes('#') ? address.slice(address.indexOf('#')) : ''
  })
  const page = {
    location: { hash, pathname: '/', search: '' },
    history: { replaceState },
    get localStorage(): Storage {
      if (storage === 'blocked') throw new Error('blocked')
      return storage
    },
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  }
  const go = (next: string): void => {
    page.location.hash = next
    target.dispatchEvent(new Event('hashchange'))
  }
  const otherTab = (key: string, newValue: string | null): void => {
    target.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  }
  return { window: page as unknown as Window, replaceState, go, otherTab }
}

function memoryStorage(): Storage {
  const items = new Map<string, string>()
  const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
  return storage as Storage
}

test('the token is taken out of the address at once; other fragments are left alone', () => {
  const linked = createWindow('#token=abc-_1')
  const plain = createWindow('#/inbox')
  expect([createBrowserKeyChain(linked.window).token(), linked.replaceState.mock.calls]).toEqual([
    'abc-_1',
    [[null, '', '/']],
  ])
  expect([createBrowserKeyChain(plain.window).token(), plain.replaceState.mock.calls]).toEqual([null, []])
})

test('a key is kept for the next page of the same origin', () => {
  const storage = memoryStorage()
  createBrowserKeyChain(createWindow('', storage).window).keep('key')
  const next = createBrowserKeyChain(createWindow('', storage).window)
  expect(next.key()).toBe('key')
  next.forgetKey()
  expect(next.key()).toBeNull()
})

test('where site data is blocked the key lives as long as the page', () => {
  const keys = createBrowserKeyChain(createWindow('', 'blocked').window)
  keys.keep('key')
  expect(keys.key()).toBe('key')
  keys.forgetKey()
  expect(keys.key()).toBeNull()
})

test('a link opened in the tab, or a key bought in another, is told', () => {
  const { window, go, otherTab } = createWindow('')
  const keys = createBrowserKeyChain(window)
  const told = vi.fn()
  const end = keys.onChange(told)
  go('#/sessions')
  otherTab('something else', 'x')
  otherTab('session-relay.key', null)
  expect(told).not.toHaveBeenCalled()
  go('#token=next')
  otherTab('session-relay.key', 'key')
  expect([told.mock.calls.length, keys.token()]).toEqual([2, 'next'])
  end()
  go('#token=more')
  expect(told).toHaveBeenCalledTimes(2)
})
