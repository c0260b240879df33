import { describe, expect, test, vi } from 'vitest'
import type { AppEvent, EventEnvelope } from '#shared/ipc/events.ts'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { createEventHub } from './event-hub.ts'

function delta(seq: number): AppEvent {
  const change = { kind: 'text', partIndex: 0, append: String(seq) } as const
  return { type: 'turn-delta', delta: { turnId: 't', sessionId: 's', messageId: 'm', seq, change } }
}

function setUp() {
  const clock = createManualClock()
  const onError = vi.fn()
  const hub = createEventHub({ clock, bootId: 'boot', onError })
  const attach = () => {
    const batches: EventEnvelope[][] = []
    const sink = { backlogBytes: 0, send: (events: readonly EventEnvelope[]) => void batches.push([...events]) }
    const detach = hub.attach({ send: (events) => sink.send(events), backlog: () => sink.backlogBytes })
    return { batches, sink, detach, seqs: () => batches.flat().map((envelope) => envelope.seq) }
  }
  return { clock, hub, attach, onError, tick: () => clock.advance(16) }
}

describe('event hub', () => {
  test('what happens within a tick goes out together, in order, numbered from 1', () => {
    const { hub, attach, tick } = setUp()
    const window = attach()
    for (let seq = 1; seq <= 50; seq += 1) hub.publish(delta(seq))
    hub.publish({ type: 'agents-changed' })
    expect(window.batches).toEqual([])
    tick()
    expect(window.batches).toHaveLength(1)
    expect(window.batches[0]?.map(({ seq, bootId }) => [seq, bootId])).toEqual(
      Array.from({ length: 51 }, (_, index) => [index + 1, 'boot']),
    )
    hub.publish(delta(51))
    tick()
    expect(window.batches[1]).toEqual([{ bootId: 'boot', seq: 52, event: delta(51) }])
  })

  test('each window counts for itself, and a detached one is told nothing', () => {
    const { hub, attach, tick } = setUp()
    const early = attach()
    hub.publish({ type: 'agents-changed' })
    tick()
    const late = attach()
    hub.publish({ type: 'settings-changed' })
    tick()
    early.detach()
    hub.publish({ type: 'agents-changed' })
    tick()
    expect([early.seqs(), late.seqs()]).toEqual([[1, 2], [1, 2]]) // prettier-ignore
  })

  test('the same "read this again" twice in a tick is told once', () => {
    const { hub, attach, tick } = setUp()
    const window = attach()
    for (const sessionId of ['a', 'b', 'a']) hub.publish({ type: 'session-changed', sessionId })
    tick()
    expect(window.batches.flat().map(({ event }) => event)).toEqual([
      { type: 'session-changed', sessionId: 'a' },
      { type: 'session-changed', sessionId: 'b' },
    ])
  })

  test('a window that does not keep up gets nothing until it has caught up, then a gap', () => {
    const { hub, attach, tick } = setUp()
    const slow = attach()
    const fast = attach()
    hub.publish(delta(1))
    tick()
    slow.sink.backlogBytes = 100 * 1024 * 1024
    for (let seq = 2; seq <= 5; seq += 1) {
      hub.publish(delta(seq))
      tick()
    }
    expect(slow.seqs()).toEqual([1])
    slow.sink.backlogBytes = 0
    tick()
    expect(slow.seqs()).toEqual([1, 3])
    hub.publish(delta(6))
    tick()
    expect([slow.seqs(), fast.seqs()]).toEqual([[1, 3, 4], [1, 2, 3, 4, 5, 6]]) // prettier-ignore
  })

  test('a flood within one tick is bounded and ends in a gap', () => {
    const { hub, attach, tick } = setUp()
    const window = attach()
    for (let seq = 1; seq <= 100_000; seq += 1) hub.publish(delta(seq))
    tick()
    expect(window.batches.flat().map(({ seq, event }) => [seq, event.type])).toEqual([[2, 'sessions-changed']])
  })

  test('a carrier that throws does not keep the others from hearing', () => {
    const { hub, attach, tick, onError } = setUp()
    const broken = attach()
    broken.sink.send = () => {
      throw new Error('gone')
    }
    const sound = attach()
    hub.publish({ type: 'agents-changed' })
    tick()
    expect([sound.seqs(), onError.mock.calls.length]).toEqual([[1], 1])
  })

  test('without windows nothing is kept and no timer runs', () => {
    const { hub, clock } = setUp()
    hub.publish({ type: 'agents-changed' })
    expect(clock.pending()).toBe(0)
  })
})
