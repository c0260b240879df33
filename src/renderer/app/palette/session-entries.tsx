import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { hrefOf, navigate } from '../router.ts'
import type { PaletteEntry } from './action-entries.tsx'

const MOST = 8

/** The Sessions with these words in their name, or the most recent ones; null until they were read once. */
export function useSessionEntries(query: string): readonly PaletteEntry[] | null {
  const { t } = useTranslation('frame')
  const name = useDeferredValue(query)
  const found = useRouteQuery(
    'sessions.list',
    { filter: { trashed: false, ...(name === '' ? {} : { name }) }, cursor: null, limit: MOST },
    { holdLast: true },
  )
  if (found.isPending) return null
  return (found.data?.rows ?? []).map((row) => ({
    key: `session ${row.id}`,
    label: row.name,
    hint: row.agentName === null ? t('palette.noAgent') : t('palette.sessionOf', { agent: row.agentName }),
    icon: <AgentTile name={row.agentName ?? ''} emoji={row.agentEmoji} size={18} />,
    run: () => navigate(hrefOf('sessions', row.id)),
  }))
}
