import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHostLog } from './host-log.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'session-relay-log-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

function messages(file: string): string[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { message: string }).message)
}

test('nothing is written before the folder is ours; held lines come first; warnings go to stderr too', () => {
  const stderr: string[] = []
  const log = createHostLog(
    (line) => void stderr.push(line),
    () => 0,
  )
  log.logger.info('early')
  expect(existsSync(path.join(dir, 'logs'))).toBe(false)
  log.writeTo(dir)
  log.logger.warn('late')
  expect(messages(path.join(dir, 'logs', 'relay.log'))).toEqual(['early', 'late'])
  expect(stderr.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual(['late'])
})

test('a full file is turned over', () => {
  const log = createHostLog(
    () => {},
    () => 0,
  )
  log.writeTo(dir)
  const file = path.join(dir, 'logs', 'relay.log')
  for (let n = 0; n < 12; n += 1) log.logger.info('x'.repeat(1024 * 1024))
  log.logger.info('last')
  expect([messages(file).at(-1), existsSync(`${file}.1`)]).toEqual(['last', true])
  expect(readFileSync(file).length).toBeLessThanOrEqual(5 * 1024 * 1024)
})

test('a log that cannot be written is given up, not the app', () => {
  const stderr: string[] = []
  const log = createHostLog(
    (line) => void stderr.push(line),
    () => 0,
  )
  writeFileSync(path.join(dir, 'logs'), 'a file where the folder should be')
  log.writeTo(dir)
  log.logger.info('still alive')
  expect(stderr).toEqual(['The log folder cannot be made; going on without a log file.'])
})
