import { MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#renderer/ui/button.tsx'

type Props = {
  readonly why: 'none' | 'gone' | 'error' | 'loading'
  readonly onNew: () => void
  readonly onRetry: () => void
}

/** The middle of the screen while no conversation is there. */
export function NoSession({ why, onNew, onRetry }: Props) {
  const { t, i18n } = useTranslation('sessions')
  if (why === 'loading') return <section className="page" aria-busy="true" />
  return (
    <section className="page">
      <div className="empty">
        <MessagesSquare size={40} strokeWidth={1.2} aria-hidden />
        <h2>{t(`none.${why}.title`)}</h2>
        <p>{t(`none.${why}.text`)}</p>
        {why === 'error' ? (
          <Button onClick={onRetry}>{i18n.t('ui:tryAgain')}</Button>
        ) : (
          <Button onClick={onNew}>{t('new.open')}</Button>
        )}
      </div>
    </section>
  )
}
