import { Check, ChevronRight } from 'lucide-react'
import { ContextMenu } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import type { AgentView, Reach } from '#shared/agent.ts'
import type { SessionRow } from '#shared/session.ts'

/** What a person can do to a Session from the list. */
export type SessionCommands = {
  readonly rename: (row: SessionRow) => void
  readonly pin: (row: SessionRow) => void
  readonly reach: (row: SessionRow, reach: Reach) => void
  readonly giveTo: (row: SessionRow, agentId: string) => void
  readonly copyId: (row: SessionRow) => void
  readonly trash: (row: SessionRow) => void
  readonly restore: (row: SessionRow) => void
  readonly deleteForever: (row: SessionRow) => void
}

type Props = {
  /** The row that the menu was opened on. */
  readonly row: SessionRow | null
  readonly agents: readonly AgentView[]
  readonly commands: SessionCommands
  readonly onOpenAt: (event: React.MouseEvent) => void
  readonly children: React.ReactNode
}

const reaches: readonly Reach[] = ['open', 'listed', 'hidden']

export function SessionContextMenu({ row, agents, commands, onOpenAt, children }: Props) {
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger asChild onContextMenu={onOpenAt}>
        <div className="sess-menu-area">{children}</div>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu" collisionPadding={8}>
          {row === null ? null : row.trashedAt === null ? (
            <LiveItems row={row} agents={agents} commands={commands} />
          ) : (
            <TrashedItems row={row} commands={commands} />
          )}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

function LiveItems({
  row,
  agents,
  commands,
}: {
  row: SessionRow
  agents: readonly AgentView[]
  commands: SessionCommands
}) {
  const { t } = useTranslation('sessions')
  return (
    <>
      <ContextMenu.Item className="menu-item" onSelect={() => commands.rename(row)}>
        {t('menu.rename')}
        <kbd>F2</kbd>
      </ContextMenu.Item>
      <ContextMenu.Item className="menu-item" onSelect={() => commands.pin(row)}>
        {row.pinnedAt === null ? t('menu.pin') : t('menu.unpin')}
      </ContextMenu.Item>
      <ContextMenu.Sub>
        <ContextMenu.SubTrigger className="menu-item">
          {t('menu.reach')}
          <ChevronRight size={14} strokeWidth={1.7} aria-hidden />
        </ContextMenu.SubTrigger>
        <ContextMenu.Portal>
          <ContextMenu.SubContent className="menu">
            <ContextMenu.RadioGroup value={row.reach}>
              {reaches.map((reach) => (
                <ContextMenu.RadioItem
                  key={reach}
                  value={reach}
                  className="menu-item"
                  onSelect={() => commands.reach(row, reach)}
                >
                  {t(`reach.${reach}.name`)}
                  <ContextMenu.ItemIndicator>
                    <Check size={14} strokeWidth={1.7} aria-hidden />
                  </ContextMenu.ItemIndicator>
                </ContextMenu.RadioItem>
              ))}
            </ContextMenu.RadioGroup>
          </ContextMenu.SubContent>
        </ContextMenu.Portal>
      </ContextMenu.Sub>
      <ContextMenu.Sub>
        <ContextMenu.SubTrigger className="menu-item">
          {t('menu.giveTo')}
          <ChevronRight size={14} strokeWidth={1.7} aria-hidden />
        </ContextMenu.SubTrigger>
        <ContextMenu.Portal>
          <ContextMenu.SubContent className="menu">
            {agents
              .filter((agent) => agent.id !== row.agentId)
              .map((agent) => (
                <ContextMenu.Item key={agent.id} className="menu-item" onSelect={() => commands.giveTo(row, agent.id)}>
                  {agent.name}
                </ContextMenu.Item>
              ))}
          </ContextMenu.SubContent>
        </ContextMenu.Portal>
      </ContextMenu.Sub>
      <ContextMenu.Item className="menu-item" onSelect={() => commands.copyId(row)}>
        {t('menu.copyId')}
      </ContextMenu.Item>
      <ContextMenu.Separator className="menu-line" />
      <ContextMenu.Item className="menu-item" onSelect={() => commands.trash(row)}>
        {t('menu.trash')}
        <kbd>⌫</kbd>
      </ContextMenu.Item>
    </>
  )
}

function TrashedItems({ row, commands }: { row: SessionRow; commands: SessionCommands }) {
  const { t } = useTranslation('sessions')
  return (
    <>
      <ContextMenu.Item className="menu-item" onSelect={() => commands.restore(row)}>
        {t('menu.restore')}
      </ContextMenu.Item>
      <ContextMenu.Item className="menu-item" onSelect={() => commands.copyId(row)}>
        {t('menu.copyId')}
      </ContextMenu.Item>
      <ContextMenu.Separator className="menu-line" />
      <ContextMenu.Item className="menu-item" onSelect={() => commands.deleteForever(row)}>
        {t('menu.deleteForever')}
      </ContextMenu.Item>
    </>
  )
}
