import { useTranslation } from 'react-i18next'
import { useConnection } from '#renderer/ipc/use-connection.ts'
import { Mark } from '#renderer/ui/mark.tsx'

/** Whether what is shown follows what happens. */
export function LiveWord() {
  const { t } = useTranslation('deliveries')
  const connection = useConnection()
  const live = connection === 'ready'
  return (
    <span className="state small dim dlv-live" data-live={live}>
      <Mark kind={live ? 'new' : 'idle'} />
      {t(live ? 'live' : 'notLive')}
    </span>
  )
}
