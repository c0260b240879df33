import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionRow } from '#shared/session.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { showToast } from '#renderer/ui/toasts.tsx'
import type { SessionCommands } from './list/session-menu.tsx'

/** What a person does to a Session, and the questions that come before some of it. */
export function useSessionCommands(onGone: (id: string) => void) {
  const { t } = useTranslation('sessions')
  const call = useCall()
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const [trashing, setTrashing] = useState<{ readonly row: SessionRow; readonly open: number } | null>(null)
  const [deleting, setDeleting] = useState<SessionRow | null>(null)

  const acts = useMemo(() => {
    const trash = async (row: SessionRow, cancelOutgoing: boolean | null): Promise<void> => {
      setTrashing(null)
      if (cancelOutgoing === null) {
        const open = await call('sessions.openOutgoing', { id: row.id })
        if (open.ok && open.value.count > 0) return setTrashing({ row, open: open.value.count })
      }
      const gone = await call('sessions.trash', { id: row.id, cancelOutgoing: cancelOutgoing ?? false })
      if (!gone.ok) return
      onGone(row.id)
      showToast(t('trash.moved', { name: row.name || t('unnamed') }), {
        label: t('undo'),
        run: () => void call('sessions.restore', { id: row.id }),
      })
    }
    const deleteForever = async (row: SessionRow): Promise<void> => {
      setDeleting(null)
      const gone = await call('sessions.deleteForever', { id: row.id })
      if (gone.ok) onGone(row.id)
    }
    const renamed = (id: string, name: string | null): void => {
      setRenamingId(null)
      if (name !== null) void call('sessions.rename', { id, name })
    }
    const commands: SessionCommands = {
      rename: (row) => setRenamingId(row.id),
      pin: (row) => void call('sessions.setPinned', { id: row.id, pinned: row.pinnedAt === null }),
      reach: (row, reach) => void call('sessions.setReach', { id: row.id, reach }),
      giveTo: (row, agentId) => void call('sessions.giveTo', { id: row.id, agentId }),
      copyId: (row) => void navigator.clipboard.writeText(row.id).then(() => showToast(t('copied'))),
      trash: (row) => void trash(row, null),
      restore: (row) => void call('sessions.restore', { id: row.id }),
      deleteForever: setDeleting,
    }
    return { commands, renamed, trash, deleteForever }
  }, [call, onGone, t])

  return { ...acts, renamingId, trashing, setTrashing, deleting, setDeleting }
}
