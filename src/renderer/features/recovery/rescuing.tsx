import { useTranslation } from 'react-i18next'
import type { RecoveryState } from '#shared/ipc/recovery.ts'

/** A choice is being carried out: how far it is and what it leaves alone. */
export function Rescuing({ progress }: { readonly progress: RecoveryState['progress'] }) {
  const { t, i18n } = useTranslation('recovery')
  const format = new Intl.NumberFormat(i18n.language)
  const part = progress === null || progress.total === 0 ? 0 : Math.min(1, progress.done / progress.total)
  return (
    <section className="going" role="status">
      <div className="top">
        <b>{progress === null ? t('running.busy') : t('running.title')}</b>
        <span className="grow" />
        {progress === null ? null : <span className="num">{Math.floor(part * 100)} %</span>}
      </div>
      <span
        className="prog"
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(part * 100)}
        aria-label={t('running.title')}
      >
        <i style={{ width: `${part * 100}%` }} />
      </span>
      <div className="under">
        {progress === null ? null : (
          <>
            <span className="num">
              {t('running.rows', { done: format.format(progress.done), total: format.format(progress.total) })}
            </span>
            <span>{t('running.table', { table: progress.table })}</span>
          </>
        )}
        <span className="grow" />
        <span>{t('running.says')}</span>
      </div>
    </section>
  )
}
