import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Agent, type AgentDraft, agentDraftSchema } from '#shared/agent.ts'
import {
  type AgentForm,
  draftOf,
  emptyForm,
  formOf,
  hostOf,
  isChanged,
  problemsOf,
  serviceOf,
} from './agent-form-model.ts'

const full: AgentForm = {
  ...emptyForm,
  name: 'Planner',
  model: 'deepseek-chat',
  baseUrl: 'https://api.deepseek.com/v1',
}
const agent = (draft: AgentDraft): Agent => ({ ...draft, id: 'a', createdAt: 1, updatedAt: 1, deletedAt: null })

test('a form without problems makes a draft that the route takes, and reads back as it was', () => {
  fc.assert(
    fc.property(
      fc.record({
        name: fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== ''),
        emoji: fc.constantFrom('', '🦊'),
        runtime: fc.constantFrom('ai-sdk' as const, 'rehearsal' as const),
        provider: fc.constantFrom('anthropic' as const, 'openai-compatible' as const),
        baseUrl: fc.webUrl({ validSchemes: ['http', 'https'] }),
        model: fc.constantFrom('qwen3-coder', ' gpt '),
        instructions: fc.string(),
        workspace: fc.constantFrom('own-folder' as const, 'fixed' as const),
        path: fc.constantFrom('/home/me/work', 'C:\\work', '\\\\server\\share'),
        reach: fc.constantFrom('open' as const, 'listed' as const, 'hidden' as const),
      }),
      (form) => {
        expect(problemsOf(form)).toEqual({})
        const draft = draftOf(form)
        expect(agentDraftSchema.safeParse(draft).success).toBe(true)
        expect(isChanged(formOf(agent(draft)), form)).toBe(false)
      },
    ),
  )
})

test('what would be refused is said by field', () => {
  expect(problemsOf({ ...emptyForm, baseUrl: '', workspace: 'fixed' })).toEqual({
    name: 'nameMissing',
    baseUrl: 'addressMissing',
    model: 'modelMissing',
    path: 'pathMissing',
  })
  expect(problemsOf({ ...full, baseUrl: 'api.deepseek.com', workspace: 'fixed', path: 'work/notes' })).toEqual({
    baseUrl: 'addressBad',
    path: 'pathNotFull',
  })
  expect(problemsOf({ ...full, baseUrl: 'ftp://x' }).baseUrl).toBe('addressBad')
})

test('a rehearsal needs neither address nor model', () => {
  expect(problemsOf({ ...emptyForm, name: 'Understudy', runtime: 'rehearsal', baseUrl: '' })).toEqual({})
})

test('only what would be saved differently counts as a change', () => {
  expect(isChanged({ ...full, name: ' Planner ' }, full)).toBe(false)
  expect(isChanged({ ...full, path: '/unused' }, full)).toBe(false)
  expect(isChanged({ ...full, reach: 'hidden' }, full)).toBe(true)
})

test('a service is known by its address, however it is written', () => {
  const id = (baseUrl: string, provider: AgentForm['provider'] = 'openai-compatible') =>
    serviceOf({ provider, baseUrl }).id
  expect(id('https://api.deepseek.com/v1/')).toBe('deepseek')
  expect(id('http://localhost:11434/v1')).toBe('ollama')
  expect(id('http://10.0.0.2:11434/v1')).toBe('custom')
  expect(id('https://api.anthropic.com/v1')).toBe('custom')
  expect([id('https://api.anthropic.com/v1', 'anthropic'), id('https://proxy.example/v1', 'anthropic')]).toEqual([
    'anthropic',
    'custom-anthropic',
  ])
})

test('an address is named by its host', () => {
  expect([hostOf('http://127.0.0.1:11434/v1'), hostOf('nonsense')]).toEqual(['127.0.0.1:11434', 'nonsense'])
})
