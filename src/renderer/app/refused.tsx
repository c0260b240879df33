import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#renderer/ui/empty-state.tsx'

/** This browser has no key that the host knows. */
export function Refused() {
  const { t } = useTranslation('frame')
  return (
    <main className="grid h-full bg-page">
      <EmptyState drawing={<Lock size={32} strokeWidth={1.25} aria-hidden />} title={t('connection.refusedTitle')}>
        {t('connection.refused')}
      </EmptyState>
    </main>
  )
}
