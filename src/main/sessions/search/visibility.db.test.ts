import { expect, test } from 'vitest'
import { openSearchIndex, type SearchIndex } from '#tests/support/search-index.ts'
import type { SearchQuery } from './search-answer.ts'

const asAgent = (sessionId: string): Partial<SearchQuery> => ({ asker: { kind: 'agent', sessionId } })
const found = (bed: SearchIndex, query: string, more: Partial<SearchQuery> = {}): string[] =>
  bed
    .ask(query, more)
    .hits.map(({ sessionId }) => sessionId)
    .sort()

/** Runs `expectations` on what is only queued, and again on what is indexed. */
function before(bed: SearchIndex, expectations: () => void): void {
  expectations()
  bed.indexAll()
  bed.prune()
  expectations()
}

test('an Agent finds what is Visible to it; a person finds everything that is not in the trash', async () => {
  await using bed = await openSearchIndex()
  const open = bed.agent()
  const hiddenAgent = bed.agent({ reach: 'hidden' })
  const deleted = bed.agent()
  const of = (agent: string | null, reach = 'open'): string => {
    const id = bed.session(agent, { name: 'parser', reach })
    bed.message(id, 'the parser')
    return id
  }
  const plain = of(open)
  const listed = of(open, 'listed')
  const hidden = of(open, 'hidden')
  const ofHidden = of(hiddenAgent)
  const orphan = of(null)
  const ofDeleted = of(deleted)
  const trashed = of(open)
  bed.change('UPDATE agents SET deleted_at = 1 WHERE id = ?', [deleted])
  bed.change('UPDATE sessions SET trashed_at = 1 WHERE id = ?', [trashed], { session: trashed })
  before(bed, () => {
    expect(found(bed, 'parser', asAgent(plain))).toEqual([plain, listed].sort())
    expect(found(bed, 'parser', asAgent(hidden))).toEqual([plain, listed, hidden].sort())
    expect(found(bed, 'parser', { ...asAgent(plain), includeTrashed: true })).toEqual([plain, listed].sort())
    expect(found(bed, 'parser')).toEqual([plain, listed, hidden, ofHidden, orphan, ofDeleted].sort())
    expect(found(bed, 'parser', { includeTrashed: true })).toContain(trashed)
    expect(found(bed, 'parser', { agentId: hiddenAgent })).toEqual([ofHidden])
    expect(bed.ask('parser', asAgent(plain)).scope.sessions).toBe(2)
  })
})

test('a message left out is found by the person and by no Agent', async () => {
  await using bed = await openSearchIndex()
  const session = bed.session(bed.agent())
  const message = bed.message(session, 'secret parser')
  bed.indexAll()
  bed.change('UPDATE messages SET left_out = 1 WHERE id = ?', [message])
  expect(found(bed, 'parser', asAgent(session))).toEqual([])
  expect(found(bed, 'parser')).toEqual([session])
})

test('removed, edited and renamed texts are gone at once, and new ones are there', async () => {
  await using bed = await openSearchIndex()
  const agent = bed.agent()
  const session = bed.session(agent, { name: 'Old name' })
  const kept = bed.message(session, 'first text')
  const removed = bed.message(session, 'second text')
  bed.indexAll()
  bed.prune()
  bed.change('DELETE FROM messages WHERE id = ?', [removed], { message: removed })
  bed.change("UPDATE messages SET text = 'changed words' WHERE id = ?", [kept], { message: kept })
  bed.change("UPDATE sessions SET name = 'New name' WHERE id = ?", [session], { session })
  before(bed, () => {
    for (const query of ['second', 'first', 'text', 'old']) expect([query, found(bed, query)]).toEqual([query, []])
    for (const query of ['changed', 'new name']) expect([query, found(bed, query)]).toEqual([query, [session]])
    expect(bed.ask('new').scope).toMatchObject({ sessions: 1, complete: true })
  })
})

test('a Session removed with all its messages is gone at once, also from the index file', async () => {
  await using bed = await openSearchIndex()
  const session = bed.session(null, { name: 'parser' })
  for (let at = 0; at < 120; at += 1) bed.message(session, `parser ${at}`)
  bed.indexAll()
  bed.change('DELETE FROM sessions WHERE id = ?', [session], { session })
  before(bed, () => {
    expect(found(bed, 'parser')).toEqual([])
  })
  expect(bed.documents()).toBe(0)
})

test('a Session being deleted for ever is gone before its messages are', async () => {
  await using bed = await openSearchIndex()
  const session = bed.session(null, { name: 'parser' })
  bed.message(session, 'parser')
  bed.indexAll()
  bed.change('UPDATE sessions SET deleting_at = 1 WHERE id = ?', [session], { session })
  before(bed, () => {
    expect(found(bed, 'parser', { includeTrashed: true })).toEqual([])
  })
})

test('an imported Session, queued as one row, is said to be missing until it is read', async () => {
  await using bed = await openSearchIndex()
  bed.indexAll()
  const session = bed.session(null, { name: 'import', queue: false })
  for (let at = 0; at < 130; at += 1) bed.message(session, `parser ${at}`, { queue: false })
  bed.change("UPDATE sessions SET name = 'imported' WHERE id = ?", [session], { session })
  expect(bed.ask('parser')).toMatchObject({ hits: [], scope: { complete: false, reason: 'indexing' } })
  expect(found(bed, 'imported')).toEqual([session])
  bed.indexAll()
  expect(bed.ask('parser')).toMatchObject({ hits: [{ sessionId: session }], scope: { messages: 130, complete: true } })
})

test('a Session given to another Agent is found under that Agent', async () => {
  await using bed = await openSearchIndex()
  const one = bed.agent()
  const other = bed.agent()
  const session = bed.session(one)
  for (let at = 0; at < 60; at += 1) bed.message(session, `parser ${at}`)
  bed.message(bed.session(other), 'parser of the other')
  bed.indexAll()
  bed.change('UPDATE sessions SET agent_id = ? WHERE id = ?', [other, session], { session })
  expect(found(bed, 'parser', { agentId: one })).toEqual([])
  expect(bed.ask('parser', { agentId: other }).scope).toMatchObject({ complete: false, reason: 'indexing' })
  bed.indexAll()
  expect(bed.ask('parser', { agentId: other })).toMatchObject({
    hits: { length: 2 },
    scope: { sessions: 2, messages: 61, complete: true },
  })
  expect(bed.ask('parser', { agentId: one })).toMatchObject({
    hits: [],
    scope: { sessions: 0, messages: 0, complete: true },
  })
})
