import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SessionRow } from '#shared/session.ts'
import {
  compareRows,
  entriesByAgent,
  entriesByDay,
  heldRows,
  markOf,
  putRow,
  removeRow,
  rowsOf,
  type SessionPage,
  withTotal,
} from './session-list-model.ts'

const DAY = 86_400_000
const noon = new Date(2026, 10, 30, 12).getTime()

function rowOf(id: string, over: Partial<SessionRow> = {}): SessionRow {
  return {
    id,
    agentId: 'planner',
    name: id,
    nameSetByPerson: false,
    description: '',
    workspace: '/w',
    origin: 'user',
    reach: 'open',
    createdAt: noon,
    lastActivityAt: noon,
    seenAt: null,
    pinnedAt: null,
    trashedAt: null,
    agentName: 'Planner',
    agentEmoji: '',
    agentDeleted: false,
    state: 'idle',
    mark: 'idle',
    evidence: '',
    waitingDeliveries: 0,
    ...over,
  }
}

function pageOf(
  rows: readonly SessionRow[],
  nextCursor: string | null = null,
  group: string | null = null,
): SessionPage {
  return { group, rows, nextCursor, total: rows.length }
}

const ids = (rows: readonly SessionRow[]): string[] => rows.map((row) => row.id)

const anyRow = fc
  .record({ id: fc.uuid(), at: fc.integer({ min: 0, max: 20 }), pin: fc.option(fc.integer({ min: 0, max: 3 })) })
  .map(({ id, at, pin }) => rowOf(id, { lastActivityAt: noon - at, pinnedAt: pin === null ? null : noon - pin }))
const anyRows = fc.uniqueArray(anyRow, { selector: (row) => row.id, minLength: 1, maxLength: 40 })

describe('the order', () => {
  test('pins first, newest pin first, then the latest activity, and ids part ties', () => {
    const rows = [
      rowOf('a', { lastActivityAt: noon }),
      rowOf('b', { lastActivityAt: noon }),
      rowOf('c', { lastActivityAt: noon - 5, pinnedAt: noon - 2 }),
      rowOf('d', { lastActivityAt: noon - 9, pinnedAt: noon - 1 }),
    ]
    expect(ids(rows.toSorted(compareRows))).toEqual(['d', 'c', 'b', 'a'])
  })

  test('[L08] a row that was opened keeps its place: only its mark changes', () => {
    const rows = ['a', 'b', 'c'].map((id, n) => rowOf(id, { lastActivityAt: noon - n, mark: 'unread' }))
    const opened = putRow([pageOf(rows)], rowOf('b', { lastActivityAt: noon - 1, mark: 'idle', seenAt: noon }))
    expect(ids(rowsOf(opened))).toEqual(['a', 'b', 'c'])
    expect(rowsOf(opened)[1]?.mark).toBe('idle')
  })
})

