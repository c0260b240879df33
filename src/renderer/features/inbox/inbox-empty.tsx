import { useTranslation } from 'react-i18next'
import { EmptyState } from '#renderer/ui/empty-state.tsx'

export function InboxEmpty() {
  const { t } = useTranslation('inbox')
  return (
    <section className="page">
      <EmptyState
        title={t('empty.title')}
        drawing={
          <svg
            width="120"
            height="56"
            viewBox="0 0 120 56"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
            aria-hidden
          >
            <path d="M2 12h116M2 44h116" opacity=".35" />
            <path d="M44 12c14 0 18 32 32 32" stroke="var(--accent)" />
            <circle cx="60" cy="28" r="5" fill="var(--page)" stroke="var(--accent)" />
          </svg>
        }
      >
        {t('empty.says')}
      </EmptyState>
    </section>
  )
}
