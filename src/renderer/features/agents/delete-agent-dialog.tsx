import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentView } from '#shared/agent.ts'
import { hrefOf, navigate } from '#renderer/app/router.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { Confirm } from '#renderer/ui/dialog.tsx'
import { showToast } from '#renderer/ui/toasts.tsx'
import { useAgentDrafts } from './form/agent-drafts.ts'

type Props = { readonly agent: AgentView; readonly open: boolean; readonly onClose: () => void }

/** So many Sessions are looked at for what would stop. */
const LOOKED_AT = 200

/** Deleting stops work: it says whose, before. */
export function DeleteAgentDialog({ agent, open, onClose }: Props) {
  const { t, i18n } = useTranslation('agents')
  const call = useCall()
  const [busy, setBusy] = useState(false)
  const read = useRouteQuery('sessions.list', { filter: { agentId: agent.id }, limit: LOOKED_AT }, { enabled: open })
  const rows = read.data?.rows ?? []
  const working = rows.filter(({ state }) => state !== 'idle')
  const waiting = rows.reduce((sum, row) => sum + row.waitingDeliveries, 0)
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(
    working.slice(0, 4).map(({ name }) => (name === '' ? t('unnamed') : name)),
  )
  const remove = async (): Promise<void> => {
    setBusy(true)
    const answer = await call('agents.delete', { id: agent.id })
    setBusy(false)
    if (!answer.ok) return
    onClose()
    useAgentDrafts.getState().drop(agent.id)
    const restore = (): void => void call('agents.restore', { id: agent.id })
    showToast(t('delete.done', { name: agent.name }), { label: t('restore.do'), run: restore })
    navigate(hrefOf('agents'))
  }
  return (
    <Confirm
      open={open}
      title={t('delete.title', { name: agent.name })}
      confirm={t('delete.do')}
      tone="danger"
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {working.length === 0 && waiting === 0 ? <p>{t('delete.nothingStops')}</p> : null}
      {working.length === 0 ? null : <p>{t('delete.stops', { count: working.length, names })}</p>}
      {waiting === 0 ? null : <p>{t('delete.fails', { count: waiting })}</p>}
      <p>{agent.sessionCount === 0 ? t('delete.noSessions') : t('delete.stays', { count: agent.sessionCount })}</p>
    </Confirm>
  )
}
