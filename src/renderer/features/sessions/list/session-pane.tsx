import { Plus, Trash2, Undo2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentView } from '#shared/agent.ts'
import type { SessionRow } from '#shared/session.ts'
import { IconButton } from '#renderer/ui/button.tsx'
import { Segmented } from '#renderer/ui/segmented.tsx'
import { type ListMode, useSessionsUi } from '../sessions-ui.ts'
import { ListState } from './list-state.tsx'
import { SearchBox } from './search-box.tsx'
import { SessionContextMenu, type SessionCommands } from './session-menu.tsx'
import { SessionList } from './session-list.tsx'
import { type GroupHead, ORPHANS, rowsOf, type SessionPage } from './session-list-model.ts'
import { useSessionList } from './use-session-list.ts'

type Props = {
  readonly selectedId: string | null
  readonly search: string
  readonly agents: readonly AgentView[]
  readonly deletedAgents: readonly AgentView[]
  readonly renamingId: string | null
  readonly commands: SessionCommands
  readonly onOpen: (sessionId: string, messageId: string | null) => void
  readonly onNew: () => void
  readonly onRenamed: (id: string, name: string | null) => void
}

const modes: readonly ListMode[] = ['recent', 'agent']
const noPages: readonly SessionPage[] = []

export function SessionPane({
  selectedId,
  search,
  agents,
  deletedAgents,
  renamingId,
  commands,
  onOpen,
  onNew,
  onRenamed,
}: Props) {
  const { t } = useTranslation('sessions')
  const { mode, closedAgents, setMode, toggleAgent } = useSessionsUi()
  const [trash, setTrash] = useState(false)
  const [query, setQuery] = useState(search)
  const [lastSearch, setLastSearch] = useState(search)
  if (search !== lastSearch) {
    setLastSearch(search)
    if (search !== '') setQuery(search)
  }
  const [menuRow, setMenuRow] = useState<SessionRow | null>(null)
  const byAgent = mode === 'agent' && !trash

  const all = useMemo(() => [...agents, ...deletedAgents], [agents, deletedAgents])
  const known = useMemo(() => new Map(all.map((agent) => [agent.id, agent])), [all])
  const heads = useMemo<readonly GroupHead[] | null>(
    () =>
      byAgent
        ? [...all.map((agent) => ({ group: agent.id, total: agent.sessionCount })), { group: ORPHANS, total: 1 }].map(
            (head) => ({ ...head, closed: closedAgents.includes(head.group) }),
          )
        : null,
    [byAgent, all, closedAgents],
  )
  const groups = useMemo(() => heads?.filter((head) => !head.closed).map((head) => head.group) ?? null, [heads])
  const list = useSessionList({ trashed: trash, groups })
  const pages = list.data?.pages ?? noPages
  const { fetchNextPage, isFetching } = list
  const more = useCallback(() => {
    if (!isFetching) void fetchNextPage()
  }, [fetchNextPage, isFetching])

  const rowKey = (event: React.KeyboardEvent, row: SessionRow): void => {
    const { key } = event
    const mod = event.metaKey || event.ctrlKey
    if (key === 'F2' && !trash) commands.rename(row)
    else if (key === 'Delete' || key === 'Backspace') (trash ? commands.deleteForever : commands.trash)(row)
    else if (key === 'p' && !mod && !trash) commands.pin(row)
    else if (key === 'c' && mod) commands.copyId(row)
    else return
    event.preventDefault()
  }
  const menuAt = (event: React.MouseEvent): void => {
    const area = event.target instanceof Element ? event.target : null
    const option = area?.closest('[data-id]') ?? area?.closest('[role=listbox]')?.querySelector('[data-active=true]')
    const row = rowsOf(pages).find(({ id }) => id === option?.getAttribute('data-id'))
    if (row === undefined) event.preventDefault()
    setMenuRow(row ?? null)
  }

  const total = pages.at(-1)?.total ?? 0
  return (
    <section className="pane" aria-label={t('title')}>
      <div className="bar">
        <h1>{trash ? t('trash.title') : t('title')}</h1>
        <span className="grow" />
        {trash ? null : (
          <IconButton label={t('new.open')} onClick={onNew}>
            <Plus size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
        )}
      </div>
      <SearchBox query={query} setQuery={setQuery} onOpen={onOpen}>
        {trash ? null : (
          <Segmented
            label={t('mode.label')}
            value={mode}
            options={modes.map((each) => ({ value: each, label: t(`mode.${each}`) }))}
            onChange={setMode}
          />
        )}
      </SearchBox>
      {query.trim() !== '' ? null : (
        <>
          <ListState
            pending={list.isPending}
            error={list.isError && pages.length === 0 ? list.error : null}
            empty={total === 0 && !byAgent}
            trash={trash}
            onRetry={() => void list.refetch()}
          />
          <SessionContextMenu row={menuRow} agents={agents} commands={commands} onOpenAt={menuAt}>
            <SessionList
              key={trash ? 'trash' : mode}
              pages={pages}
              heads={heads}
              agents={known}
              selectedId={selectedId}
              renamingId={renamingId}
              label={trash ? t('trash.title') : t('title')}
              hasMore={list.hasNextPage}
              onMore={more}
              onOpen={(row) => onOpen(row.id, null)}
              onRenamed={onRenamed}
              onToggleGroup={toggleAgent}
              onRowKey={rowKey}
            />
          </SessionContextMenu>
          <div className="sess-foot">
            <span className="num">{byAgent || list.isPending ? '' : t('total', { count: total })}</span>
            <span className="grow" />
            <button type="button" onClick={() => setTrash(!trash)}>
              {trash ? (
                <Undo2 size={14} strokeWidth={1.7} aria-hidden />
              ) : (
                <Trash2 size={14} strokeWidth={1.7} aria-hidden />
              )}
              {trash ? t('trash.leave') : t('trash.enter')}
            </button>
          </div>
        </>
      )}
    </section>
  )
}
