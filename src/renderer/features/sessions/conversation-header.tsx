import { PanelRight, Square } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionRow } from '#shared/session.ts'
import type { Turn } from '#shared/turn.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { Button, IconButton } from '#renderer/ui/button.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { NameField } from './name-field.tsx'
import { useTimes } from './use-times.ts'

type Props = {
  readonly session: SessionRow
  readonly running: Turn | null
  /** When the oldest open approval was asked. */
  readonly askedAt: number | null
  readonly panelOpen: boolean
  readonly onPanel: () => void
  readonly onRename: (name: string) => void
  readonly onStop: () => void
}

export function ConversationHeader({ session, running, askedAt, panelOpen, onPanel, onRename, onStop }: Props) {
  const { t } = useTranslation('sessions')
  const [editing, setEditing] = useState(false)
  const name = session.name || t('unnamed')
  return (
    <header className="bar" data-ruled="true">
      <AgentTile name={session.agentName ?? ''} emoji={session.agentEmoji} size={20} />
      {editing ? (
        <NameField
          name={session.name}
          label={t('rename.label')}
          className="sess-name"
          onDone={(next) => {
            setEditing(false)
            if (next !== null) onRename(next)
          }}
        />
      ) : (
        <h2 className="trunc">
          <button
            type="button"
            className="sess-name trunc"
            title={t('rename.hint')}
            disabled={session.trashedAt !== null}
            onClick={() => setEditing(true)}
          >
            {name}
          </button>
        </h2>
      )}
      <span className="dim3 small wide trunc">
        {session.agentName ?? t('orphan')} ·{' '}
        <span className="mono" title={session.workspace}>
          {shortPath(session.workspace)}
        </span>
      </span>
      <span className="grow" />
      <StateWord session={session} running={running} askedAt={askedAt} />
      {running === null || session.trashedAt !== null ? null : (
        <Button size="sm" keys={['mod', '.']} onClick={onStop}>
          <Square size={13} strokeWidth={1.7} aria-hidden />
          {t('stop.do')}
        </Button>
      )}
      <IconButton label={t('panel.toggle')} aria-expanded={panelOpen} onClick={onPanel}>
        <PanelRight size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
    </header>
  )
}

function StateWord({
  session,
  running,
  askedAt,
}: {
  session: SessionRow
  running: Turn | null
  askedAt: number | null
}) {
  const { t } = useTranslation('sessions')
  const times = useTimes()
  if (session.trashedAt !== null) return <span className="state small dim">{t('state.trashed')}</span>
  if (session.state === 'waiting' || askedAt !== null) {
    return (
      <span className="state small t-you">
        <Mark kind="you" />
        {askedAt === null ? t('state.waiting') : t('state.waitingFor', { time: times.since(askedAt) })}
      </span>
    )
  }
  if (session.state === 'running' || running !== null) {
    return (
      <span className="state small t-run">
        <Mark kind="run" />
        {running?.startedAt == null
          ? t('state.running')
          : t('state.runningFor', { time: times.since(running.startedAt) })}
      </span>
    )
  }
  if (session.mark === 'failed') {
    return (
      <span className="state small t-fail">
        <Mark kind="failed" />
        {t('state.failed', { time: times.ago(session.lastActivityAt) })}
      </span>
    )
  }
  return null
}

/** Long folders by their end, which tells them apart. */
function shortPath(path: string): string {
  const home = path.replace(/^(?:\/home\/[^/]+|\/Users\/[^/]+|[A-Z]:\\Users\\[^\\]+)(?=[/\\]|$)/, '~')
  return home.length <= 36 ? home : `…${home.slice(-34)}`
}
