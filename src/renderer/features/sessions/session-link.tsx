import { useTranslation } from 'react-i18next'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { sessionHref } from './session-href.ts'

/** A link to a Session of which only the id is known. */
export function SessionLink({ id }: { id: string }) {
  const { t } = useTranslation('sessions')
  const session = useRouteQuery('sessions.get', { id })
  if (session.data === undefined) return <span className="mono dim3">{shortId(id)}</span>
  return (
    <>
      <AgentTile name={session.data.agentName ?? ''} emoji={session.data.agentEmoji} size={16} />
      <a className="link trunc" href={sessionHref(id)}>
        {session.data.name || t('unnamed')}
      </a>
    </>
  )
}

/** The two ends of an id, enough to tell it from others by eye. */
export function shortId(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`
}
