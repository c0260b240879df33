import { describe, expect, test } from 'vitest'
import type { Approval } from '#shared/approval.ts'
import type { DeliveryRow } from '#shared/delivery.ts'
import type { Message, Part } from '#shared/message.ts'
import type { TimelineItem } from '#shared/timeline.ts'
import type { Turn } from '#shared/turn.ts'
import { blocksOf, bytesOf, rowsOf } from './timeline-model.ts'

const at = new Date(2026, 10, 30, 10).getTime()

function turnOf(id: string, over: Partial<Turn> = {}): Turn {
  return {
    id,
    sessionId: 's',
    interaction: 'interactive',
    origin: 'person',
    state: 'succeeded',
    inputMessageId: 'in',
    repeatOf: null,
    traceId: 't',
    hop: 0,
    createdAt: at,
    startedAt: at,
    endedAt: at,
    error: null,
    usage: null,
    steps: 1,
    needsConsent: false,
    ...over,
  }
}

function itemOf(
  id: string,
  role: Message['role'],
  turn: Turn | null,
  over: Partial<TimelineItem> & { at?: number } = {},
): TimelineItem {
  const { at: createdAt = at, ...rest } = over
  return {
    message: {
      id,
      sessionId: 's',
      turnId: turn?.id ?? null,
      position: 1,
      role,
      parts: [{ type: 'text', text: id }],
      text: id,
      status: 'complete',
      inChat: false,
      leftOut: false,
      createdAt,
    },
    turn,
    delivery: null,
    sent: [],
    returned: null,
    streamSeq: null,
    ...rest,
  }
}

// The model looks at nothing of these but their ids.
const deliveryOf = (id: string): DeliveryRow => ({ id }) as unknown as DeliveryRow
const approvalOf = (id: string): Approval => ({ id }) as unknown as Approval
const keys = (...args: Parameters<typeof rowsOf>): string[] => rowsOf(...args).map((row) => `${row.kind} ${row.key}`)

describe('what a conversation shows', () => {
  test('own messages, answers, delivered texts and checkpoints, in order', () => {
    const turn = turnOf('t')
    const items = [
      itemOf('ask', 'user', turn),
      itemOf('say', 'assistant', turn),
      itemOf('request', 'user', turn, { delivery: deliveryOf('d') }),
      itemOf('sum', 'checkpoint', null),
    ]
    expect(keys(items, null, [])).toEqual(['own ask', 'answer say', 'delivered request', 'checkpoint sum'])
  })

  test('a new day is parted from the one before; the first needs no line', () => {
    const items = [
      itemOf('a', 'user', null, { at: at - 86_400_000 }),
      itemOf('b', 'user', null),
      itemOf('c', 'user', null),
    ]
    expect(rowsOf(items, null, []).map((row) => row.kind)).toEqual(['own', 'day', 'own', 'own'])
  })

  test('a waiting message is left to the queue strip', () => {
    expect(keys([itemOf('a', 'user', turnOf('t', { state: 'queued', startedAt: null }))], null, [])).toEqual([])
  })

  test('[A15] open approvals stand last, at the current place, each bound to its own call', () => {
    const items = Array.from({ length: 100 }, (_, n) => itemOf(`m${n}`, 'assistant', turnOf(`t${n}`)))
    const rows = rowsOf(items, null, [approvalOf('one'), approvalOf('two')])
    expect(rows.slice(-2).map((row) => row.key)).toEqual(['approval:one', 'approval:two'])
    expect(rows.filter((row) => row.kind === 'approval').length).toBe(2)
  })
})

test('a kept result stands after what was said, before what asks now', () => {
  const rows = rowsOf(
    [itemOf('a', 'user', null)],
    null,
    [approvalOf('ask')],
    [{ delivery: deliveryOf('d'), text: 'kept' }],
  )
  expect(rows.map((row) => row.key)).toEqual(['a', 'kept:d', 'approval:ask'])
})

describe('a Turn that did not succeed', () => {
  const failed = turnOf('t', { state: 'failed' })

  test('is told after its last message, with what is left of it', () => {
    const part: Part = { type: 'tool', toolCallId: 'c', toolName: 'x', input: {}, state: 'succeeded', output: '' }
    const said = itemOf('say', 'assistant', failed, { sent: [deliveryOf('d')] })
    const answer = { ...said, message: { ...said.message, parts: [...said.message.parts, part] } }
    const ended = rowsOf([itemOf('ask', 'user', failed), answer, itemOf('next', 'user', turnOf('n'))], null, [])[2]
    expect(ended).toMatchObject({ kind: 'ended', kept: { text: true, tools: 1, sent: 1 }, repeated: false })
  })

  test('is told after its question when it never wrote', () => {
    expect(keys([itemOf('ask', 'user', failed)], null, [])).toEqual(['own ask', 'ended ended:t'])
  })

  test('offers no second Retry once it was repeated', () => {
    const again = turnOf('t2', { repeatOf: 't' })
    const rows = rowsOf([itemOf('ask', 'user', failed), itemOf('say', 'assistant', again)], null, [])
    expect(rows[1]).toMatchObject({ kind: 'ended', repeated: true })
    const running = rowsOf([itemOf('ask', 'user', failed)], turnOf('t3', { repeatOf: 't', state: 'running' }), [])
    expect(running[1]).toMatchObject({ kind: 'ended', repeated: true })
  })

  test('a message that was taken back never ran: no failure is told', () => {
    const taken = turnOf('t', { state: 'interrupted', startedAt: null })
    expect(rowsOf([itemOf('ask', 'user', taken)], null, [])).toMatchObject([{ kind: 'own', takenBack: true }])
  })
})

test('a running Turn shows that it works until it writes', () => {
  const running = turnOf('t', { state: 'running' })
  expect(keys([itemOf('ask', 'user', running)], running, [])).toEqual(['own ask', 'working working:t'])
  expect(keys([itemOf('ask', 'user', running), itemOf('say', 'assistant', running)], running, [])).toEqual([
    'own ask',
    'answer say',
  ])
})

describe('an answer', () => {
  test('shows each request at the call that sent it, and late ones at its end', () => {
    const parts: Part[] = [
      { type: 'text', text: 'First' },
      { type: 'text', text: '  ' },
      {
        type: 'tool',
        toolCallId: 'c',
        toolName: 'session_send',
        input: {},
        state: 'succeeded',
        output: { requestId: 'd1' },
      },
      { type: 'tool', toolCallId: 'c', toolName: 'read', input: {}, state: 'succeeded', output: '' },
      { type: 'text', text: 'Last' },
    ]
    const blocks = blocksOf(parts, [deliveryOf('late'), deliveryOf('d1')])
    expect(blocks.map((block) => block.kind)).toEqual(['text', 'sent', 'tool', 'text', 'sent'])
    expect(blocks.map((block) => (block.kind === 'sent' ? block.delivery.id : ''))).toEqual(['', 'd1', '', '', 'late'])
    expect(new Set(blocks.map((block) => block.key)).size).toBe(blocks.length)
  })

  test('a size counts UTF-8 bytes', () => {
    expect(bytesOf('é中')).toBe(5)
  })
})
