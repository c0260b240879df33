import { expect, test } from 'vitest'
import { shownDelivery } from '#tests/support/shown-delivery.ts'
import { itemsByDay, stepFrom } from './delivery-rows-model.ts'

const time = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime()
const row = (id: string, acceptedAt: number) => shownDelivery({ id, acceptedAt })
const rows = [row('c', time(30, 10)), row('b', time(30, 9)), row('a', time(29, 23))]

test('rows stand under their day; a day is counted once all of it is loaded', () => {
  const said = (complete: boolean) =>
    itemsByDay(rows, complete).map((item) => (item.kind === 'day' ? item.count : item.key))
  expect(said(false)).toEqual([2, 'c', 'b', null, 'a'])
  expect(said(true)).toEqual([2, 'c', 'b', 1, 'a'])
  expect(itemsByDay([], true)).toEqual([])
})

test('the arrow keys step over days and stop at the ends', () => {
  const items = itemsByDay(rows, true)
  expect([stepFrom(items, -1, 1), stepFrom(items, -1, -1)]).toEqual([1, 4])
  expect([stepFrom(items, 2, 1), stepFrom(items, 4, -1)]).toEqual([4, 2])
  expect([stepFrom(items, 1, -1), stepFrom(items, 4, 1), stepFrom(items, 1, -100)]).toEqual([1, 4, 1])
  expect(stepFrom([], -1, 1)).toBe(-1)
})
