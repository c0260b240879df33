import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Part } from '#shared/message.ts'
import type { HistoryMessage } from '../../ports/agent-runtime.ts'
import { toModelMessages } from './prompt.ts'

const input: HistoryMessage = { role: 'user', parts: [{ type: 'text', text: 'go on' }] }
const tool = (toolCallId: string, state: 'running' | 'succeeded' | 'failed', output?: unknown): Part => ({
  type: 'tool',
  toolCallId,
  toolName: 'Read file.txt!',
  input: { a: 1 },
  state,
  output,
})

describe('history as a model takes it', () => {
  test('puts each answer of a tool right after the message that called it, and drops reasoning', () => {
    const history: HistoryMessage[] = [
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'hi' },
          { type: 'file', name: 'a.png', mediaType: 'image/png', size: 3, hash: 'h', path: '/a.png' },
        ],
      },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'hm' },
          { type: 'text', text: 'one' },
          tool('x', 'succeeded', { ok: true }),
          tool('x', 'failed', 'no'),
          { type: 'text', text: 'two' },
          tool('y', 'running'),
        ],
      },
      { role: 'assistant', parts: [{ type: 'reasoning', text: 'only' }] },
    ]
    const call = (toolCallId: string) => ({
      type: 'tool-call',
      toolCallId,
      toolName: 'Read_file_txt_',
      input: { a: 1 },
    })
    const result = (toolCallId: string, type: string, value: string) => ({
      type: 'tool-result',
      toolCallId,
      toolName: 'Read_file_txt_',
      output: { type, value },
    })
    expect(toModelMessages(history, input)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'text', text: '[File: a.png (image/png, 3 bytes) at /a.png]' },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'one' }, call('p00010002'), call('p00010003')] },
      { role: 'tool', content: [result('p00010002', 'text', '{"ok":true}'), result('p00010003', 'error-text', 'no')] },
      { role: 'assistant', content: [{ type: 'text', text: 'two' }, call('p00010005')] },
      { role: 'tool', content: [result('p00010005', 'error-text', 'No answer was recorded for this call.')] },
      { role: 'user', content: [{ type: 'text', text: 'go on' }] },
    ])
  })

  test('is well formed whatever was stored: every call has one answer, ids are unique, names and texts are allowed', () => {
    const part: fc.Arbitrary<Part> = fc.oneof(
      fc.record({ type: fc.constant('text' as const), text: fc.string() }),
      fc.record({ type: fc.constant('reasoning' as const), text: fc.string() }),
      fc.record({
        type: fc.constant('tool' as const),
        toolCallId: fc.constantFrom('', 'a', 'b'),
        toolName: fc.string(),
        input: fc.jsonValue(),
        state: fc.constantFrom('running' as const, 'succeeded' as const, 'failed' as const),
        output: fc.jsonValue(),
      }),
    )
    const history = fc.array(
      fc.record({
        role: fc.constantFrom('user' as const, 'assistant' as const),
        parts: fc.array(part, { maxLength: 6 }),
      }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(history, (messages) => {
        let open: string[] = []
        const ids: string[] = []
        const faults: unknown[] = []
        for (const message of toModelMessages(messages, input)) {
          if (message.content.length === 0 || (message.role !== 'tool' && open.length > 0)) faults.push(message)
          for (const item of typeof message.content === 'string' ? [] : message.content) {
            if (item.type === 'text' && item.text.trim() === '') faults.push(item)
            if (item.type === 'tool-call') {
              if (!/^[a-zA-Z0-9_-]{1,64}$/.test(item.toolName)) faults.push(item)
              open.push(item.toolCallId)
              ids.push(item.toolCallId)
            }
            if (item.type === 'tool-result') open = open.filter((id) => id !== item.toolCallId)
          }
        }
        expect({ faults, open, repeated: ids.length - new Set(ids).size }).toEqual({
          faults: [],
          open: [],
          repeated: 0,
        })
      }),
    )
  })
})
