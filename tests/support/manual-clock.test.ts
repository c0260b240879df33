import { expect, it } from 'vitest'
import { createManualClock } from './manual-clock.ts'

it('fires timers in order of time, then of making, each at its own time, those set meanwhile too', () => {
  const clock = createManualClock(1_000)
  const fired: [string, number][] = []
  const note = (name: string) => () => void fired.push([name, clock.now()])
  clock.after(30, note('c'))
  clock.after(10, () => {
    note('a')()
    clock.after(10, note('b'))
  })
  clock.after(30, note('d'))
  clock.after(15, note('never'))()
  clock.after(41, note('later'))
  clock.advance(40)
  expect(fired).toEqual([
    ['a', 1_010],
    ['b', 1_020],
    ['c', 1_030],
    ['d', 1_030],
  ])
  expect([clock.now(), clock.monotonic(), clock.pending()]).toEqual([1_040, 40, 1])
})

it('lets the wall jump without a timer or the monotonic reading noticing', () => {
  const clock = createManualClock(1_000)
  let fired = false
  clock.after(10, () => (fired = true))
  clock.advance(5)
  clock.jumpWallTo(900_000)
  expect([clock.now(), clock.monotonic(), fired]).toEqual([900_000, 5, false])
  clock.advance(5)
  expect([clock.now(), clock.monotonic(), fired]).toEqual([900_005, 10, true])
})
