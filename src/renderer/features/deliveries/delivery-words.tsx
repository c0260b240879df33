import { useTranslation } from 'react-i18next'
import type { DeliveryRow, Outcome } from '#shared/delivery.ts'
import { KindIcon } from '#renderer/ui/kind-icon.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { kindOf, lastedOf, stateOf } from './delivery-state.ts'

export function KindWord({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('deliveries')
  return (
    <span className="dlv-kind">
      <KindIcon kind={delivery.kind} />
      {t(`kind.${kindOf(delivery)}`)}
    </span>
  )
}

export function StateWord({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('deliveries')
  const { word, mark, tone } = stateOf(delivery)
  return (
    <span className={`state ${tone === undefined ? '' : `t-${tone}`}`}>
      <Mark kind={mark} />
      {t(`state.${word}`)}
    </span>
  )
}

const outcomeTones: Record<Outcome, string> = { success: '', failed: 't-fail', interrupted: 't-cut' }

export function OutcomeWord({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('deliveries')
  const { outcome } = delivery
  return outcome === null ? null : <span className={outcomeTones[outcome]}>{t(`outcome.${outcome}`)}</span>
}

/** How long it ran, or has waited or run so far: then to the minute, as the window's clock goes. */
export function Lasted({ delivery }: { readonly delivery: DeliveryRow }) {
  const times = useTimesIn()
  const lasted = lastedOf(delivery, useNow())
  if (lasted === null) return <>—</>
  const unit = lasted.open ? 60_000 : 1_000
  if (lasted.ms < unit) return <>{`<${times.duration(unit)}`}</>
  return <>{times.duration(lasted.open ? lasted.ms - (lasted.ms % unit) : lasted.ms)}</>
}
