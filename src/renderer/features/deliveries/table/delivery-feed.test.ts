import { expect, test } from 'vitest'
import type { DeliveryRow } from '#shared/delivery.ts'
import { ok } from '#shared/result.ts'
import { DeliveryFeed, type FeedPage, mergeNewest } from './delivery-feed.ts'
import { shownDelivery } from '#tests/support/shown-delivery.ts'

const at = (n: number, change: Partial<DeliveryRow> = {}): DeliveryRow =>
  shownDelivery({ id: `d${String(n).padStart(4, '0')}`, acceptedAt: n * 1000, ...change })
const ids = (rows: readonly DeliveryRow[]): string[] => rows.map(({ id }) => id)

/** A store of rows that answers as the route does, and a feed over it that reads when told. */
function bed(count: number) {
  let rows: DeliveryRow[] = Array.from({ length: count }, (_, n) => at(n + 1))
  let due: (() => void) | null = null
  const reads: string[] = []
  const feed = new DeliveryFeed({
    filter: {},
    page: (_filter, cursor, limit) => {
      reads.push(`page ${cursor ?? 'newest'}`)
      const newest = rows.toSorted((a, b) => b.acceptedAt - a.acceptedAt)
      const from = cursor === null ? 0 : newest.findIndex(({ id }) => id === cursor) + 1
      const shown = newest.slice(from, from + limit)
      const nextCursor = from + limit < newest.length ? (shown.at(-1)?.id ?? null) : null
      return Promise.resolve(ok<FeedPage>({ rows: shown, nextCursor, total: rows.length, of: rows.length }))
    },
    row: (id) => {
      reads.push(`row ${id}`)
      return Promise.resolve(ok(rows.find((row) => row.id === id) ?? null))
    },
    soon: (run) => {
      due = run
    },
  })
  return {
    feed,
    reads,
    put: (row: DeliveryRow) => {
      rows = [...rows.filter(({ id }) => id !== row.id), row]
    },
    drop: (id: string) => {
      rows = rows.filter((row) => row.id !== id)
    },
    settle: async () => {
      due?.()
      due = null
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    },
  }
}

test('the newest page comes first, older ones as they are asked for, none twice', async () => {
  const { feed } = bed(350)
  await feed.start()
  expect(feed.getSnapshot()).toMatchObject({ total: 350, of: 350, hasMore: true, reading: false })
  await feed.more()
  await feed.more()
  const { rows, hasMore } = feed.getSnapshot()
  expect(hasMore).toBe(false)
  expect(ids(rows)).toEqual(Array.from({ length: 350 }, (_, n) => at(350 - n).id))
})

test('a row that comes is put on top, and one that changes changes in its place', async () => {
  const { feed, put, settle } = bed(3)
  await feed.start()
  put(at(4))
  feed.touch(at(4).id)
  put(at(2, { status: 'consumed' }))
  feed.touch(at(2).id)
  await settle()
  expect(ids(feed.getSnapshot().rows)).toEqual(['d0004', 'd0003', 'd0002', 'd0001'])
  expect(feed.getSnapshot().rows[2]?.status).toBe('consumed')
})

test('an old row that changes is read alone, and leaves when it is gone', async () => {
  const { feed, put, drop, reads, settle } = bed(250)
  await feed.start()
  await feed.more()
  reads.length = 0
  put(at(7, { status: 'failed' }))
  drop(at(8).id)
  feed.touch(at(7).id)
  feed.touch(at(8).id)
  await settle()
  expect(reads).toEqual(['page newest', 'row d0007', 'row d0008'])
  const { rows } = feed.getSnapshot()
  expect(rows.find(({ id }) => id === at(7).id)?.status).toBe('failed')
  expect(ids(rows)).not.toContain(at(8).id)
})

test('while held, values change but no row comes or goes; release shows all [L08]', async () => {
  const { feed, put, drop, settle } = bed(3)
  await feed.start()
  feed.hold(true)
  put(at(4))
  put(at(3, { status: 'delivering' }))
  drop(at(1).id)
  feed.touch(at(4).id)
  await settle()
  expect(ids(feed.getSnapshot().rows)).toEqual(['d0003', 'd0002', 'd0001'])
  expect(feed.getSnapshot()).toMatchObject({ arrived: 1, rows: [{ status: 'delivering' }, {}, {}] })
  feed.hold(false)
  expect(ids(feed.getSnapshot().rows)).toEqual(['d0004', 'd0003', 'd0002'])
  expect(feed.getSnapshot().arrived).toBe(0)
})

test('a hold does not keep the first rows of an empty table away', async () => {
  const { feed, put, settle } = bed(0)
  await feed.start()
  feed.hold(true)
  put(at(1))
  feed.touch(at(1).id)
  await settle()
  expect(ids(feed.getSnapshot().rows)).toEqual(['d0001'])
})

test('older rows come in under a held table', async () => {
  const { feed } = bed(150)
  await feed.start()
  feed.hold(true)
  await feed.more()
  expect(feed.getSnapshot().rows).toHaveLength(150)
})

test('after something was missed, all that was loaded is read again as deep as it was', async () => {
  const { feed, put } = bed(450)
  await feed.start()
  await feed.more()
  put(at(250, { status: 'consumed' }))
  await feed.reload()
  const { rows } = feed.getSnapshot()
  expect(rows.length).toBeGreaterThanOrEqual(300)
  expect(rows.find(({ id }) => id === at(250).id)?.status).toBe('consumed')
})

test('a failed reading says so and keeps what was there; trying again clears it', async () => {
  let fails = true
  const feed = new DeliveryFeed({
    filter: {},
    page: () =>
      Promise.resolve(
        fails
          ? { ok: false, error: { code: 'STORAGE', message: '' } }
          : ok<FeedPage>({ rows: [at(1)], nextCursor: null, total: 1, of: 1 }),
      ),
    row: () => Promise.resolve(ok(null)),
    soon: () => {},
  })
  await feed.start()
  expect(feed.getSnapshot()).toMatchObject({ rows: [], total: null, error: { code: 'STORAGE' }, reading: false })
  fails = false
  await feed.start()
  expect(feed.getSnapshot()).toMatchObject({ total: 1, error: null })
})

test('a newest page that does not reach the loaded rows takes their place, so that none is missing in between', () => {
  const loaded = [at(3), at(2), at(1)]
  const page = (rows: DeliveryRow[], nextCursor: string | null): FeedPage => ({ rows, nextCursor, total: 9, of: 9 })
  expect(mergeNewest(loaded, page([at(9), at(8)], 'd0008'))).toBeNull()
  expect(ids(mergeNewest(loaded, page([at(4), at(3), at(2)], 'd0002')) ?? [])).toEqual([
    'd0004',
    'd0003',
    'd0002',
    'd0001',
  ])
  expect(ids(mergeNewest(loaded, page([at(3)], null)) ?? [])).toEqual(['d0003'])
})
