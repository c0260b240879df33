import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#shared/approval.ts'
import type { Message } from '#shared/message.ts'
import type { SessionRow } from '#shared/session.ts'
import type { SessionQueue } from '#shared/timeline.ts'
import type { Turn } from '#shared/turn.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { showToast } from '#renderer/ui/toasts.tsx'
import { Composer, type ComposerBlock } from './composer/composer.tsx'
import { QueueStrip } from './composer/queue-strip.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { OpenRequestsDialog } from './dialogs/open-requests-dialog.tsx'
import { sessionHref } from './session-href.ts'
import { rowsOf } from './timeline/timeline-model.ts'
import type { RowContext } from './timeline/timeline-row.tsx'
import { TimelineView } from './timeline/timeline-view.tsx'
import { useTimeline } from './timeline/use-timeline.ts'

type Props = {
  readonly session: SessionRow
  readonly messageId: string | null
  readonly panelOpen: boolean
  readonly onPanel: () => void
  readonly onRestore: () => void
}

const noQueue: SessionQueue = { running: null, queued: [], deliveries: [], held: [] }
const noApprovals: readonly Approval[] = []

/** One Session's conversation. Mounted anew for each Session. */
export function Conversation({ session, messageId, panelOpen, onPanel, onRestore }: Props) {
  const { t } = useTranslation('sessions')
  const call = useCall()
  const { id } = session
  const { feed, state, shown } = useTimeline(id, messageId)
  const queue = useRouteQuery('timeline.queue', { sessionId: id }).data ?? noQueue
  const approvals = useRouteQuery('approvals.open', { sessionId: id }).data ?? noApprovals
  const [sentAt, setSentAt] = useState(0)
  const [stopAsks, setStopAsks] = useState<number | null>(null)
  const block = blockOf(session)
  const running = queue.running

  useSeen(session)

  const rows = useMemo(
    () => rowsOf(state.window.items, running, approvals, queue.held),
    [state.window.items, running, approvals, queue.held],
  )

  const agentId = session.agentId
  const agentName = session.agentName ?? ''
  const context = useMemo<RowContext>(() => {
    const copy = (text: string): void => {
      void navigator.clipboard.writeText(text).then(() => showToast(t('copied')))
    }
    const setLeftOut = async (message: Message, leftOut: boolean): Promise<void> => {
      const answer = await call('timeline.setLeftOut', { messageId: message.id, leftOut })
      if (!answer.ok) return
      showToast(leftOut ? t('message.nowLeftOut') : t('message.nowBack'), {
        label: t('undo'),
        run: () => void call('timeline.setLeftOut', { messageId: message.id, leftOut: !leftOut }),
      })
    }
    const sendAgain = async (requestId: string): Promise<void> => {
      const again = await call('deliveries.retry', { id: requestId })
      if (again.ok) showToast(t('block.sentAgain'))
    }
    return {
      agent: { id: agentId, name: agentName },
      readOnly: block !== null,
      copy,
      retry: (turn: Turn) => void call('turns.retry', { turnId: turn.id }),
      sendAgain: (requestId) => void sendAgain(requestId),
      wake: (deliveryId) => void call('deliveries.wake', { id: deliveryId }),
      markRead: (deliveryId) => void call('deliveries.markRead', { id: deliveryId }),
      actions: {
        copyText: (message) => copy(message.text),
        copyLink: (message) => copy(new URL(sessionHref(id, message.id), window.location.href).href),
        setLeftOut: (message, leftOut) => void setLeftOut(message, leftOut),
      },
    }
  }, [id, agentId, agentName, block, call, t])

  const stop = useCallback(
    async (cancelOutgoing: boolean | null): Promise<void> => {
      setStopAsks(null)
      if (cancelOutgoing === null) {
        const open = await call('sessions.openOutgoing', { id })
        if (open.ok && open.value.count > 0) return setStopAsks(open.value.count)
      }
      await call('turns.stop', { sessionId: id, cancelOutgoing: cancelOutgoing ?? false })
    },
    [call, id],
  )
  const canStop = running !== null && session.trashedAt === null
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== '.' || !(event.metaKey || event.ctrlKey) || event.isComposing || !canStop) return
      event.preventDefault()
      void stop(null)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [canStop, stop])

  const send = async (text: string, mode: 'queue' | 'stop-and-send'): Promise<boolean> => {
    const sent = await call('turns.send', { sessionId: id, text, mode })
    if (sent.ok && feed?.state.getSnapshot().window.hasNewer === true) feed.open(null)
    else if (sent.ok) setSentAt((before) => before + 1)
    return sent.ok
  }

  return (
    <section className="page sess-page" aria-label={session.name || t('unnamed')}>
      <ConversationHeader
        session={session}
        running={running}
        askedAt={approvals.find((approval) => approval.waiterLostAt === null)?.createdAt ?? null}
        panelOpen={panelOpen}
        onPanel={onPanel}
        onRename={(name) => void call('sessions.rename', { id, name })}
        onStop={() => void stop(null)}
      />
      {feed === null ? null : (
        <TimelineView
          key={state.opened}
          toEnd={sentAt}
          rows={rows}
          state={state}
          feed={feed}
          shown={shown}
          context={context}
          label={t('conversation.label')}
        />
      )}
      <div className="sess-dock">
        <div className="sess-dock-in">
          <QueueStrip
            queue={queue}
            onWithdraw={(turnId) => void call('turns.withdraw', { turnId })}
            onConsent={(turnId) => void call('turns.consent', { turnId })}
          />
          <Composer
            sessionId={id}
            agentName={agentName}
            block={block}
            onRestore={onRestore}
            running={running !== null}
            onSend={send}
          />
        </div>
      </div>
      <OpenRequestsDialog
        kind="stop"
        count={stopAsks}
        onAnswer={(answer) => (answer === 'back' ? setStopAsks(null) : void stop(answer === 'cancel-them'))}
      />
    </section>
  )
}

function blockOf(session: SessionRow): ComposerBlock | null {
  if (session.trashedAt !== null) return 'trashed'
  if (session.agentId === null) return 'orphan'
  return session.agentDeleted ? 'agent-deleted' : null
}

/** A Session counts as seen while it is open in a window that is looked at. */
function useSeen(session: SessionRow): void {
  const call = useCall()
  const { id, lastActivityAt, seenAt, mark } = session
  const unseen = mark === 'unread' || seenAt === null || seenAt < lastActivityAt
  useEffect(() => {
    if (!unseen) return
    const see = (): void => {
      if (document.visibilityState === 'visible' && document.hasFocus()) void call('sessions.markSeen', { id })
    }
    see()
    document.addEventListener('visibilitychange', see)
    window.addEventListener('focus', see)
    return () => {
      document.removeEventListener('visibilitychange', see)
      window.removeEventListener('focus', see)
    }
  }, [call, id, unseen, lastActivityAt])
}
