import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentView } from '#shared/agent.ts'
import { hrefOf, navigate } from '#renderer/app/router.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { Button } from '#renderer/ui/button.tsx'
import { Confirm } from '#renderer/ui/dialog.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { AgentSessions } from './agent-sessions.tsx'
import { agentLine } from './agent-line.ts'
import { useAgentDrafts } from './form/agent-drafts.ts'

/** A deleted Agent: its Sessions can be read, nothing runs, and it can come back. */
export function DeletedAgentPage({ agent }: { readonly agent: AgentView }) {
  const { t } = useTranslation('agents')
  const call = useCall()
  const times = useTimesIn()
  const now = useNow()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const forEver = async (): Promise<void> => {
    setBusy(true)
    const answer = await call('agents.deleteForever', { id: agent.id })
    setBusy(false)
    if (!answer.ok) return
    useAgentDrafts.getState().drop(agent.id)
    navigate(hrefOf('agents'))
  }
  return (
    <section className="page" aria-label={agent.name}>
      <div className="bar" data-ruled>
        <AgentTile name={agent.name} emoji={agent.emoji} size={20} />
        <h2 className="trunc">{agent.name}</h2>
        <span className="grow" />
        <Button size="sm" look="no" onClick={() => setAsking(true)}>
          {t('forEver.do')}
        </Button>
        <Button size="sm" look="primary" disabled={busy} onClick={() => void call('agents.restore', { id: agent.id })}>
          {t('restore.do')}
        </Button>
      </div>
      <div className="ag-split">
        <div className="ag-main">
          <div className="verdict ag-deleted">
            <Mark kind="closed" />
            <div>
              <b>
                {t('deleted.title', { day: times.day(agent.deletedAt ?? agent.updatedAt, now).toLocaleLowerCase() })}
              </b>
              <p>{t('deleted.text')}</p>
            </div>
          </div>
          <dl className="ag-facts">
            <dt>{t('section.runs')}</dt>
            <dd>{agentLine(t, agent)}</dd>
            <dt>{t('section.told')}</dt>
            <dd className="exact">{agent.instructions === '' ? t('deleted.noInstructions') : agent.instructions}</dd>
          </dl>
        </div>
        <aside className="ag-side" aria-label={t('aside')}>
          <AgentSessions agent={agent} />
        </aside>
      </div>
      <Confirm
        open={asking}
        title={t('forEver.title', { name: agent.name })}
        confirm={t('forEver.do')}
        tone="danger"
        busy={busy}
        onConfirm={() => void forEver()}
        onClose={() => setAsking(false)}
      >
        <p>{t('forEver.text')}</p>
        {agent.sessionCount === 0 ? null : <p>{t('forEver.sessions', { count: agent.sessionCount })}</p>}
      </Confirm>
    </section>
  )
}
