import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { openOptions, openTestDatabase } from '#tests/support/database.ts'
import { fillStore } from '#tests/support/filled-store.ts'
import { silentLogger } from '../kernel/logger.ts'
import { openDatabase } from './open-database.ts'
import { checkInWorker, startQuickCheck } from './quick-check.ts'

const workerUrl = new URL('./check-worker.ts', import.meta.url)

it('finds a sound store sound, in a thread of its own, while the store is open', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { sessions: 2, messages: 100, deliveries: 2 })
  const told = vi.fn<() => void>()
  test.db.onDamage(told)
  expect(await startQuickCheck(test.db, workerUrl, silentLogger)).toEqual({ kind: 'sound' })
  expect(told).not.toHaveBeenCalled()
})

it('tells the database’s listeners about damage that no statement has met', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { sessions: 2, messages: 2_000, deliveries: 2 })
  test.db.close()
  const bytes = readFileSync(test.db.path)
  const middle = Math.floor(bytes.length / 4096 / 2)
  bytes.fill(0xa5, middle * 4096, (middle + 2) * 4096)
  writeFileSync(test.db.path, bytes)
  const opened = await openDatabase(openOptions(test.dir))
  if (!opened.ok) throw new Error(opened.error.reason)
  const told = vi.fn<(findings: readonly string[]) => void>()
  opened.value.onDamage(told)
  const result = await startQuickCheck(opened.value, workerUrl, silentLogger)
  expect(result.kind).toBe('damaged')
  expect(told.mock.calls).toEqual([[result.kind === 'damaged' ? result.findings : []]])
  opened.value.close()
})

it('blames no file that it could not look at, or for a check that was stopped', async () => {
  await using test = await openTestDatabase()
  expect(await checkInWorker(workerUrl, `${test.dir}/absent.db`).result).toMatchObject({ kind: 'failed' })
  const stopped = checkInWorker(workerUrl, test.db.path)
  stopped.stop()
  expect(await stopped.result).toMatchObject({ kind: 'failed' })
})
