import { expect, test } from 'vitest'
import type { MapDelivery } from '#shared/delivery-map.ts'
import { isSelected, selectionOf, stepTo } from './map-selection.ts'
import type { ArrowShape } from './map-shapes.ts'

function delivery(id: string, inReplyTo: string | null = null, turnId: string | null = null): MapDelivery {
  return {
    ...{
      id,
      inReplyTo,
      turnId,
      kind: inReplyTo === null ? 'request' : 'result',
      senderSessionId: 'a',
      receiverSessionId: 'b',
    },
    ...{ replyPolicy: 'none', status: 'consumed', outcome: 'success', errorCode: null, held: false, attempts: 0 },
    ...{ senderTurnId: null, acceptedAt: 0, startedAt: 0, finishedAt: 0, excerpt: '' },
  }
}

function arrow(key: string, at: number, laneIndex: number): ArrowShape {
  return {
    ...{
      kind: 'arrow',
      key,
      at,
      laneIndex,
      left: at,
      right: at,
      delivery: delivery(key),
      x1: at,
      y1: 0,
      x2: at,
      y2: 0,
    },
    ...{ wait: null, head: 'arrow', tone: 'past' },
  }
}

test('a request is lit with its result and both turns, from either end', () => {
  const all = [delivery('q', null, 't1'), delivery('r', 'q', 't2'), delivery('other', null, 't3')]
  for (const chosen of ['q', 'r']) {
    const { ids, turnIds } = selectionOf(all, chosen)
    expect([...ids]).toEqual(['q', 'r'])
    expect([...turnIds]).toEqual(['t1', 't2'])
  }
  expect(isSelected(arrow('q', 1, 0), selectionOf(all, 'r'))).toBe(true)
  expect(isSelected(arrow('other', 1, 0), selectionOf(all, 'r'))).toBe(false)
  expect(selectionOf(all, 'gone').ids.size).toBe(0)
})

test('arrow keys go along time, and to the nearest on the next lane that has any', () => {
  const items = [arrow('a', 1, 0), arrow('b', 5, 3), arrow('c', 9, 0), arrow('d', 10, 3), arrow('e', 11, 5)]
  const go = (from: string | null, press: string) => stepTo(items, from, press)?.key ?? null
  expect(go(null, 'ArrowRight')).toBe('a')
  expect([go('b', 'ArrowRight'), go('b', 'ArrowLeft'), go('a', 'ArrowLeft'), go('e', 'ArrowRight')]).toEqual([
    'c',
    'a',
    null,
    null,
  ])
  expect([go('c', 'ArrowDown'), go('e', 'ArrowUp'), go('a', 'ArrowUp')]).toEqual(['d', 'd', null])
  expect([go('c', 'Home'), go('c', 'End'), go('c', 'x')]).toEqual(['a', 'e', null])
})
