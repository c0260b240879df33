import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryMap } from '#shared/delivery-map.ts'
import { hrefOf, navigate } from '#renderer/app/router.ts'
import { Chip } from '#renderer/ui/chip.tsx'
import { Segmented } from '#renderer/ui/segmented.tsx'
import { useDeliveriesUi } from '../deliveries-ui.ts'
import { SessionChip } from '../filters/session-chip.tsx'
import { mapModes, mapRanges, useMapUi } from './map-ui.ts'

/** Which Deliveries are drawn, how, and how many of how many. */
export function MapBar({ map, traceId }: { readonly map: DeliveryMap | undefined; readonly traceId: string | null }) {
  const { t, i18n } = useTranslation('map')
  const { range, mode, setRange, setMode } = useMapUi()
  const { filters, setFilters } = useDeliveriesUi()
  const [picking, setPicking] = useState(false)
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const shown = map?.deliveries.length ?? 0
  return (
    <div className="dlv-filters">
      {traceId === null ? (
        <Segmented
          label={t('range.label')}
          value={range}
          options={mapRanges.map((value) => ({
            value,
            label: <span title={t(`rangeTip.${value}`)}>{t(`range.${value}`)}</span>,
          }))}
          onChange={setRange}
        />
      ) : (
        <Chip set onClear={() => navigate(hrefOf('deliveries', null, { view: 'map' }))} title={traceId}>
          {t('trace')}
        </Chip>
      )}
      <SessionChip
        session={filters.session}
        open={picking}
        onOpenChange={setPicking}
        onChange={(session) => setFilters({ session })}
      />
      <span className="grow" />
      <Segmented
        label={t('mode.label')}
        value={mode}
        options={mapModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
        onChange={setMode}
      />
      <span className="dim3 small num nowrap" role="status">
        {map === undefined
          ? ''
          : map.truncated
            ? t('newestOf', { shown: number(shown), of: number(map.total) })
            : t('countOf', { shown: number(shown), of: number(map.of) })}
      </span>
    </div>
  )
}
