import { expect, test } from 'vitest'
import { createDraftsStore, type DraftStorage } from './drafts-store.ts'

function memoryStorage(): DraftStorage {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

test('[U03] each session has its own draft', () => {
  const store = createDraftsStore(memoryStorage())
  store.getState().set('a', 'for a')
  store.getState().set('b', 'for b')
  store.getState().clear('b')
  expect(store.getState().drafts).toEqual({ a: 'for a' })
})

test('drafts survive a restart of the window', () => {
  const storage = memoryStorage()
  createDraftsStore(storage).getState().set('a', '写到一半')
  expect(createDraftsStore(storage).getState().drafts).toEqual({ a: '写到一半' })
})

test('what cannot be read or written is no reason to fail', () => {
  const broken: DraftStorage = {
    getItem: () => '{"a": 1, "b": "kept"}',
    setItem: () => {
      throw new Error('the quota is spent')
    },
    removeItem: () => {},
  }
  const store = createDraftsStore(broken)
  expect(store.getState().drafts).toEqual({ b: 'kept' })
  store.getState().set('c', 'text')
  expect(store.getState().drafts).toEqual({ b: 'kept', c: 'text' })
  expect(createDraftsStore({ ...broken, getItem: () => '{' }).getState().drafts).toEqual({})
})

test('only the newest drafts are stored', () => {
  const storage = memoryStorage()
  const store = createDraftsStore(storage)
  for (let n = 0; n < 230; n += 1) store.getState().set(`s${n}`, 'text')
  const kept = Object.keys(createDraftsStore(storage).getState().drafts)
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, 's30', 's229'])
})
