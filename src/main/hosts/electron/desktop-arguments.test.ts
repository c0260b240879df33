import path from 'node:path'
import { expect, test } from 'vitest'
import { defaultDataDir } from '../data-dir.ts'
import { parseDesktopArguments } from './desktop-arguments.ts'

const cwd = path.resolve('/somewhere')

test('the folder is found among the switches of Chromium', () => {
  const dirs = [
    ['--no-sandbox', '--inspect=0', '/app', '--data', 'here'],
    ['--data=/abs'],
    ['--data', 'first', '--data', 'last'],
    ['--no-sandbox', '/app'],
  ].map((args) => parseDesktopArguments(args, cwd))
  expect(dirs).toEqual(
    [path.join(cwd, 'here'), path.resolve('/abs'), path.join(cwd, 'last'), defaultDataDir()].map((dataDir) => ({
      ok: true,
      value: { dataDir },
    })),
  )
})

test('a switch without its folder is refused', () => {
  expect([parseDesktopArguments(['--data'], cwd).ok, parseDesktopArguments(['--data='], cwd).ok]).toEqual([
    false,
    false,
  ])
})
