import type { TFunction } from 'i18next'
import type { DeliveryMap, MapDelivery, MapTurn } from '#shared/delivery-map.ts'
import type { Times } from '#renderer/ui/times.ts'
import { kindOf, stateOf, type DeliveryState } from '../delivery-state.ts'
import { arrivedAt } from './map-layout.ts'
import type { MapItem } from './map-shapes.ts'

export function mapStateOf({ errorCode, ...delivery }: MapDelivery): DeliveryState {
  return stateOf({ ...delivery, error: errorCode === null ? null : { code: errorCode, message: '' } })
}

/** How long it waited and ran, ms; `open`: so far. null: it did not, or for less than a second. */
export function spansOf(delivery: MapDelivery, now: number) {
  const { status, acceptedAt, startedAt, finishedAt } = delivery
  const worth = (ms: number, open: boolean) => (ms < 1000 ? null : { ms, open })
  return {
    waited: worth(arrivedAt(delivery, now) - acceptedAt, status === 'accepted'),
    ran: startedAt === null ? null : worth((finishedAt ?? now) - startedAt, status === 'delivering'),
  }
}

type Words = {
  readonly t: TFunction<'map'>
  readonly d: TFunction<'deliveries'>
  readonly times: Times
  readonly now: number
  readonly nameOf: (sessionId: string) => string
}

/** Session names by id, as a sentence takes them. */
export function namesIn({ lanes }: DeliveryMap, unnamed: string): (sessionId: string) => string {
  const names = new Map(lanes.map(({ sessionId, name }) => [sessionId, name === '' ? unnamed : name]))
  return (sessionId) => names.get(sessionId) ?? unnamed
}

/** Sentences for items and Turns, each made once: moving the map says nothing anew. */
export function sayOnce(words: Words) {
  const items = new Map<string, string>()
  const turns = new Map<string, string>()
  const once = (known: Map<string, string>, key: string, make: () => string): string => {
    const text = known.get(key) ?? make()
    known.set(key, text)
    return text
  }
  return {
    // Another zoom makes a bundle of others under the same key.
    item: (item: MapItem) =>
      once(items, `${item.key} ${item.kind === 'arrow' || item.kind === 'ask' ? 1 : item.deliveries.length}`, () =>
        spoken(item, words),
      ),
    turn: ({ id, startedAt, endedAt }: MapTurn) =>
      once(
        turns,
        id,
        () =>
          `${words.times.precise(startedAt).slice(0, 8)} · ${words.times.duration((endedAt ?? words.now) - startedAt)}`,
      ),
  }
}

/** An item in one sentence, for those who hear it. */
function spoken(item: MapItem, words: Words): string {
  const { t, times, nameOf } = words
  switch (item.kind) {
    case 'arrow':
      return spokenDelivery(item.delivery, words)
    case 'ask': {
      const { createdAt, senderSessionId, targetSessionId, targetName } = item.approval
      const to =
        targetSessionId === null ? t('say.newSession') : targetName === '' ? nameOf(targetSessionId) : targetName
      return t('say.ask', { time: times.clock(createdAt), from: nameOf(senderSessionId), to })
    }
    case 'bundle':
    case 'comb':
    case 'queue': {
      const [first] = item.deliveries
      const last = item.deliveries.at(-1)
      if (first === undefined || last === undefined) return ''
      const what = countWords(item.deliveries, t)
      const [from, to] = [nameOf(first.senderSessionId), nameOf(first.receiverSessionId)]
      if (item.kind === 'queue') return t('say.queue', { what, from, to })
      const start = times.clock(first.acceptedAt)
      if (item.kind === 'comb')
        return t('say.comb', {
          what,
          from,
          start,
          count: new Set(item.deliveries.map((each) => each.receiverSessionId)).size,
        })
      return t('say.bundle', { what, from, to, start, end: times.clock(last.acceptedAt) })
    }
  }
}

export function countWords(deliveries: readonly MapDelivery[], t: TFunction<'map'>): string {
  return t(deliveries[0]?.kind === 'result' ? 'say.results' : 'say.requests', { count: deliveries.length })
}

function spokenDelivery(delivery: MapDelivery, { t, d, times, now, nameOf }: Words): string {
  const { waited, ran } = spansOf(delivery, now)
  const parts = [
    t('say.arrow', {
      kind: d(`kind.${kindOf(delivery)}`),
      time: times.clock(delivery.acceptedAt),
      from: nameOf(delivery.senderSessionId),
      to: nameOf(delivery.receiverSessionId),
      state: d(`state.${mapStateOf(delivery).word}`),
    }),
    delivery.outcome === null ? null : d(`outcome.${delivery.outcome}`),
    waited === null ? null : t(waited.open ? 'say.waits' : 'say.waited', { time: times.duration(waited.ms) }),
    ran === null ? null : t(ran.open ? 'say.runs' : 'say.ran', { time: times.duration(ran.ms) }),
  ]
  return parts.filter((part) => part !== null).join(', ')
}
