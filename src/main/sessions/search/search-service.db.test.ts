import { expect, test } from 'vitest'
import { openSearchBed } from '#tests/support/search-bed.ts'

const sessionsOf = (answer: { hits: { sessionId: string }[] }): string[] => answer.hits.map((hit) => hit.sessionId).sort()

test('a message is found before and after it is indexed, with its marks', async () => {
  await using bed = await openSearchBed()
  const agent = bed.agent({ name: 'Writer' })
  const session = bed.session(agent, { name: 'Plans' })
  const messageId = bed.message(session, 'The parser fails on empty input', { createdAt: 5 })
  const expected = {
    hits: [
      {
        sessionId: session,
        sessionName: 'Plans',
        agentId: agent,
        agentName: 'Writer',
        trashed: false,
        matches: [{ messageId, snippet: 'The parser fails on empty input', marks: [[4, 10]], createdAt: 5 }],
        metadataMatches: [],
      },
    ],
  }
  expect(await bed.ask('PARSER')).toMatchObject(expected)
  await bed.search.drained()
  expect(await bed.ask('PARSER')).toStrictEqual({ ...expected, scope: { sessions: 1, messages: 1, complete: true } })
  expect(sessionsOf(await bed.ask('nothing'))).toEqual([])
})
