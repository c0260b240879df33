import { Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentView } from '#shared/agent.ts'
import { hrefOf } from '#renderer/app/router.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { agentLine } from './agent-line.ts'
import { NEW_AGENT, useAgentDrafts } from './form/agent-drafts.ts'
import { failedStep, useAgentTests } from './test/agent-tests.ts'

type Props = {
  readonly agents: readonly AgentView[]
  readonly deleted: readonly AgentView[]
  readonly chosenId: string | null
}

export function AgentList({ agents, deleted, chosenId }: Props) {
  const { t } = useTranslation('agents')
  const startedNew = useAgentDrafts((state) => state.forms[NEW_AGENT])
  return (
    <nav className="scroll ag-list" aria-label={t('title')} onKeyDown={walk}>
      {chosenId === NEW_AGENT || startedNew !== undefined ? (
        <a
          className="row ag-item"
          href={hrefOf('agents', NEW_AGENT)}
          aria-current={chosenId === NEW_AGENT ? 'page' : undefined}
        >
          <span className="ag-plus">
            <Plus size={14} strokeWidth={1.7} aria-hidden />
          </span>
          <span className="name trunc">
            {startedNew === undefined || startedNew.form.name.trim() === '' ? t('new') : startedNew.form.name}
          </span>
          <span className="l2 trunc">{t('notCreated')}</span>
        </a>
      ) : null}
      {agents.map((agent) => (
        <AgentItem key={agent.id} agent={agent} chosen={agent.id === chosenId} />
      ))}
      {deleted.length === 0 ? null : (
        <>
          <h2 className="group">
            {t('deletedGroup')} <span className="n">{deleted.length}</span>
          </h2>
          {deleted.map((agent) => (
            <a
              key={agent.id}
              className="row ag-item"
              data-off="true"
              href={hrefOf('agents', agent.id)}
              aria-current={agent.id === chosenId ? 'page' : undefined}
            >
              <AgentTile name={agent.name} emoji={agent.emoji} size={24} />
              <span className="name trunc">{agent.name}</span>
              <span className="l2 trunc">
                {agent.sessionCount === 0 ? t('noSessions') : t('stayReadable', { count: agent.sessionCount })}
              </span>
            </a>
          ))}
        </>
      )}
    </nav>
  )
}

function AgentItem({ agent, chosen }: { readonly agent: AgentView; readonly chosen: boolean }) {
  const { t } = useTranslation('agents')
  const times = useTimesIn()
  const unsaved = useAgentDrafts((state) => state.forms[agent.id]) !== undefined
  const tried = useAgentTests((state) => state.tried[agent.id])
  const failed = failedStep(tried)
  return (
    <a className="row ag-item" href={hrefOf('agents', agent.id)} aria-current={chosen ? 'page' : undefined}>
      <AgentTile name={agent.name} emoji={agent.emoji} size={24} />
      <span className="name trunc">{agent.name}</span>
      <span className="end">
        {failed !== undefined ? (
          <Mark kind="failed" />
        ) : tried?.kind === 'running' ? (
          <Mark kind="delivering" />
        ) : (
          t('sessionCount', { count: agent.sessionCount })
        )}
      </span>
      <span className="l2 trunc">
        {failed !== undefined && tried?.kind === 'done' ? (
          <span className="t-fail">{t(`failedAt.${failed.step}`, { time: times.clock(tried.at) })}</span>
        ) : (
          agentLine(t, agent)
        )}
        {unsaved ? <span className="t-run"> · {t('unsaved')}</span> : null}
      </span>
    </a>
  )
}

/** The arrow keys go from row to row; Enter opens one, as of any link. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const rows = [...event.currentTarget.querySelectorAll('a')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const next = rows[Math.max(0, Math.min(rows.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
