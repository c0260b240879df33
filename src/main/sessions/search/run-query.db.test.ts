import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mixedText, mixedWords } from '#tests/support/mixed-text.ts'
import { openSearchIndex, type SearchIndex } from '#tests/support/search-index.ts'
import { foldText } from './fold-text.ts'
import { parseQuery } from './query-terms.ts'

type Corpus = Map<string, { texts: string[]; names: string }>

/** Sessions with generated texts; some of them have more than one message. */
function fill(bed: SearchIndex, seed: number, sessions: number): Corpus {
  const agent = bed.agent()
  const corpus: Corpus = new Map()
  const texts = fc.sample(mixedText, { seed, numRuns: sessions * 4 })
  for (let at = 0; at < sessions; at += 1) {
    const [name = '', ...messages] = texts.slice(at * 4, at * 4 + 1 + (at % 4))
    const id = bed.session(agent, { name, description: at % 3 === 0 ? 'a description, 説明' : '' })
    for (const text of messages) bed.message(id, text)
    corpus.set(id, { texts: messages, names: `${name}\n${at % 3 === 0 ? 'a description, 説明' : ''}` })
  }
  return corpus
}

/** What a scan of every text says: the Sessions that hold a term, best tier first. */
function scan(corpus: Corpus, query: string): Map<string, number> {
  const { terms, whole } = parseQuery(query)
  const tiers = new Map<string, number>()
  for (const [id, { texts, names }] of corpus) {
    const folded = [names, ...texts].map(foldText)
    const held = terms.filter((term) => folded.some((text) => text.includes(term)))
    if (held.length === 0) continue
    const full = folded.filter((text) => terms.every((term) => text.includes(term)))
    const isWhole = full.some((text) => text.replace(/\s+/gu, ' ').includes(whole.join(' ')))
    tiers.set(id, isWhole ? 0 : full.length > 0 ? 1 : held.length === terms.length ? 2 : 3)
  }
  return tiers
}

