import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Times as Words, daysBetween, timesIn } from '#renderer/ui/times.ts'
import { useNow } from '#renderer/ui/use-now.ts'

const SECOND = 1000
const MINUTE = 60_000

export type Times = {
  readonly short: (at: number) => string
  readonly ago: (at: number) => string
  /** How long something has lasted, in minutes or more. */
  readonly since: (at: number) => string
  /** The time of day, with its day where that is not today. */
  readonly clock: (at: number) => string
  readonly exact: (at: number) => string
  readonly day: (at: number) => string
  readonly duration: (ms: number) => string
  readonly bytes: (bytes: number) => string
}

/** The times of what is on screen, which follow the clock. One object for all who ask at the same moment. */
export function useTimes(): Times {
  const { language } = useTranslation().i18n
  const now = useNow()
  return useMemo(() => timesAt(language, now), [language, now])
}

let latest: { readonly language: string; readonly now: number; readonly times: Times } | null = null

function timesAt(language: string, now: number): Times {
  if (latest?.language !== language || latest.now !== now)
    latest = { language, now, times: bind(timesIn(language), language, now) }
  return latest.times
}

function bind(words: Words, language: string, now: number): Times {
  const size = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  return {
    short: (at) => words.short(at, now),
    ago: (at) => words.ago(at, now),
    since: (at) =>
      now - at < MINUTE ? `<${words.duration(MINUTE)}` : words.duration(Math.floor((now - at) / MINUTE) * MINUTE),
    clock: (at) => (daysBetween(at, now) === 0 ? words.clock(at) : `${words.day(at, now)} ${words.clock(at)}`),
    exact: words.exact,
    day: (at) => words.day(at, now),
    duration: (ms) => (ms < SECOND ? `<${words.duration(SECOND)}` : words.duration(ms)),
    bytes: (count) =>
      count < 1000
        ? `${count} B`
        : count < 1_000_000
          ? `${size.format(count / 1000)} KB`
          : `${size.format(count / 1_000_000)} MB`,
  }
}
