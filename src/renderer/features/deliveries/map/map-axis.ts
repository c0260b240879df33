/** A stretch of time, ms; `to` is later than `from`. */
export type Span = { readonly from: number; readonly to: number }

/** `at` is where it stands, `day`: a day begins there, so its date is worth saying. */
export type Tick = { readonly at: number; readonly x: number; readonly day: boolean; readonly seconds: boolean }

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TICK_PX = 96
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
]
const daySteps = [1, 2, 7, 14, 30, 90, 365]

/** Where a time stands, px from the left; beyond the edges for what lies outside. Never falls as time goes on. */
export function xOf({ from, to }: Span, width: number, at: number): number {
  return ((at - from) / (to - from)) * width
}

export function timeAt({ from, to }: Span, width: number, x: number): number {
  return from + (x / Math.max(1, width)) * (to - from)
}

/** Round times of the local day, no closer than a label is wide. */
export function ticksOf(span: Span, width: number): readonly Tick[] {
  const most = Math.max(1, Math.floor(width / TICK_PX))
  const needed = (span.to - span.from) / most
  const step = steps.find((each) => each >= needed)
  const times = step === undefined ? daysIn(span, needed) : partsOfDays(span, step)
  return times.map((at) => ({
    at,
    x: xOf(span, width, at),
    day: startOfDay(at, 0) === at,
    seconds: step !== undefined && step < MINUTE,
  }))
}

/** Counted from each midnight, so that a day of 23 or 25 hours begins on a tick too. */
function partsOfDays({ from, to }: Span, step: number): number[] {
  const found: number[] = []
  for (let day = startOfDay(from, 0); day <= to; day = startOfDay(day, 1)) {
    const end = Math.min(to, startOfDay(day, 1) - 1)
    const first = day + Math.max(0, Math.ceil((from - day) / step)) * step
    for (let at = first; at <= end; at += step) found.push(at)
  }
  return found
}

function daysIn({ from, to }: Span, needed: number): number[] {
  const step = daySteps.find((days) => days * DAY >= needed) ?? Math.ceil(needed / DAY)
  const found: number[] = []
  for (let day = startOfDay(from, 1); day <= to; day = startOfDay(day, step)) found.push(day)
  return found
}

function startOfDay(at: number, add: number): number {
  const day = new Date(at)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + add).getTime()
}
