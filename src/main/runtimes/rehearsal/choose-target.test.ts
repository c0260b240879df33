import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseTarget, type Candidate } from './choose-target.ts'

function session(sessionId: string, sessionName: string, more: Partial<Candidate> = {}): Candidate {
  return { sessionId, sessionName, agentName: 'Agent', isCurrent: false, evidence: [], ...more }
}

function chosen(words: string, candidates: readonly Candidate[]): string {
  const choice = chooseTarget(words, candidates)
  if (choice.kind === 'one') return choice.candidate.sessionId
  return choice.kind === 'none' ? 'none' : choice.candidates.map(({ sessionId }) => sessionId).join(' or ')
}

describe('choosing the session that a person means', () => {
  test('takes a whole name before a part of one, and a name before what was said', () => {
    const all = [session('a', 'Auth'), session('b', 'Auth fix'), session('c', 'Docs', { evidence: ['auth auth auth'] })]
    expect(chosen('auth', all)).toBe('a')
    expect(chosen('AUTH  FIX', all)).toBe('b')
    expect(chosen('fix', all)).toBe('b')
  })

  test('takes words in any order, full width, and of name and agent together', () => {
    const all = [
      session('a', 'Fix of auth', { agentName: 'Backend' }),
      session('b', 'Fix of auth', { agentName: 'Frontend' }),
      session('c', '发布说明'),
    ]
    expect(chosen('auth fix', all)).toBe('a or b')
    expect(chosen('auth fix by Frontend', all)).toBe('b')
    expect(chosen('ａｕｔｈ frontend', all)).toBe('b')
    expect(chosen('说明', all)).toBe('c')
  })

  test('weighs evidence by how many of the words it holds', () => {
    const all = [
      session('a', 'One', { evidence: ['the token expired'] }),
      session('b', 'Two', { evidence: ['the token was renewed'] }),
    ]
    expect(chosen('token renewed', all)).toBe('b')
    expect(chosen('token', all)).toBe('a or b')
  })

  test('never chooses the caller, also when it alone fits', () => {
    expect(chosen('auth', [session('a', 'Auth', { isCurrent: true })])).toBe('none')
  })

  test('chooses one session or names at least two, all of them others', () => {
    const name = fc.constantFrom('Auth', 'Auth fix', 'Docs', '发布说明', '🦓', '')
    const candidates = fc.array(
      fc.record({
        sessionId: fc.constantFrom('a', 'b', 'c', 'd'),
        sessionName: name,
        agentName: name,
        isCurrent: fc.boolean(),
        evidence: fc.array(name, { maxLength: 2 }),
      }),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(fc.oneof(name, fc.string()), candidates, (words, all) => {
        const choice = chooseTarget(words, all)
        const found = choice.kind === 'one' ? [choice.candidate] : choice.kind === 'several' ? choice.candidates : []
        expect(found.some(({ isCurrent }) => isCurrent)).toBe(false)
        expect(new Set(found.map(({ sessionId }) => sessionId)).size).toBe(found.length)
        expect(choice.kind === 'several' ? found.length >= 2 : true).toBe(true)
      }),
    )
  })
})
