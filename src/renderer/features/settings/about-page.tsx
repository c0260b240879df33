import { useTranslation } from 'react-i18next'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { CopyPath } from './copy-path.tsx'
import { windowName } from './window-name.ts'

export function AboutPage() {
  const { t } = useTranslation('settings')
  const hello = useRouteQuery('app.hello', {}).data
  return (
    <section className="page" aria-label={t('about.title')}>
      <div className="bar" data-ruled>
        <h2>{t('about.title')}</h2>
      </div>
      <div className="set-page">
        <div className="set-in">
          <h3>Session Relay</h3>
          <p className="set-lead">{t('about.what')}</p>
          {hello === undefined ? null : (
            <dl className="set-about">
              <dt>{t('about.version')}</dt>
              <dd className="num">{hello.version}</dd>
              <dt>{t('about.host')}</dt>
              <dd>{t(`about.hosts.${hello.host}`, { platform: hello.platform })}</dd>
              <dt>{t('about.window')}</dt>
              <dd>{windowName(t, hello.window)}</dd>
              <dt>{t('data.in')}</dt>
              <dd>
                <CopyPath path={hello.dataDir} />
              </dd>
              <dt>{t('about.licence')}</dt>
              <dd>MIT</dd>
            </dl>
          )}
          <p className="set-note">{t('about.promise')}</p>
        </div>
      </div>
    </section>
  )
}
