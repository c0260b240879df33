import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#renderer/ipc/use-connection.ts'
import { Mark } from '#renderer/ui/mark.tsx'

const SHORT_MS = 700

/** Says that the core is away, unless it is back at once. */
export function ConnectionBanner() {
  const { t } = useTranslation('frame')
  const lost = useConnection() === 'lost'
  const [told, setTold] = useState(false)
  useEffect(() => {
    if (!lost) return setTold(false)
    const timer = setTimeout(() => setTold(true), SHORT_MS)
    return () => clearTimeout(timer)
  }, [lost])
  if (!told) return null
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
