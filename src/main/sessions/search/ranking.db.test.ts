import { expect, test } from 'vitest'
import { openSearchIndex } from '#tests/support/search-index.ts'

const DAY = 24 * 60 * 60 * 1000

test('[SEED-05] Sessions come in tiers: the whole query, every term in one text, terms apart, some of the terms', async () => {
  await using bed = await openSearchIndex()
  const session = (name: string, ...texts: string[]): string => {
    const id = bed.session(null, { name })
    for (const text of texts) bed.message(id, text)
    return id
  }
  const some = session('', 'flaky flaky flaky flaky')
  const apart = session('', 'a flaky thing', 'a parser thing')
  const apartByName = session('parser', 'it is flaky')
  const together = session('', 'flaky is what I call that parser')
  const whole = session('', 'long before and after: the flaky\n  parser, and so on and so on and so on')
  const wholeName = session('Flaky parser')
  bed.indexAll()
  const { hits } = bed.ask('flaky parser')
  const order = hits.map(({ sessionId }) => sessionId)
  expect(order.slice(0, 2).sort()).toEqual([whole, wholeName].sort())
  expect(order[2]).toBe(together)
  expect(order.slice(3, 5).sort()).toEqual([apart, apartByName].sort())
  expect(order[5]).toBe(some)
  expect(hits.find(({ sessionId }) => sessionId === wholeName)).toMatchObject({
    matches: [],
    metadataMatches: [
      {
        field: 'name',
        snippet: 'Flaky parser',
        marks: [
          [0, 5],
          [6, 12],
        ],
      },
    ],
  })
  expect(
    hits
      .find(({ sessionId }) => sessionId === apart)
      ?.matches.map(({ snippet }) => snippet)
      .sort(),
  ).toEqual(['a flaky thing', 'a parser thing'])
})

test('[SEED-04] [SEED-05] the limit counts Sessions, and one Session shows three messages', async () => {
  await using bed = await openSearchIndex()
  const busy = bed.session(null)
  for (let at = 0; at < 30; at += 1) bed.message(busy, `parser parser ${at}`)
  for (let at = 0; at < 5; at += 1) bed.message(bed.session(null), 'the parser of another one')
  bed.indexAll()
  const { hits } = bed.ask('parser', { limit: 4 })
  expect(new Set(hits.map(({ sessionId }) => sessionId)).size).toBe(4)
  expect(hits.find(({ sessionId }) => sessionId === busy)?.matches).toHaveLength(3)
})

test('of two equal texts the newer comes first, and a better text beats a newer one', async () => {
  await using bed = await openSearchIndex()
  const at = (createdAt: number, text: string): string => {
    const id = bed.session(null)
    bed.message(id, text, { createdAt })
    return id
  }
  const newer = at(-DAY, 'the parser is slow')
  const older = at(-90 * DAY, 'the parser is slow')
  const better = at(-400 * DAY, 'parser, parser, parser')
  bed.indexAll()
  expect(bed.ask('parser').hits.map(({ sessionId }) => sessionId)).toEqual([better, newer, older])
})

test('a very common word is ranked over its newest hits, and the scope says so', async () => {
  await using bed = await openSearchIndex()
  const sessions = Array.from({ length: 30 }, () => bed.session(null))
  for (let at = 0; at < 2400; at += 1) bed.message(sessions[at % 30] ?? '', `common ${at} ${at === 7 ? 'rare' : ''}`)
  bed.indexAll()
  const common = bed.ask('common', { limit: 100 })
  expect(common.hits).toHaveLength(30)
  expect(common.scope).toEqual({ sessions: 30, messages: 2400, complete: false, reason: 'common-word' })
  expect(bed.ask('common rare', { limit: 1 })).toMatchObject({
    hits: [{ sessionId: sessions[7] }],
    scope: { complete: true },
  })
  expect(bed.ask('common rare').scope).toMatchObject({ complete: false, reason: 'candidates' })
})

test('more queued rows than a query reads are said to be missing', async () => {
  await using bed = await openSearchIndex()
  bed.indexAll()
  const session = bed.session(null)
  const first = bed.message(session, 'oldest needle')
  for (let at = 0; at < 2000; at += 1) bed.message(session, `newer hay ${at}`)
  expect(bed.ask('needle')).toMatchObject({ hits: [], scope: { complete: false, reason: 'indexing' } })
  bed.indexAll()
  expect(bed.ask('needle')).toMatchObject({ hits: [{ matches: [{ messageId: first }] }], scope: { complete: true } })
})

test('a cancelled query stops at its next check', async () => {
  await using bed = await openSearchIndex()
  const session = bed.session(null)
  for (let at = 0; at < 100; at += 1) bed.message(session, `parser ${at}`)
  bed.indexAll()
  let checks = 0
  const stop = (): void => {
    checks += 1
    if (checks === 3) throw new Error('stop')
  }
  expect(() => bed.ask('parser', {}, stop)).toThrow('stop')
  expect(checks).toBe(3)
  expect(bed.ask('parser').hits).toHaveLength(1)
})
