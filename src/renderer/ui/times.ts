const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Says times in one language. All take and give what the design fixes: milliseconds in, words out. */
export type Times = {
  /** `now`, `14m`, `3h`, `18:20` of yesterday, `27 Oct`. */
  readonly short: (at: number, now: number) => string
  /** `3 minutes ago`. */
  readonly ago: (at: number, now: number) => string
  readonly clock: (at: number) => string
  /** To the millisecond, as receipts show it. */
  readonly precise: (at: number) => string
  readonly exact: (at: number) => string
  readonly day: (at: number, now: number) => string
  /** The two largest units: `2m 48s`. */
  readonly duration: (ms: number) => string
}

export function daysBetween(at: number, now: number): number {
  const start = (time: number): number => new Date(time).setHours(0, 0, 0, 0)
  return Math.round((start(now) - start(at)) / DAY)
}

const cache = new Map<string, Times>()

export function timesIn(language: string): Times {
  const known = cache.get(language)
  if (known !== undefined) return known
  const made = makeTimes(language)
  cache.set(language, made)
  return made
}

function makeTimes(language: string): Times {
  // British order and a 24-hour clock for English: short, unambiguous, the same width everywhere.
  const locale = language.startsWith('zh') ? 'zh-CN' : 'en-GB'
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const dayMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
  const dayMonthYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
  const exact = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const unit = (value: number, name: 'second' | 'minute' | 'hour' | 'day', display: 'narrow' | 'short'): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: display }).format(value)
  const day = (at: number, now: number): string => {
    const days = daysBetween(at, now)
    if (days === 0 || days === 1) return capital(relative.format(-days, 'day'))
    return new Date(at).getFullYear() === new Date(now).getFullYear() ? dayMonth.format(at) : dayMonthYear.format(at)
  }
  return {
    clock: (at) => clock.format(at),
    precise: (at) =>
      `${clock.format(at)}:${two(new Date(at).getSeconds())}.${String(new Date(at).getMilliseconds()).padStart(3, '0')}`,
    exact: (at) => exact.format(at),
    day,
    short: (at, now) => {
      const age = Math.max(0, now - at)
      if (age < MINUTE) return relative.format(0, 'second')
      if (age < HOUR) return unit(Math.floor(age / MINUTE), 'minute', 'narrow')
      if (age < 12 * HOUR && daysBetween(at, now) === 0) return unit(Math.floor(age / HOUR), 'hour', 'narrow')
      if (daysBetween(at, now) <= 1) return clock.format(at)
      return day(at, now)
    },
    ago: (at, now) => {
      const age = Math.max(0, now - at)
      if (age < MINUTE) return relative.format(0, 'second')
      if (age < HOUR) return relative.format(-Math.floor(age / MINUTE), 'minute')
      if (age < DAY) return relative.format(-Math.floor(age / HOUR), 'hour')
      return relative.format(-Math.max(1, daysBetween(at, now)), 'day')
    },
    duration: (ms) => {
      const seconds = Math.max(0, Math.floor(ms / 1000))
      const short = (value: number, name: 'second' | 'minute' | 'hour' | 'day'): string => unit(value, name, 'narrow')
      const join = (first: string, rest: string | null): string => (rest === null ? first : `${first} ${rest}`)
      if (seconds < 60) return short(seconds, 'second')
      const minutes = Math.floor(seconds / 60)
      if (minutes < 60) return join(short(minutes, 'minute'), seconds % 60 === 0 ? null : short(seconds % 60, 'second'))
      const hours = Math.floor(minutes / 60)
      if (hours < 24) return join(short(hours, 'hour'), minutes % 60 === 0 ? null : short(minutes % 60, 'minute'))
      const days = Math.floor(hours / 24)
      return join(short(days, 'day'), hours % 24 === 0 ? null : short(hours % 24, 'hour'))
    },
  }
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

function capital(text: string): string {
  const [first = '', ...rest] = [...text]
  return first.toLocaleUpperCase() + rest.join('')
}
