import { useTranslation } from 'react-i18next'
import type { RouteOutput } from '#shared/ipc/routes.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { ReadError } from '#renderer/ui/line-notice.tsx'
import { SkeletonRows } from '#renderer/ui/skeleton-rows.tsx'
import { Backups } from './backups.tsx'
import { CopyPath } from './copy-path.tsx'
import { IntegrityCheck } from './integrity-check.tsx'
import { sizeText } from './sizes.ts'

export type DataStatus = RouteOutput<'data.status'>

/** Where everything is kept, whether it is sound, and the copies of it. */
export function DataPage() {
  const { t } = useTranslation('settings')
  const read = useRouteQuery('data.status', {})
  const again = (): void => void read.refetch()
  return (
    <section className="page" aria-label={t('data.title')}>
      <div className="bar" data-ruled>
        <h2>{t('data.title')}</h2>
      </div>
      <div className="set-page">
        <div className="set-in">
          {read.isError ? <ReadError what={t('data.error')} error={read.error.error} onRetry={again} /> : null}
          {read.data === undefined ? (
            read.isError ? null : (
              <SkeletonRows rows={5} height={40} />
            )
          ) : (
            <>
              <Folder status={read.data} />
              <IntegrityCheck lastCheck={read.data.lastCheck} onChecked={again} />
              <Backups backups={read.data.backups} onMade={again} />
            </>
          )}
        </div>
      </div>
    </section>
  )
}

function Folder({ status }: { readonly status: DataStatus }) {
  const { t, i18n } = useTranslation('settings')
  const secretsKept = useRouteQuery('app.hello', {}).data?.secretsKept ?? true
  const { dir, databaseBytes, search } = status
  const number = (value: number): string => value.toLocaleString(i18n.language)
  return (
    <>
      <h3>{t('data.folder')}</h3>
      <dl className="set-facts">
        <div>
          <dt>{t('data.in')}</dt>
          <dd>
            <CopyPath path={dir} />
          </dd>
        </div>
        <div>
          <dt>{t('data.database')}</dt>
          <dd className="num">{sizeText(databaseBytes, i18n.language)}</dd>
        </div>
        <div>
          <dt>{t('data.search')}</dt>
          <dd className="num">
            {t('data.indexed', { count: search.indexed, shown: number(search.indexed) })}{' '}
            <span className="dim3">
              {search.pending === 0
                ? t('data.complete')
                : t('data.pending', { count: search.pending, shown: number(search.pending) })}
            </span>
          </dd>
        </div>
      </dl>
      <p className="set-note">{t(secretsKept ? 'data.keys' : 'data.keysRun')}</p>
    </>
  )
}
