import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'
import { fillStore } from '#tests/support/filled-store.ts'
import { acquireOwnerLock } from '../../db/owner-lock.ts'
import { runCli } from './run-cli.ts'

it('says that the log is whole, with progress apart from the verdict', async () => {
  await using test = await filled(2_500)
  const ran = run('audit', 'verify', '--data', test.dir)
  expect(ran).toEqual({
    code: 0,
    out: 'The audit log is whole: 2500 entries.\nIts end agrees with every copy that was kept outside it (1).\n',
    err: 'Checked 1000 of 2500 entries.\nChecked 2000 of 2500 entries.\n',
  })
})

it('names the first broken row, and leaves the file as it was', async () => {
  await using test = await openTestDatabase()
  fillStore(test.db, { sessions: 2, messages: 1, deliveries: 10 })
  const triggers = test.db.sqlite
    .prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_log'`)
    .pluck()
    .all()
  for (const name of triggers) test.db.sqlite.exec(`DROP TRIGGER ${name}`)
  test.db.sqlite.exec(`UPDATE audit_log SET event = 'never' WHERE seq = 4`)
  test.db.close()
  const ran = run('audit', 'verify', '--data', test.dir)
  expect(ran).toMatchObject({ code: 1, err: '' })
  expect(ran.out).toContain('BROKEN at entry 4.')
})

it('refuses a folder that an app holds, and says who', async () => {
  await using test = await filled(1)
  const held = acquireOwnerLock(test.dir, {
    pid: 7,
    host: 'desktop',
    machine: 'here',
    since: '2026-01-01T00:00:00.000Z',
  })
  if (!held.ok) throw new Error('the lock was not free')
  onTestFinished(() => held.value.release())
  const ran = run('audit', 'verify', '--data', test.dir)
  expect(ran).toMatchObject({ code: 2, out: '' })
  expect(ran.err).toContain('in use by the desktop app (process 7 on here')
})

it('makes nothing in a folder that has no database', () => {
  const dir = mkdtempSync(join(tmpdir(), 'relay-cli-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  expect(run('audit', 'verify', '--data', join(dir, 'none'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no relay.db in') as unknown,
  })
  expect(readdirSync(dir)).toEqual([])
})

it.each([
  [[], 'A command is missing.'],
  [['audit'], 'There is no command "audit".'],
  [['audit', 'verify', 'now'], 'There is no command "audit verify now".'],
  [['audit', 'verify', '--data', ' '], '--data wants a folder.'],
  [['audit', 'verify', '--dta', 'x'], 'Unknown option'],
])('%j is refused with a reason and the usage', (args, reason) => {
  const ran = run(...args)
  expect(ran).toMatchObject({ code: 2, out: '' })
  expect(ran.err).toContain(reason)
  expect(ran.err).toContain('relay audit verify [--data DIR]')
})

it('--help shows the usage', () => {
  expect(run('--help')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('relay audit verify') as unknown,
  })
})

async function filled(deliveries: number) {
  const test = await openTestDatabase()
  fillStore(test.db, { sessions: 2, messages: 1, deliveries })
  test.db.close()
  return test
}

function run(...args: string[]): { code: number; out: string; err: string } {
  let out = ''
  let err = ''
  const code = runCli({ args, cwd: tmpdir(), out: (text) => void (out += text), err: (text) => void (err += text) })
  return { code, out, err }
}
