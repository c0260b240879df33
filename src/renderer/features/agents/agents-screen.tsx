import './agents.css'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf, navigate } from '#renderer/app/router.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { Button } from '#renderer/ui/button.tsx'
import { EmptyState } from '#renderer/ui/empty-state.tsx'
import { ReadError } from '#renderer/ui/line-notice.tsx'
import { SkeletonRows } from '#renderer/ui/skeleton-rows.tsx'
import { AgentList } from './agent-list.tsx'
import { AgentPage } from './agent-page.tsx'
import { DeletedAgentPage } from './deleted-agent-page.tsx'
import { NEW_AGENT } from './form/agent-drafts.ts'

/** Who there is, and how each of them runs. `new` stands for the form of an Agent that does not exist yet. */
export function AgentsScreen({ agentId }: { readonly agentId: string | null }) {
  const { t } = useTranslation('agents')
  const live = useRouteQuery('agents.list', {})
  const gone = useRouteQuery('agents.list', { deleted: true })
  const agents = live.data ?? []
  const deleted = gone.data ?? []
  const first = agents[0]?.id

  useEffect(() => {
    if (agentId === null && first !== undefined) navigate(hrefOf('agents', first), { replace: true })
  }, [agentId, first])

  const error = live.error ?? gone.error
  const chosen = agents.find(({ id }) => id === agentId)
  const chosenDeleted = deleted.find(({ id }) => id === agentId)
  const ready = live.data !== undefined && gone.data !== undefined
  return (
    <div className="agents">
      <section className="pane" aria-label={t('title')}>
        <div className="bar">
          <h1>{t('title')}</h1>
          <span className="grow" />
          <a className="ibtn" href={hrefOf('agents', NEW_AGENT)} aria-label={t('add')} title={t('add')}>
            <Plus size={16} strokeWidth={1.5} aria-hidden />
          </a>
        </div>
        {error !== null ? (
          <ReadError
            what={t('error')}
            error={error.error}
            onRetry={() => {
              void live.refetch()
              void gone.refetch()
            }}
          />
        ) : null}
        {ready ? (
          <AgentList agents={agents} deleted={deleted} chosenId={agentId} />
        ) : error === null ? (
          <SkeletonRows rows={4} height={52} />
        ) : null}
      </section>
      {agentId === NEW_AGENT ? (
        <AgentPage key={NEW_AGENT} agent={null} />
      ) : chosen !== undefined ? (
        <AgentPage key={chosen.id} agent={chosen} />
      ) : chosenDeleted !== undefined ? (
        <DeletedAgentPage key={chosenDeleted.id} agent={chosenDeleted} />
      ) : (
        <section className="page" aria-label={t('title')}>
          {!ready ? null : agents.length > 0 && agentId === null ? null : (
            <EmptyState
              title={t(agentId === null ? 'empty.title' : 'gone.title')}
              action={
                <Button look="primary" onClick={() => navigate(hrefOf('agents', NEW_AGENT))}>
                  {t('add')}
                </Button>
              }
            >
              {t(agentId === null ? 'empty.text' : 'gone.text')}
            </EmptyState>
          )}
        </section>
      )}
    </div>
  )
}
