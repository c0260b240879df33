import { expect, test } from 'vitest'
import { deliveryFilterSchema } from '#shared/delivery.ts'
import { isFiltered, noFilters, parseDay, routeFilter, toggled } from './delivery-filter-model.ts'

const now = new Date(2026, 10, 30, 15, 20).getTime()
const day = (year: number, month: number, date: number): number => new Date(year, month - 1, date).getTime()

test('nothing set asks for everything', () => {
  expect(routeFilter(noFilters, now)).toEqual({})
  expect(isFiltered(noFilters)).toBe(false)
  expect(isFiltered({ ...noFilters, text: '   ' })).toBe(false)
})

test('all parts combine into one filter that the route takes', () => {
  const filter = routeFilter(
    {
      text: ' refresh ',
      dates: { kind: 'yesterday' },
      agentIds: ['a', 'b'],
      kind: 'request',
      statuses: ['accepted', 'delivering'],
      outcomes: ['failed'],
      session: { id: 's', name: 'Auth fix' },
      direction: 'incoming',
    },
    now,
  )
  expect(filter).toEqual({
    text: 'refresh',
    since: day(2026, 11, 29),
    agentIds: ['a', 'b'],
    kind: 'request',
    statuses: ['accepted', 'delivering'],
    outcomes: ['failed'],
    sessionId: 's',
    direction: 'incoming',
  })
  expect(deliveryFilterSchema.parse(filter)).toEqual(filter)
})

test('a direction without a session says nothing', () => {
  expect(routeFilter({ ...noFilters, direction: 'outgoing' }, now)).toEqual({})
})

test('named ranges begin at a local midnight, over the end of a month too', () => {
  const since = (kind: 'today' | 'week' | 'month') => routeFilter({ ...noFilters, dates: { kind } }, now).since
  expect([since('today'), since('week'), since('month')]).toEqual([
    day(2026, 11, 30),
    day(2026, 11, 24),
    day(2026, 11, 1),
  ])
})

test('a range of days holds both its ends; an open end is left out', () => {
  expect(routeFilter({ ...noFilters, dates: { kind: 'custom', from: '2026-11-02', to: '2026-11-03' } }, now)).toEqual({
    since: day(2026, 11, 2),
    until: day(2026, 11, 4) - 1,
  })
  expect(routeFilter({ ...noFilters, dates: { kind: 'custom', from: null, to: '2026-11-03' } }, now)).toEqual({
    until: day(2026, 11, 4) - 1,
  })
})

test('only real days are read', () => {
  expect([parseDay('2026-02-31'), parseDay('2026-2-3'), parseDay(''), parseDay(null)]).toEqual([null, null, null, null])
  expect(parseDay('2024-02-29')).toEqual(new Date(2024, 1, 29))
})

test('choices keep their order however they were made', () => {
  const all = ['success', 'failed', 'interrupted']
  expect(toggled(toggled([], 'failed', all), 'success', all)).toEqual(['success', 'failed'])
  expect(toggled(['success', 'failed'], 'success', all)).toEqual(['failed'])
})
