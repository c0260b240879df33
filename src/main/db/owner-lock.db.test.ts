import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startChild } from '#tests/support/child-script.ts'
import { acquireOwnerLock, type Owner } from './owner-lock.ts'

const me: Owner = { pid: process.pid, host: 'web', machine: 'here', since: '2026-01-01T00:00:00.000Z' }

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'relay-lock-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

function childThatLocks(dir: string): string {
  const source = new URL('./owner-lock.ts', import.meta.url).href
  return `import { acquireOwnerLock } from ${JSON.stringify(source)}
    const lock = acquireOwnerLock(${JSON.stringify(dir)}, { pid: process.pid, host: 'desktop', machine: 'there', since: '2026-01-01T00:00:00.000Z' })
    process.stdout.write(lock.ok ? 'held' : 'refused')
    if (lock.ok) setInterval(() => {}, 1000)`
}

it('[E05] refuses a second process at once, names the first, and is free at once after SIGKILL', async () => {
  const dir = folder()
  const first = startChild(childThatLocks(dir))
  expect(await first.line()).toBe('held')
  const startedAt = performance.now()
  const refused = acquireOwnerLock(dir, me)
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  expect(refused).toMatchObject({ ok: false, error: { reason: 'held', owner: { host: 'desktop', machine: 'there' } } })
  await first.kill()
  const taken = acquireOwnerLock(dir, me)
  expect(taken.ok).toBe(true)
  if (taken.ok) taken.value.release()
})

it('[E05] gives the folder to exactly one of three that start together', async () => {
  const dir = folder()
  const answers = await Promise.all([1, 2, 3].map(() => startChild(childThatLocks(dir)).line()))
  expect(answers.toSorted()).toEqual(['held', 'refused', 'refused'])
})

it('is held within one process too, until it is released', () => {
  const dir = folder()
  const first = acquireOwnerLock(dir, me)
  expect(acquireOwnerLock(dir, me)).toMatchObject({ ok: false, error: { reason: 'held', owner: { pid: process.pid } } })
  if (first.ok) first.value.release()
  const second = acquireOwnerLock(dir, me)
  expect(second.ok).toBe(true)
  if (second.ok) second.value.release()
})

it('says that a folder which cannot be made is unusable', () => {
  const dir = folder()
  writeFileSync(join(dir, 'file'), '')
  expect(acquireOwnerLock(join(dir, 'file'), me)).toMatchObject({
    ok: false,
    error: { reason: 'unusable', owner: null },
  })
})