describe('putRow', () => {
  test('[L06] keeps every row exactly once and in order, whatever changes in whatever page', () => {
    fc.assert(
      fc.property(
        anyRows,
        fc.array(anyRow, { maxLength: 8 }),
        fc.integer({ min: 1, max: 7 }),
        (rows, changes, size) => {
          const sorted = rows.toSorted(compareRows)
          let pages: readonly SessionPage[] = []
          for (let at = 0; at < sorted.length; at += size) pages = [...pages, pageOf(sorted.slice(at, at + size))]
          const now = new Map(rows.map((row) => [row.id, row]))
          for (const [n, change] of changes.entries()) {
            const row = n % 2 === 0 ? change : { ...change, id: sorted[n % sorted.length]?.id ?? change.id }
            now.set(row.id, row)
            pages = putRow(pages, row)
          }
          expect(ids(rowsOf(pages))).toEqual(ids([...now.values()].toSorted(compareRows)))
        },
      ),
    )
  })

  test('leaves a row to the page that will bring it', () => {
    const pages = [pageOf([rowOf('a', { lastActivityAt: noon })], 'more')]
    expect(ids(rowsOf(putRow(pages, rowOf('z', { lastActivityAt: noon - DAY }))))).toEqual(['a'])
    expect(ids(rowsOf(putRow(pages, rowOf('n', { lastActivityAt: noon + 1 }))))).toEqual(['n', 'a'])
  })

  test('counts a new row and no known one; a removed row leaves the total', () => {
    const pages = [pageOf([rowOf('a')])]
    expect(putRow(pages, rowOf('b')).map((page) => page.total)).toEqual([2])
    expect(putRow(pages, rowOf('a', { name: 'new' })).map((page) => page.total)).toEqual([1])
    expect(putRow([pageOf([rowOf('a')], 'more')], rowOf('b')).map((page) => page.total)).toEqual([1])
    expect(withTotal(pages, 1)).toBe(pages)
    expect(withTotal(pages, 7).map((page) => page.total)).toEqual([7])
    expect(removeRow(pages, 'a')).toEqual([{ group: null, rows: [], nextCursor: null, total: 0 }])
    expect(removeRow(pages, 'elsewhere')).toBe(pages)
  })

  test('by Agent, a row goes to the pages of its own Agent, also when it was given to another', () => {
    const pages = [pageOf([rowOf('a')], null, 'planner'), pageOf([rowOf('b', { agentId: 'coder' })], null, 'coder')]
    const moved = putRow(pages, rowOf('a', { agentId: 'coder', lastActivityAt: noon + 1 }))
    expect(moved.map((page) => ids(page.rows))).toEqual([[], ['a', 'b']])
    const heads = ['planner', 'coder'].map((group) => ({ group, total: 9, closed: false }))
    expect(entriesByAgent(heads, moved).map((entry) => entry.key)).toEqual(['agent:coder', 'a', 'b'])
  })

  test('by Agent, nothing that is loaded later comes above what is shown', () => {
    const heads = [
      { group: 'closed', total: 3, closed: true },
      { group: 'planner', total: 9, closed: false },
      { group: 'coder', total: 9, closed: false },
      { group: '', total: 0, closed: false },
    ]
    const orphan = pageOf([rowOf('o', { agentId: null })], null, '')
    const some = [pageOf([rowOf('a')], 'more', 'planner')]
    expect(entriesByAgent(heads, some).map((entry) => entry.key)).toEqual(['agent:closed', 'agent:planner', 'a'])
    const all = [pageOf([rowOf('a')], null, 'planner'), pageOf([], null, 'coder'), orphan]
    expect(entriesByAgent(heads, all).map((entry) => entry.key)).toEqual([
      'agent:closed',
      'agent:planner',
      'a',
      'agent:',
      'o',
    ])
    expect(
      putRow(all, rowOf('n', { agentId: null }))
        .at(-1)
        ?.rows.map((row) => row.id),
    ).toEqual(['o', 'n'])
  })
})

describe('while a pointer is over the list', () => {
  test('[L08] what is drawn stays put while others become active, and the next page is added', () => {
    const drawn = ['a', 'b', 'c']
    const fresh = [rowOf('new'), rowOf('c'), rowOf('a'), rowOf('b'), rowOf('older')]
    expect(ids(heldRows(drawn, fresh))).toEqual(['a', 'b', 'c', 'older'])
    expect(ids(heldRows([], fresh))).toEqual(['new', 'c', 'a', 'b', 'older'])
  })

  test('[L06] every held list has unique rows, all of them known', () => {
    fc.assert(
      fc.property(anyRows, fc.array(fc.nat(60), { maxLength: 30 }), (rows, picks) => {
        const drawn = [...new Set(picks.map((n) => rows[n]?.id ?? `gone-${n}`))]
        const held = ids(heldRows(drawn, rows))
        expect(new Set(held).size).toBe(held.length)
        expect(held.filter((id) => !rows.some((row) => row.id === id))).toEqual([])
      }),
    )
  })
})

describe('headings', () => {
  test('today needs none when it comes first; the others do', () => {
    const rows = [
      rowOf('now', { lastActivityAt: noon }),
      rowOf('last night', { lastActivityAt: noon - DAY }),
      rowOf('long ago', { lastActivityAt: noon - 40 * DAY }),
    ]
    expect(entriesByDay(rows, noon).map((entry) => entry.key)).toEqual([
      'now',
      'group:yesterday',
      'last night',
      'group:earlier',
      'long ago',
    ])
    expect(entriesByDay([rowOf('pin', { pinnedAt: 1 }), ...rows], noon).map((entry) => entry.key)).toEqual([
      'group:pinned',
      'pin',
      'group:today',
      'now',
      'group:yesterday',
      'last night',
      'group:earlier',
      'long ago',
    ])
  })

  test('[L06] keys are unique, also when held rows stand out of order', () => {
    const rows = [rowOf('a', { lastActivityAt: noon - DAY }), rowOf('b'), rowOf('c', { lastActivityAt: noon - DAY })]
    const keys = entriesByDay(rows, noon).map((entry) => entry.key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

test('[L09] an idle row rests after a week; a row that wants something never does', () => {
  const old = { lastActivityAt: noon - 8 * DAY }
  expect(markOf(rowOf('a', old), noon)).toBe('dormant')
  expect(markOf(rowOf('a'), noon)).toBe('idle')
  for (const mark of ['waiting', 'running', 'failed', 'unread'] as const) {
    expect(markOf(rowOf('a', { ...old, mark }), noon)).toBe(mark)
  }
})