function queries(corpus: Corpus): fc.Arbitrary<string> {
  const texts = [...corpus.values()].flatMap(({ texts: all, names }) => [names, ...all]).filter((text) => text !== '')
  const piece = fc
    .tuple(fc.constantFrom(...texts), fc.nat(), fc.integer({ min: 1, max: 14 }))
    .map(([text, place, length]) => text.slice(place % text.length, (place % text.length) + length))
  const word = fc.constantFrom(...mixedWords)
  return fc
    .array(
      fc.oneof(
        piece,
        word,
        piece.map((text) => `"${text}"`),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join(' '))
}

type Outcome = { found: string[]; tiers: number[]; complete: boolean }

function scanned(corpus: Corpus, query: string): Outcome {
  const tiers = scan(corpus, query)
  return { found: [...tiers.keys()].sort(), tiers: [...tiers.values()].sort((a, b) => a - b), complete: true }
}

/** The answer in the same form; its tiers in the order in which the Sessions came. */
function answered(bed: SearchIndex, corpus: Corpus, query: string): Outcome {
  const tiers = scan(corpus, query)
  const { hits, scope } = bed.ask(query, { limit: 100 })
  const found = hits.map(({ sessionId }) => sessionId)
  return { tiers: found.map((id) => tiers.get(id) ?? -1), found: found.sort(), complete: scope.complete }
}

test.each([1, 2, 3])('any query finds what a scan of every text finds, tier by tier (corpus %i)', async (seed) => {
  await using bed = await openSearchIndex()
  const corpus = fill(bed, seed, 60)
  bed.indexAll()
  bed.prune()
  const finds = fc.property(queries(corpus), (query) => {
    expect(answered(bed, corpus, query)).toEqual(scanned(corpus, query))
  })
  fc.assert(finds, { numRuns: 150 })
})

test('what is only queued is found as what is indexed', async () => {
  await using bed = await openSearchIndex()
  bed.indexAll()
  const corpus = fill(bed, 4, 40)
  bed.step()
  const finds = fc.property(queries(corpus), (query) => {
    expect(answered(bed, corpus, query)).toEqual(scanned(corpus, query))
  })
  fc.assert(finds, { numRuns: 60 })
})

test('[S01] words of one or two characters in any script find what a scan finds', async () => {
  await using bed = await openSearchIndex()
  const words = ['会话', '用户', '雨', 'db', 'x']
  const corpus: Corpus = new Map()
  for (let at = 0; at < 100; at += 1) {
    const id = bed.session(null)
    const text = `${at} ${words[at % 5]}${at % 7 === 0 ? '内' : ' '}handbook${words[(at * 3) % 5]}`
    bed.message(id, text)
    corpus.set(id, { texts: [text], names: '' })
  }
  bed.indexAll()
  for (const word of [...words, 'D', 'k会', '内h']) expect(answered(bed, corpus, word)).toEqual(scanned(corpus, word))
})

test('[S03] a word that stands alone in a few messages hides none of those where it does not', async () => {
  await using bed = await openSearchIndex()
  for (let at = 0; at < 16; at += 1) bed.message(bed.session(null), at < 2 ? `我 昨晚 睡了` : `我昨晚看了第${at}集`)
  bed.indexAll()
  expect(bed.ask('昨晚').hits).toHaveLength(16)
})

test('[S04] identifiers are found inside a sentence without blanks', async () => {
  await using bed = await openSearchIndex()
  const parser = bed.session(null)
  bed.message(parser, '修改parser服务端的计划')
  const flow = bed.session(null)
  bed.message(flow, '重跑gen-flow后')
  bed.indexAll()
  for (const [query, session] of [
    ['parser', parser],
    ['flow', flow],
    ['gen', flow],
    ['gen-flow', flow],
    ['r服', parser],
  ]) {
    expect(bed.ask(query ?? '').hits.map(({ sessionId }) => sessionId)).toEqual([session])
  }
})

test('[S06] half-width and full-width forms find each other', async () => {
  await using bed = await openSearchIndex()
  bed.message(bed.session(null), '開始ﾕｰｻﾞｰ認証完了')
  bed.message(bed.session(null), '開始ユーザー認証完了')
  bed.indexAll()
  for (const query of ['ﾕｰｻﾞｰ', 'ユーザー']) expect(bed.ask(query).hits).toHaveLength(2)
})

test('[S17] the Agent is a filter before the limit', async () => {
  await using bed = await openSearchIndex()
  const one = bed.agent()
  const other = bed.agent()
  const wanted = bed.session(other)
  bed.message(wanted, 'deploy the parser')
  for (let at = 0; at < 500; at += 1) bed.message(bed.session(one, { queue: false }), 'deploy the parser')
  bed.indexAll()
  const { hits, scope } = bed.ask('parser', { agentId: other })
  expect(hits.map(({ sessionId }) => sessionId)).toEqual([wanted])
  expect(scope).toEqual({ sessions: 1, messages: 1, complete: true })
})

test('a query of 4,096 characters is searched as it stands', async () => {
  await using bed = await openSearchIndex()
  const long = Array.from({ length: 4096 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 5000))).join('')
  const session = bed.session(null)
  bed.message(session, `前${long}後`)
  bed.message(bed.session(null), `${long.slice(0, 4000)}。${long.slice(4000)}`)
  bed.indexAll()
  const { hits } = bed.ask(long)
  expect(hits.map(({ sessionId }) => sessionId)).toEqual([session])
  expect([...(hits[0]?.matches[0]?.snippet ?? '')]).toHaveLength(255)
  const words = Array.from({ length: 1024 }, (_, at) => `w${(at * 37) % 1000}`).join(' ')
  const many = bed.ask(`${words} ${long.slice(0, 9)}`)
  expect(many.hits).toHaveLength(2)
  expect(many.scope).toMatchObject({ complete: false, reason: 'candidates' })
})

test('nothing of a query is syntax', async () => {
  await using bed = await openSearchIndex()
  const session = bed.session(null)
  bed.message(session, 'a "b" NEAR(c d, 3) {col} : x^2 AND -y * (z) OR \\ % _')
  bed.indexAll()
  for (const query of ['"b"', 'NEAR(c', '{col}', '^2', '-y', '(z)', '\\', '%', '_', ':', '*', '"', "'", 'AND OR']) {
    const found = bed.ask(query).hits.length
    expect([query, found]).toEqual([query, query === "'" ? 0 : 1])
  }
})

test('a query of nothing but white space finds nothing, and says that nothing was missed', async () => {
  await using bed = await openSearchIndex()
  bed.message(bed.session(null), 'text')
  bed.indexAll()
  expect(bed.ask(' \n\u3000')).toEqual({ hits: [], scope: { sessions: 1, messages: 1, complete: true } })
})
