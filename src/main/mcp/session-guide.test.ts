import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { errorCodes } from '#shared/errors.ts'
import { MAX_GUIDE_BYTES, readSessionGuide } from './session-guide.ts'
import { toolDeclarations } from './tool-declarations.ts'

const guide = readSessionGuide(fileURLToPath(new URL('../../../resources', import.meta.url)))

test('is short enough to go with every Turn, and has no front matter', () => {
  expect(Buffer.byteLength(guide)).toBeLessThanOrEqual(MAX_GUIDE_BYTES)
  expect(guide.startsWith('# ')).toBe(true)
  expect(guide).not.toContain('\r')
})

test('names every tool without a prefix', () => {
  for (const { name } of toolDeclarations) expect(guide).toContain(`\`${name}\``)
  expect(guide).not.toMatch(/mcp__|cherry-tools/)
})

test('names only codes that exist', () => {
  const codes = [...guide.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map((match) => match[1] ?? '')
  expect(codes.length).toBeGreaterThan(5)
  expect(codes.filter((code) => !errorCodes.some((known) => known === code))).toEqual([])
})

test.each([
  ['resolve ids first', /Resolve ids first/],
  ['names are labels, never guessed', /Names of sessions and agents are labels[\s\S]*Never guess an id/],
  ['create or send', /Create or send/],
  ['reply policies', /`reply: none`[\s\S]*`reply: completion`/],
  ['results arrive by themselves', /The result comes by itself/],
  ['audit, not polling', /Do not poll/],
  ['what to do when denied', /`APPROVAL_DENIED` \| The user said no/],
  ['what to do when a request failed', /\*\*A request failed\.\*\*/],
  ['metadata alone is a hit', /`metadataMatches` and empty `matches` counts/],
  [
    'no target fits: refine, filter, else create',
    /No session fits: refine the words, filter by `agent_id`[\s\S]*`session_create`/,
  ],
  ['a request that seems stuck', /\*\*A request seems stuck\.\*\* `accepted`[\s\S]*`delivering`/],
  ['ask before a new request', /Ask before you make a new request/],
  [
    'a retry is new work without the same key',
    /Asking again is new work\*\*, unless you use the same `idempotency_key`/,
  ],
  ['no exactly-once outside', /No exactly-once for effects outside/],
  [
    'never simulate a denied send',
    /Never bring about by another way[\s\S]*shell command[\s\S]*schedule[\s\S]*repeating the call/,
  ],
  ['a receiver does not answer elsewhere', /Do not answer\s+through another messenger/],
  ['interactive turns only', /work only in a turn that the user started/],
])('[SEED-17] [SEED-18] teaches: %s', (_topic, pattern) => expect(guide).toMatch(pattern))
