import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ToolPart } from '#shared/message.ts'
import { answerOf, readTool, textOf, toolNameOf } from './tool-reading.ts'

function call(toolName: string, output: unknown, over: Partial<ToolPart> = {}): ToolPart {
  return { type: 'tool', toolCallId: 'c', toolName, input: {}, state: 'succeeded', output, ...over }
}

test('a tool is known whatever stands before its name', () => {
  expect(
    [
      'session_send',
      'mcp__cherry-tools__session_send',
      'cherry-tools_session_list',
      'mcp__files__read',
      'my_session_sender',
    ].map(toolNameOf),
  ).toEqual(['session_send', 'session_send', 'session_list', 'read', 'my_session_sender'])
})

test('an answer is read out of the value, an MCP result or its text', () => {
  const answer = { sessions: [1, 2, 3], scope: {} }
  const text = [{ type: 'text', text: JSON.stringify(answer) }]
  for (const output of [
    answer,
    { content: text },
    { content: text, structuredContent: answer },
    JSON.stringify(answer),
  ]) {
    expect(readTool(call('session_search', output))).toEqual({ kind: 'looked', sessions: 3 })
  }
})

test('each tool says its own thing', () => {
  expect(readTool(call('session_list', { sessions: [1] }))).toEqual({ kind: 'listed', sessions: 1 })
  expect(readTool(call('session_deliveries', { deliveries: [] }))).toEqual({ kind: 'checked', deliveries: 0 })
  expect(readTool(call('session_send', { ok: true, requestId: 'r' }))).toEqual({
    kind: 'sent',
    requestId: 'r',
    created: false,
  })
  expect(readTool(call('session_create', { ok: true, requestId: 'r' }))).toEqual({
    kind: 'sent',
    requestId: 'r',
    created: true,
  })
  expect(readTool(call('read_file', 'text'))).toEqual({ kind: 'done' })
  expect(readTool(call('read_file', undefined, { state: 'running' }))).toEqual({ kind: 'running' })
})

test('a send that waits for a person says so, and one that was refused says why', () => {
  const input = { target_session_id: 't', message: 'm' }
  expect(readTool(call('session_send', undefined, { state: 'running', input }))).toEqual({
    kind: 'asking',
    target: 't',
    title: null,
  })
  const failure = { ok: false, error: { code: 'APPROVAL_DENIED', message: 'Not now.', hint: 'Report it.' } }
  const output = { isError: true, content: [{ type: 'text', text: JSON.stringify(failure) }] }
  expect(readTool(call('session_send', output, { state: 'failed', input }))).toEqual({
    kind: 'refused',
    target: 't',
    title: null,
    code: 'APPROVAL_DENIED',
    message: 'Not now.',
  })
  expect(readTool(call('session_list', output, { state: 'failed' }))).toEqual({
    kind: 'failed',
    code: 'APPROVAL_DENIED',
    message: 'Not now.',
  })
  expect(readTool(call('read_file', 'no such file', { state: 'failed' }))).toEqual({
    kind: 'failed',
    code: null,
    message: 'no such file',
  })
})

test('whatever a tool answered, reading it never throws', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.anything(),
      fc.constantFrom('running', 'succeeded', 'failed'),
      (input, output, state) => {
        for (const name of ['session_search', 'session_send', 'session_deliveries', 'other']) {
          expect(readTool(call(name, output, { input, state })).kind).toBeTypeOf('string')
        }
        expect(textOf(answerOf(output))).toBeTypeOf('string')
      },
    ),
  )
})

test('text stands as it is, values as JSON, nothing as nothing', () => {
  expect([textOf('a'), textOf({ a: 1 }), textOf(null)]).toEqual(['a', '{\n  "a": 1\n}', ''])
})
