import { useTranslation } from 'react-i18next'
import { useConnection } from '#renderer/ipc/use-connection.ts'
import { Mark } from '#renderer/ui/mark.tsx'

/** Says that the core is away, unless it is back at once. */
export function ConnectionBanner() {
  const { t } = useTranslation('frame')
  if (useConnection() !== 'lost') return null
  return (
    <div className="banner" role="status">
      <Mark kind="cut" />
      <span className="grow">{t('connection.lost')}</span>
      <button type="button" className="link" onClick={() => window.location.reload()}>
        {t('connection.tryNow')}
      </button>
    </div>
  )
}
