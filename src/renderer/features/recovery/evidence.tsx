import { FileText, HardDrive, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecoveryState } from '#shared/ipc/recovery.ts'
import { Mark } from '#renderer/ui/mark.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { useNow } from '#renderer/ui/use-now.ts'

const icon = { size: 14, strokeWidth: 1.7, 'aria-hidden': true } as const

/** What was found, in the core's own sentences. */
export function Found({ state }: { readonly state: RecoveryState }) {
  const { t } = useTranslation('recovery')
  return (
    <section>
      <h2>{t('found')}</h2>
      <ul className="found">
        {state.findings.length === 0 ? <Line mark={<Mark kind="failed" />}>{t('foundNothing')}</Line> : null}
        {state.findings.map((finding) => (
          <Line key={finding} mark={<Mark kind="failed" />}>
            {finding}
          </Line>
        ))}
      </ul>
    </section>
  )
}

/** What is kept whatever is chosen. */
export function Kept({ state }: { readonly state: RecoveryState }) {
  const { t } = useTranslation('recovery')
  const when = useWhen()
  const name = state.file.split(/[/\\]/).at(-1) ?? state.file
  return (
    <section>
      <h2>{t('kept')}</h2>
      <ul className="found">
        <Line mark={<FileText {...icon} />} end={megabytes(state.bytes)} under={t('setAside')}>
          <span className="mono" title={state.file}>
            {name}
          </span>{' '}
          {t('asItIs')}
        </Line>
        {state.backups.length === 0 ? (
          <Line mark={<HardDrive {...icon} />}>{t('noBackup')}</Line>
        ) : (
          state.backups.slice(0, 3).map((backup, index) => (
            <Line
              key={backup.name}
              mark={<HardDrive {...icon} />}
              end={megabytes(backup.bytes)}
              {...(index === 0 ? { under: t('backupBefore') } : {})}
            >
              {t('backup', { time: when(backup.createdAt) })}
            </Line>
          ))
        )}
        <Line mark={<Lock {...icon} />} end={t('notInFile')}>
          {t('keys')}
        </Line>
      </ul>
    </section>
  )
}

/** Day and time of day. */
export function useWhen(): (at: number) => string {
  const times = useTimesIn()
  const now = useNow()
  return (at) => `${times.day(at, now)} ${times.clock(at)}`
}

function megabytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.round(bytes / 1_000_000)} MB`
}

type LineProps = {
  readonly mark: ReactNode
  readonly children: ReactNode
  readonly under?: string
  readonly end?: string
}

function Line({ mark, children, under, end }: LineProps) {
  return (
    <li>
      {mark}
      <div>
        {children}
        {under === undefined ? null : <p>{under}</p>}
      </div>
      <span className="dim3 num">{end}</span>
    </li>
  )
}
