import type { MapDelivery } from '#shared/delivery-map.ts'
import { deliveriesOf, type MapItem } from './map-shapes.ts'

/** What belongs together: a request, its wait, its Turn and its result. */
export type Selection = { readonly ids: ReadonlySet<string>; readonly turnIds: ReadonlySet<string> }

export function selectionOf(deliveries: readonly MapDelivery[], chosenId: string | null): Selection {
  const chosen = deliveries.find(({ id }) => id === chosenId)
  if (chosen === undefined) return { ids: new Set(), turnIds: new Set() }
  const requestId = chosen.inReplyTo ?? chosen.id
  const together = deliveries.filter(({ id, inReplyTo }) => id === requestId || inReplyTo === requestId)
  const turns = together.map(({ turnId }) => turnId).filter((id) => id !== null)
  return { ids: new Set(together.map(({ id }) => id)), turnIds: new Set(turns) }
}

export function isSelected(item: MapItem, { ids }: Selection): boolean {
  return deliveriesOf(item).some(({ id }) => ids.has(id))
}

/** The next item for an arrow key: along time, or the nearest in time on another lane. */
export function stepTo(items: readonly MapItem[], key: string | null, press: string): MapItem | null {
  const index = items.findIndex((item) => item.key === key)
  const current = items[index]
  if (current === undefined) return items[0] ?? null
  switch (press) {
    case 'ArrowRight':
      return items[index + 1] ?? null
    case 'ArrowLeft':
      return items[index - 1] ?? null
    case 'Home':
      return items[0] ?? null
    case 'End':
      return items.at(-1) ?? null
    case 'ArrowUp':
    case 'ArrowDown': {
      const down = press === 'ArrowDown' ? 1 : -1
      const beyond = items.filter((item) => (item.laneIndex - current.laneIndex) * down > 0)
      const distance = (item: MapItem): number =>
        Math.abs(item.laneIndex - current.laneIndex) * 1e15 + Math.abs(item.at - current.at)
      return beyond.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
    }
    default:
      return null
  }
}
