import './list/list.css'
import './timeline/timeline.css'
import './composer/composer.css'
import './panel/panel.css'
import './sessions.css'
import { useCallback, useEffect, useState } from 'react'
import type { AgentView } from '#shared/agent.ts'
import { hrefOf, navigate } from '#renderer/app/router.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { Conversation } from './conversation.tsx'
import { DeleteDialog } from './dialogs/delete-dialog.tsx'
import { NewSessionDialog } from './dialogs/new-session-dialog.tsx'
import { OpenRequestsDialog } from './dialogs/open-requests-dialog.tsx'
import { SessionPane } from './list/session-pane.tsx'
import { NoSession } from './no-session.tsx'
import { sessionHref } from './session-href.ts'
import { AboutPanel } from './panel/about-panel.tsx'
import { usePanel } from './use-panel.ts'
import { useSessionCommands } from './use-session-commands.ts'

type Props = {
  readonly sessionId: string | null
  /** The message that the address names: it is scrolled to and lit. */
  readonly messageId: string | null
  /** Words to search for at once; each address with others searches anew. */
  readonly search: string
}

function openAt(sessionId: string | null, messageId: string | null): void {
  navigate(sessionId === null ? hrefOf('sessions') : sessionHref(sessionId, messageId))
}

const noAgents: readonly AgentView[] = []

export function SessionsScreen({ sessionId, messageId, search }: Props) {
  const call = useCall()
  const agents = useRouteQuery('agents.list', {}).data ?? noAgents
  const deletedAgents = useRouteQuery('agents.list', { deleted: true }).data ?? noAgents
  const read = useRouteQuery('sessions.get', { id: sessionId ?? '' }, { enabled: sessionId !== null })
  const panel = usePanel()
  const [creating, setCreating] = useState(false)
  const gone = useCallback((id: string) => (sessionId === id ? openAt(null, null) : undefined), [sessionId])
  const acts = useSessionCommands(gone)
  const session = sessionId === null ? undefined : read.data

  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && panel.overlay && panel.open) panel.setOpen(false)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [panel])

  const agent = agents.find(({ id }) => id === session?.agentId)
  return (
    <div className="sessions" data-panel={session !== undefined && panel.open ? 'open' : 'closed'}>
      <SessionPane
        selectedId={sessionId}
        agents={agents}
        deletedAgents={deletedAgents}
        renamingId={acts.renamingId}
        commands={acts.commands}
        search={search}
        onOpen={openAt}
        onNew={() => setCreating(true)}
        onRenamed={acts.renamed}
      />
      {session === undefined ? (
        <NoSession
          why={
            sessionId === null
              ? 'none'
              : read.isError
                ? read.error.error.code === 'NOT_FOUND'
                  ? 'gone'
                  : 'error'
                : 'loading'
          }
          onNew={() => setCreating(true)}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <>
          <Conversation
            key={session.id}
            session={session}
            messageId={messageId}
            panelOpen={panel.open}
            onPanel={() => panel.setOpen(!panel.open)}
            onRestore={() => acts.commands.restore(session)}
          />
          {panel.open ? (
            <AboutPanel
              session={session}
              agent={agent}
              readOnly={session.trashedAt !== null}
              onDescribe={(description) => void call('sessions.describe', { id: session.id, description })}
              onClose={panel.overlay ? () => panel.setOpen(false) : null}
              onReach={(reach) => acts.commands.reach(session, reach)}
            />
          ) : null}
        </>
      )}
      <NewSessionDialog
        open={creating}
        agents={agents}
        agentId={session?.agentId ?? null}
        onClose={() => setCreating(false)}
        onCreated={({ id }) => {
          setCreating(false)
          openAt(id, null)
        }}
      />
      <OpenRequestsDialog
        kind="trash"
        count={acts.trashing?.open ?? null}
        onAnswer={(answer) => {
          const row = acts.trashing?.row
          if (answer === 'back' || row === undefined) acts.setTrashing(null)
          else void acts.trash(row, answer === 'cancel-them')
        }}
      />
      <DeleteDialog
        session={acts.deleting}
        onAnswer={(yes) => {
          if (yes && acts.deleting !== null) void acts.deleteForever(acts.deleting)
          else acts.setDeleting(null)
        }}
      />
    </div>
  )
}
