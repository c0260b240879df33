import type { DeliveryFilter, DeliveryKind, DeliveryStatus, Outcome } from '#shared/delivery.ts'

/** Days as a person names them. `from` and `to` are `YYYY-MM-DD` in local time, both included. */
export type DateRange =
  | { readonly kind: 'today' | 'yesterday' | 'week' | 'month' }
  | { readonly kind: 'custom'; readonly from: string | null; readonly to: string | null }

export type Direction = 'incoming' | 'outgoing'

/** What the table is narrowed to. Every part that is set must hold. */
export type DeliveryFilters = {
  readonly text: string
  readonly dates: DateRange | null
  readonly agentIds: readonly string[]
  readonly kind: DeliveryKind | null
  readonly statuses: readonly DeliveryStatus[]
  readonly outcomes: readonly Outcome[]
  readonly session: { readonly id: string; readonly name: string } | null
  /** Seen from the Session; without one it says nothing. */
  readonly direction: Direction | null
}

export const noFilters: DeliveryFilters = {
  text: '',
  dates: null,
  agentIds: [],
  kind: null,
  statuses: [],
  outcomes: [],
  session: null,
  direction: null,
}

/** Days before today at which each named range begins. */
const daysBack = { today: 0, yesterday: 1, week: 6, month: 29 } as const

export function isFiltered(filters: DeliveryFilters): boolean {
  return Object.keys(routeFilter(filters, 0)).length > 0
}

/** The filter as the route takes it, at this moment (ms). Parts that say nothing are left out. */
export function routeFilter(filters: DeliveryFilters, now: number): DeliveryFilter {
  const { dates, agentIds, kind, statuses, outcomes, session, direction } = filters
  const text = filters.text.trim()
  return {
    ...(text === '' ? {} : { text }),
    ...(dates === null ? {} : timesOf(dates, now)),
    ...(agentIds.length === 0 ? {} : { agentIds: [...agentIds] }),
    ...(kind === null ? {} : { kind }),
    ...(statuses.length === 0 ? {} : { statuses: [...statuses] }),
    ...(outcomes.length === 0 ? {} : { outcomes: [...outcomes] }),
    ...(session === null ? {} : { sessionId: session.id }),
    ...(session === null || direction === null ? {} : { direction }),
  }
}

function timesOf(dates: DateRange, now: number): { readonly since?: number; readonly until?: number } {
  if (dates.kind !== 'custom') return { since: dayStart(new Date(now), -daysBack[dates.kind]) }
  const from = parseDay(dates.from)
  const to = parseDay(dates.to)
  return {
    ...(from === null ? {} : { since: dayStart(from, 0) }),
    // The last millisecond of the day; a day is not always 24 hours long.
    ...(to === null ? {} : { until: dayStart(to, 1) - 1 }),
  }
}

function dayStart(day: Date, add: number): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + add).getTime()
}

/** Reads `YYYY-MM-DD` as a local day; null for anything else, such as 31 February. */
export function parseDay(text: string | null): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '')
  if (parts === null) return null
  const [year, month, date] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const day = new Date(year, month - 1, date)
  return day.getMonth() === month - 1 && day.getDate() === date ? day : null
}

/** Puts a value in, or takes it out when it is there. The order of `all` holds. */
export function toggled<T>(values: readonly T[], value: T, all: readonly T[]): readonly T[] {
  const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
  return all.filter((each) => next.includes(each))
}
