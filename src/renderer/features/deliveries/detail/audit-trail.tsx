import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditReport } from '#shared/audit.ts'
import { useIpc } from '#renderer/ipc/use-ipc.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { Button } from '#renderer/ui/button.tsx'
import { LineNotice } from '#renderer/ui/line-notice.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'

/** What the audit log says of one Delivery, and whether the whole log is whole. */
export function AuditTrail({ deliveryId }: { readonly deliveryId: string }) {
  const { t } = useTranslation('deliveries')
  const times = useTimesIn()
  const entries = useRouteQuery('audit.entries', { id: deliveryId }).data ?? []
  return (
    <>
      <h3>{t('audit.title')}</h3>
      <ol className="dlv-audit">
        {entries.map((entry) => (
          <li key={entry.seq}>
            <span className="num dim3">{entry.seq}</span>
            <span>{entry.event}</span>
            <time className="num dim" dateTime={new Date(entry.at).toISOString()}>
              {times.exact(entry.at)}
            </time>
          </li>
        ))}
      </ol>
      <Verify />
    </>
  )
}

function Verify() {
  const { t, i18n } = useTranslation('deliveries')
  const call = useCall()
  const progress = useProgress()
  const [report, setReport] = useState<AuditReport | null>(null)
  const [running, setRunning] = useState(false)
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const verify = async (): Promise<void> => {
    setRunning(true)
    setReport(null)
    const answer = await call('audit.verify', {}, { quiet: ['CONFLICT'] })
    setRunning(false)
    if (answer.ok) setReport(answer.value)
  }
  return (
    <div className="dlv-verify">
      {running ? (
        <Button size="sm" onClick={() => void call('audit.stopVerify', {})}>
          {t('audit.stop')}
        </Button>
      ) : (
        <Button size="sm" onClick={() => void verify()}>
          {t('audit.verify')}
        </Button>
      )}
      {running ? (
        <span className="small dim" role="status">
          {progress === null
            ? t('audit.starts')
            : t('audit.progress', { done: number(progress.done), total: number(progress.total) })}
        </span>
      ) : null}
      {report === null ? null : report.ok ? (
        <LineNotice mark="consumed" title={t('audit.whole', { count: report.rows, shown: number(report.rows) })} />
      ) : (
        <LineNotice mark="failed" title={t('audit.broken', { seq: number(report.firstBroken?.seq ?? 0) })}>
          <span lang="en">{report.firstBroken?.what}</span>
        </LineNotice>
      )}
    </div>
  )
}

function useProgress(): { readonly done: number; readonly total: number } | null {
  const client = useIpc()
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null)
  useEffect(
    () =>
      client.subscribe((event) => {
        if (event.type === 'job-progress' && event.job === 'audit-verify') setProgress(event)
      }),
    [client],
  )
  return progress
}
