import { Table2, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf, navigate, usePlace } from '#renderer/app/router.ts'
import { Segmented } from '#renderer/ui/segmented.tsx'

/** Table or map, the same Delivery open in both. */
export function ViewSwitch({ view }: { readonly view: 'table' | 'map' }) {
  const { t } = useTranslation('map')
  const { id } = usePlace()
  return (
    <Segmented
      label={t('view.label')}
      value={view}
      options={[
        { value: 'table', label: option(<Table2 size={14} strokeWidth={1.5} aria-hidden />, t('view.table')) },
        { value: 'map', label: option(<Waypoints size={14} strokeWidth={1.5} aria-hidden />, t('view.map')) },
      ]}
      onChange={(next) => navigate(hrefOf('deliveries', id, next === 'map' ? { view: 'map' } : {}))}
    />
  )
}

function option(icon: ReactNode, text: string) {
  return (
    <>
      {icon}
      {text}
    </>
  )
}
