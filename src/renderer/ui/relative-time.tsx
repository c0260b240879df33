import { useTranslation } from 'react-i18next'
import { type Times, timesIn } from './times.ts'
import { useNow } from './use-now.ts'

export function useTimesIn(): Times {
  return timesIn(useTranslation().i18n.language)
}

/** How long ago, short for rows or in words; the exact time is its tip. */
export function RelativeTime({ at, words = false }: { readonly at: number; readonly words?: boolean }) {
  const times = useTimesIn()
  const now = useNow()
  return (
    <time dateTime={new Date(at).toISOString()} title={times.exact(at)}>
      {words ? times.ago(at, now) : times.short(at, now)}
    </time>
  )
}

/** The time of day. */
export function ClockTime({ at, precise = false }: { readonly at: number; readonly precise?: boolean }) {
  const times = useTimesIn()
  return (
    <time dateTime={new Date(at).toISOString()} title={times.exact(at)}>
      {precise ? times.precise(at) : times.clock(at)}
    </time>
  )
}
