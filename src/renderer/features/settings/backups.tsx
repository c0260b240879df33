import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IpcError } from '#shared/ipc/envelope.ts'
import { useIpc } from '#renderer/ipc/use-ipc.ts'
import { Button } from '#renderer/ui/button.tsx'
import { errorText } from '#renderer/ui/error-text.ts'
import { LineNotice } from '#renderer/ui/line-notice.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { showToast } from '#renderer/ui/toasts.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import type { DataStatus } from './data-page.tsx'
import { sizeText } from './sizes.ts'

type Props = { readonly backups: DataStatus['backups']; readonly onMade: () => void }

/** Checked copies of the database. Each was opened and found sound before it counted. */
export function Backups({ backups, onMade }: Props) {
  const { t, i18n } = useTranslation('settings')
  const ipc = useIpc()
  const times = useTimesIn()
  const now = useNow()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<IpcError | null>(null)
  const make = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    const answer = await ipc.call('data.backup', {})
    setBusy(false)
    if (answer.ok) showToast(t('backup.made', { size: sizeText(answer.value.bytes, i18n.language) }))
    else setError(answer.error)
    onMade()
  }
  return (
    <>
      <h3>
        {t('backup.title')}
        <span className="dim3 small">{t('backup.checked')}</span>
        <span className="grow" />
        <Button size="sm" disabled={busy} onClick={() => void make()}>
          {t(busy ? 'backup.making' : 'backup.now')}
        </Button>
      </h3>
      {error === null ? null : (
        <LineNotice mark="failed" title={t('backup.notMade')}>
          {errorText(error)}
        </LineNotice>
      )}
      {backups.length === 0 ? (
        <p className="set-note">{t('backup.none')}</p>
      ) : (
        <table className="set-table">
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('backup.when')}</th>
              <th scope="col">{t('backup.why')}</th>
              <th scope="col">{t('backup.size')}</th>
              <th scope="col">{t('backup.state')}</th>
            </tr>
          </thead>
          <tbody>
            {backups.map(({ name, bytes, createdAt }) => (
              <tr key={name} title={name}>
                <td className="num">
                  <time dateTime={new Date(createdAt).toISOString()} title={times.exact(createdAt)}>
                    {`${times.day(createdAt, now)} ${times.clock(createdAt)}`}
                  </time>
                </td>
                <td className="small dim">{t(name.startsWith('relay-') ? 'backup.byYou' : 'backup.beforeUpgrade')}</td>
                <td className="small dim num set-end">{sizeText(bytes, i18n.language)}</td>
                <td className="small dim calm">
                  <span className="state">
                    <Mark kind="consumed" />
                    {t('backup.sound')}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="set-note">{t('backup.restore')}</p>
    </>
  )
}
