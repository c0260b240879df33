import { useTranslation } from 'react-i18next'
import type { AgentView } from '#shared/agent.ts'
import type { SessionMark } from '#shared/session.ts'
import { hrefOf } from '#renderer/app/router.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { ReadError } from '#renderer/ui/line-notice.tsx'
import { Mark, type MarkKind } from '#renderer/ui/mark.tsx'
import { RelativeTime } from '#renderer/ui/relative-time.tsx'

const SHOWN = 6
const marks: Record<SessionMark, MarkKind> = {
  waiting: 'you',
  running: 'run',
  failed: 'failed',
  unread: 'new',
  idle: 'idle',
}

/** The Sessions that an Agent owns, the latest first. */
export function AgentSessions({ agent }: { readonly agent: AgentView }) {
  const { t } = useTranslation('agents')
  const read = useRouteQuery('sessions.list', { filter: { agentId: agent.id }, limit: SHOWN })
  const { rows = [], total = 0 } = read.data ?? {}
  return (
    <section aria-label={t('sessions.title')}>
      <h3>
        {t('sessions.title')} <span className="dim3 num">{read.data === undefined ? '' : total}</span>
      </h3>
      {read.isError ? (
        <ReadError what={t('sessions.error')} error={read.error.error} onRetry={() => void read.refetch()} />
      ) : null}
      {read.data !== undefined && total === 0 ? <p className="ag-aside">{t('sessions.none')}</p> : null}
      <div className="ag-uses">
        {rows.map((row) => (
          <a key={row.id} className="row" href={hrefOf('sessions', row.id)}>
            <Mark kind={marks[row.mark]} label={row.mark === 'idle' ? undefined : t(`sessions.mark.${row.mark}`)} />
            <span className="trunc">{row.name === '' ? t('unnamed') : row.name}</span>
            <RelativeTime at={row.lastActivityAt} />
          </a>
        ))}
        {total > rows.length ? (
          <a className="link small ag-rest" href={hrefOf('sessions')}>
            {t('sessions.more', { count: total - rows.length })}
          </a>
        ) : null}
      </div>
    </section>
  )
}
