import { Waypoints } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '#renderer/app/router.ts'

/** Draws all that came of the same beginning. */
export function TraceLink({ deliveryId, traceId }: { readonly deliveryId: string; readonly traceId: string }) {
  const { t } = useTranslation('map')
  return (
    <a
      className="ibtn"
      href={hrefOf('deliveries', deliveryId, { view: 'map', trace: traceId })}
      aria-label={t('onMap')}
      title={t('onMap')}
    >
      <Waypoints size={14} strokeWidth={1.5} aria-hidden />
    </a>
  )
}
