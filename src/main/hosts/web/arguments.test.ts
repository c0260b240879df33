import path from 'node:path'
import { expect, test } from 'vitest'
import { defaultDataDir } from '../data-dir.ts'
import { parseWebArguments } from './arguments.ts'

const cwd = path.resolve('/somewhere')

test('what is not said has a default', () => {
  expect(parseWebArguments([], cwd)).toEqual({
    ok: true,
    value: { help: false, port: null, host: '127.0.0.1', dataDir: defaultDataDir(), open: true },
  })
})

test('everything can be said, and a folder is taken from where one stands', () => {
  expect(parseWebArguments(['--port', '0', '--data', 'here', '--no-open', '--host=::1'], cwd)).toEqual({
    ok: true,
    value: { help: false, port: 0, host: '::1', dataDir: path.join(cwd, 'here'), open: false },
  })
})

test('anything else is refused in words', () => {
  const bad = [
    ['--port', 'abc'],
    ['--port', '65536'],
    ['--port', '-1'],
    ['--port', '1e3'],
    ['--port'],
    ['--data', ''],
    ['--data'],
    ['--host', ' '],
    ['--colour'],
    ['extra'],
  ]
  for (const args of bad) {
    expect([args, parseWebArguments(args, cwd)]).toEqual([
      args,
      { ok: false, error: expect.stringMatching(/\w+/) as unknown },
    ])
  }
})
