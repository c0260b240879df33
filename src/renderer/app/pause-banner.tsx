import { useTranslation } from 'react-i18next'
import { useCall } from '#renderer/ipc/use-call.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { Mark } from '#renderer/ui/mark.tsx'

/** Says on every screen that no delivery starts, and how many wait for that to end. */
export function PauseBanner() {
  const { t } = useTranslation('frame')
  const call = useCall()
  const paused = useRouteQuery('settings.get', {}).data?.dispatchPaused ?? false
  const waiting = useRouteQuery(
    'deliveries.list',
    { filter: { statuses: ['accepted'] }, limit: 1 },
    { enabled: paused },
  ).data
  if (!paused) return null
  return (
    <div className="banner" role="status">
      <Mark kind="cut" />
      <span className="grow">{t('paused.says', { count: waiting?.total ?? 0 })}</span>
      <button type="button" className="link" onClick={() => void call('settings.update', { dispatchPaused: false })}>
        {t('paused.resume')}
      </button>
    </div>
  )
}
