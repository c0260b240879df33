import type { DeliveryRow } from '#shared/delivery.ts'

export type TableItem =
  | {
      readonly kind: 'day'
      readonly key: string
      /** Any moment of the day. */
      readonly at: number
      /** null: more of this day may not be loaded yet. */
      readonly count: number | null
    }
  | { readonly kind: 'delivery'; readonly key: string; readonly row: DeliveryRow }

/** Rows under the day on which they were accepted. Rows come newest first; `complete` says that no older one exists. */
export function itemsByDay(rows: readonly DeliveryRow[], complete: boolean): readonly TableItem[] {
  const items: TableItem[] = []
  let from = 0
  while (from < rows.length) {
    const first = rows[from]
    if (first === undefined) break
    const day = dayKey(first.acceptedAt)
    let to = from
    while (rows[to] !== undefined && dayKey(rows[to]?.acceptedAt ?? 0) === day) to += 1
    const whole = to < rows.length || complete
    items.push({ kind: 'day', key: `day ${day}`, at: first.acceptedAt, count: whole ? to - from : null })
    for (const row of rows.slice(from, to)) items.push({ kind: 'delivery', key: row.id, row })
    from = to
  }
  return items
}

function dayKey(at: number): string {
  const day = new Date(at)
  return `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`
}

/** The row that a key leads to from `index` (-1: none yet): days are stepped over, and the ends hold. */
export function stepFrom(items: readonly TableItem[], index: number, by: number): number {
  const step = by < 0 ? -1 : 1
  let at = index === -1 ? (step === 1 ? 0 : items.length - 1) : Math.max(0, Math.min(items.length - 1, index + by))
  while (items[at] !== undefined && items[at]?.kind === 'day') at += step
  if (items[at] !== undefined) return at
  // Past an end there are only headings: the nearest row is where we were, or the other way.
  at = Math.max(0, Math.min(items.length - 1, index + by))
  while (items[at] !== undefined && items[at]?.kind === 'day') at -= step
  return items[at] === undefined ? index : at
}
