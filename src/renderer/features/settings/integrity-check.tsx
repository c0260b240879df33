import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IpcError } from '#shared/ipc/envelope.ts'
import type { RouteOutput } from '#shared/ipc/routes.ts'
import { useIpc } from '#renderer/ipc/use-ipc.ts'
import { Button } from '#renderer/ui/button.tsx'
import { errorText } from '#renderer/ui/error-text.ts'
import { Mark } from '#renderer/ui/mark.tsx'
import { RelativeTime } from '#renderer/ui/relative-time.tsx'

type Check = RouteOutput<'data.check'>
type Props = { readonly lastCheck: RouteOutput<'data.status'>['lastCheck']; readonly onChecked: () => void }

/** Reads the whole database and says whether it is sound. One can go on working meanwhile. */
export function IntegrityCheck({ lastCheck, onChecked }: Props) {
  const { t } = useTranslation('settings')
  const ipc = useIpc()
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<Check | null>(null)
  const [error, setError] = useState<IpcError | null>(null)
  const check = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    const answer = await ipc.call('data.check', {})
    setBusy(false)
    if (answer.ok) setFound(answer.value)
    else setError(answer.error)
    onChecked()
  }
  const sound = found?.ok ?? lastCheck?.ok
  return (
    <>
      <h3>{t('check.title')}</h3>
      <div className="set-check" role="status">
        <div className="set-line">
          {busy ? (
            <span className="state t-run">
              <Mark kind="delivering" />
              {t('check.running')}
            </span>
          ) : error !== null ? (
            <span className="state t-fail">
              <Mark kind="failed" />
              {t('check.notDone')}
            </span>
          ) : sound === undefined ? (
            <span className="state dim">
              <Mark kind="idle" />
              {t('check.never')}
            </span>
          ) : (
            <span className={`state ${sound ? '' : 't-fail'}`}>
              <Mark kind={sound ? 'consumed' : 'failed'} />
              {t(sound ? 'check.sound' : 'check.damaged')}
            </span>
          )}
          <span className="dim3 small">
            {busy ? (
              t('check.goOn')
            ) : error !== null ? (
              errorText(error)
            ) : lastCheck === null ? (
              t('check.what')
            ) : (
              <RelativeTime at={lastCheck.at} words />
            )}
          </span>
          <span className="grow" />
          <Button size="sm" disabled={busy} onClick={() => void check()}>
            {t('check.now')}
          </Button>
        </div>
        {found === null || found.ok ? null : (
          <ul className="set-findings" lang="en">
            {found.findings.slice(0, 20).map((finding) => (
              <li key={finding} className="mono">
                {finding}
              </li>
            ))}
          </ul>
        )}
        {sound === false && !busy ? <p className="small dim">{t('check.whatNow')}</p> : null}
      </div>
    </>
  )
}
