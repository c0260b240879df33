import { expect, it, vi } from 'vitest'
import { defaultSettings, type Settings } from '#shared/settings.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { writeTx } from '../db/write-tx.ts'
import { createBrowserKeyStore } from './browser-key-store.ts'
import { SettingsService } from './settings-service.ts'
import { createSettingsStore } from './settings-store.ts'

it('starts with the defaults, keeps what differs, and tells each change once after commit', async () => {
  await using test = await openTestDatabase()
  const onChanged = vi.fn<(settings: Settings) => void>()
  const store = createSettingsStore(test.db)
  const service = new SettingsService({ db: test.db, store, onChanged })
  expect(service.get()).toEqual(defaultSettings)

  service.update({ headlessLimit: 3, theme: 'dark' })
  service.update({ headlessLimit: 3 })
  service.update({ theme: defaultSettings.theme })

  const expected = { ...defaultSettings, headlessLimit: 3 }
  expect(onChanged.mock.calls.map(([settings]) => settings.theme)).toEqual(['dark', 'system'])
  expect([...store.read()]).toEqual([['headlessLimit', 3]])
  const db = await test.reopen()
  expect(new SettingsService({ db, store: createSettingsStore(db), onChanged }).get()).toEqual(expected)
})

it('refuses a value out of range and keeps what was', async () => {
  await using test = await openTestDatabase()
  const service = new SettingsService({ db: test.db, store: createSettingsStore(test.db), onChanged: () => {} })
  expect(() => service.update({ headlessLimit: 0 })).toThrow()
  expect(service.get()).toEqual(defaultSettings)
})

it('takes the default where a stored value is not one of this version’s', async () => {
  await using test = await openTestDatabase()
  const store = createSettingsStore(test.db)
  writeTx(test.db, (tx) => {
    store.putTx(tx, 'theme', 'sepia')
    store.putTx(tx, 'setting-of-a-later-version', 1)
    store.putTx(tx, 'stepLimit', 7)
  })
  const service = new SettingsService({ db: test.db, store, onChanged: () => {} })
  expect(service.get()).toEqual({ ...defaultSettings, stepLimit: 7 })
})

it('changes nothing in memory when the commit fails', async () => {
  await using test = await openTestDatabase()
  const service = new SettingsService({ db: test.db, store: createSettingsStore(test.db), onChanged: () => {} })
  test.db.sqlite.exec(
    `CREATE TEMP TRIGGER no_settings BEFORE INSERT ON main.settings BEGIN SELECT RAISE(ABORT, 'no'); END`,
  )
  expect(() => service.update({ stepLimit: 7 })).toThrow('no')
  expect(service.get()).toEqual(defaultSettings)
})

it('finds a browser key by its hash until it is revoked', async () => {
  await using test = await openTestDatabase()
  const keys = createBrowserKeyStore(test.db)
  const one = { id: 'k1', label: 'Firefox', createdAt: 1, lastSeenAt: 1 }
  const two = { id: 'k2', label: 'Chromium', createdAt: 2, lastSeenAt: 2 }
  writeTx(test.db, (tx) => {
    keys.addTx(tx, { ...one, hash: 'h1' })
    keys.addTx(tx, { ...two, hash: 'h2' })
    keys.touchTx(tx, 'k1', 9)
  })
  expect(keys.list()).toEqual([{ ...one, lastSeenAt: 9 }, two])
  expect(keys.findByHash('h2')).toEqual(two)
  expect(writeTx(test.db, (tx) => keys.revokeTx(tx, 'k2'))).toBe(true)
  expect(writeTx(test.db, (tx) => keys.revokeTx(tx, 'k2'))).toBe(false)
  expect(keys.findByHash('h2')).toBeNull()
})
