import { Globe } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RouteOutput } from '#shared/ipc/routes.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Confirm } from '#renderer/ui/dialog.tsx'
import { ReadError } from '#renderer/ui/line-notice.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { RelativeTime, useTimesIn } from '#renderer/ui/relative-time.tsx'
import { SkeletonRows } from '#renderer/ui/skeleton-rows.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { windowName } from './window-name.ts'

type Key = RouteOutput<'access.keys'>[number]

/** Browsers that were let in by a printed link, and how to shut one out. */
export function BrowsersPage() {
  const { t } = useTranslation('settings')
  const call = useCall()
  const read = useRouteQuery('access.keys', {})
  const isDesktop = useRouteQuery('app.hello', {}).data?.host === 'desktop'
  const [revoking, setRevoking] = useState<Key | null>(null)
  const [busy, setBusy] = useState(false)
  const revoke = async (key: Key): Promise<void> => {
    setBusy(true)
    await call('access.revoke', { id: key.id })
    setBusy(false)
    setRevoking(null)
    void read.refetch()
  }
  return (
    <section className="page" aria-label={t('browsers.title')}>
      <div className="bar" data-ruled>
        <h2>{t('browsers.title')}</h2>
      </div>
      <div className="set-page">
        <div className="set-in">
          <h3>
            {t('browsers.letIn')}
            <span className="dim3 small">{t('browsers.how')}</span>
          </h3>
          {read.isError ? (
            <ReadError what={t('browsers.error')} error={read.error.error} onRetry={() => void read.refetch()} />
          ) : null}
          {read.data === undefined ? (
            read.isError ? null : (
              <SkeletonRows rows={2} height={36} />
            )
          ) : read.data.length === 0 ? (
            <p className="set-note">{t(isDesktop ? 'browsers.noneDesktop' : 'browsers.none')}</p>
          ) : (
            <>
              <table className="set-table">
                <thead>
                  <tr>
                    <th scope="col">{t('browsers.browser')}</th>
                    <th scope="col">{t('browsers.now')}</th>
                    <th scope="col" className="wide">
                      {t('browsers.since')}
                    </th>
                    <th scope="col">{t('browsers.lastSeen')}</th>
                    <th scope="col" aria-label={t('browsers.revoke')} />
                  </tr>
                </thead>
                <tbody>
                  {read.data.map((key) => (
                    <KeyRow key={key.id} row={key} onRevoke={() => setRevoking(key)} />
                  ))}
                </tbody>
              </table>
              <p className="set-note">{t('browsers.outAtOnce')}</p>
            </>
          )}
        </div>
      </div>
      <Confirm
        open={revoking !== null}
        title={t('browsers.askTitle', { name: revoking === null ? '' : windowName(t, revoking.label) })}
        confirm={t('browsers.revoke')}
        tone="danger"
        busy={busy}
        onConfirm={() => (revoking === null ? undefined : void revoke(revoking))}
        onClose={() => setRevoking(null)}
      >
        {t(revoking?.current === true ? 'browsers.askThis' : 'browsers.askOther')}
      </Confirm>
    </section>
  )
}

function KeyRow({ row, onRevoke }: { readonly row: Key; readonly onRevoke: () => void }) {
  const { t } = useTranslation('settings')
  const times = useTimesIn()
  const now = useNow()
  const { label, createdAt, lastSeenAt, connected, current } = row
  const name = windowName(t, label)
  return (
    <tr title={label}>
      <td>
        <span className="pair">
          <Globe size={16} strokeWidth={1.5} aria-hidden />
          <span className="trunc">{name}</span>
        </span>
      </td>
      <td className="small dim">
        <span className="state">
          <Mark kind={connected || current ? 'new' : 'idle'} />
          {t(current ? 'browsers.this' : connected ? 'browsers.connected' : 'browsers.away')}
        </span>
      </td>
      <td className="small dim wide">
        <time dateTime={new Date(createdAt).toISOString()} title={times.exact(createdAt)}>
          {times.day(createdAt, now)}
        </time>
      </td>
      <td className="small dim">
        {connected || current ? t('browsers.rightNow') : <RelativeTime at={lastSeenAt} words />}
      </td>
      <td className="set-end">
        <Button size="sm" aria-label={t('browsers.revokeNamed', { name })} onClick={onRevoke}>
          {t('browsers.revoke')}
        </Button>
      </td>
    </tr>
  )
}
