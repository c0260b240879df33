import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { placeWindow, readWindowState, writeWindowState } from './window-state.ts'

const screen = { x: 0, y: 0, width: 1920, height: 1040 }
const state = (x: number, y: number, width: number, height: number) => ({
  bounds: { x, y, width, height },
  maximized: false,
})

test('a window comes back where it was', () => {
  expect(placeWindow(state(100, 50, 1000, 700), [screen])).toEqual({ x: 100, y: 50, width: 1000, height: 700 })
  const left = { x: -1920, y: 0, width: 1920, height: 1040 }
  expect(placeWindow(state(-1800, 10, 1000, 700), [screen, left])).toEqual({
    x: -1800,
    y: 10,
    width: 1000,
    height: 700,
  })
})

test('a window that nobody could get hold of is placed by the system', () => {
  for (const lost of [
    state(5000, 50, 1000, 700),
    state(100, -400, 1000, 700),
    state(-950, 50, 1000, 700),
    state(100, 1030, 1000, 700),
  ]) {
    expect([lost, placeWindow(lost, [screen])]).toEqual([lost, { width: 1000, height: 700 }])
  }
})

test('sizes fit the displays', () => {
  expect([
    placeWindow(state(0, 0, 9000, 9000), [screen]),
    placeWindow(state(0, 0, 10, 10), [screen]),
    placeWindow(null, [{ ...screen, width: 1024, height: 700 }]),
  ]).toEqual([
    { x: 0, y: 0, width: 1920, height: 1040 },
    { x: 0, y: 0, width: 720, height: 480 },
    { width: 1024, height: 700 },
  ])
})

test('what was kept is read again; anything else counts as unknown', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'session-relay-state-'))
  const file = path.join(dir, 'window-state.json')
  writeWindowState(file, state(1, 2, 800, 600))
  const kept = readWindowState(file)
  writeFileSync(file, '{"bounds":{"x":1.5}}')
  expect([kept, readWindowState(file), readWindowState(path.join(dir, 'none'))]).toEqual([
    state(1, 2, 800, 600),
    null,
    null,
  ])
  rmSync(dir, { recursive: true })
})
