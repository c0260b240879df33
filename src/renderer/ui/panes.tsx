import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'

type Pane = {
  readonly id: string
  readonly content: ReactNode
  /** px; the one without takes the rest. */
  readonly size?: number
  readonly min?: number
  readonly max?: number
}

/** Panes side by side, with widths that a person sets and this window remembers. Missing panes are left out. */
export function Panes({ id, panes }: { readonly id: string; readonly panes: readonly (Pane | null)[] }) {
  const { t } = useTranslation('ui')
  const shown = panes.filter((pane) => pane !== null)
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id,
    panelIds: shown.map((pane) => pane.id),
    storage: localStorage,
    onlySaveAfterUserInteractions: true,
  })
  return (
    <Group
      id={id}
      className="min-h-0"
      {...(defaultLayout === undefined ? {} : { defaultLayout })}
      onLayoutChanged={onLayoutChanged}
    >
      {shown.flatMap((pane, index) => {
        const panel = (
          <Panel
            key={pane.id}
            id={pane.id}
            className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)]"
            minSize={pane.min ?? 320}
            {...(pane.size === undefined ? {} : { defaultSize: pane.size, groupResizeBehavior: 'preserve-pixel-size' })}
            {...(pane.max === undefined ? {} : { maxSize: pane.max })}
          >
            {pane.content}
          </Panel>
        )
        return index === 0
          ? [panel]
          : [<Separator key={`${pane.id} edge`} className="pane-handle" aria-label={t('paneEdge')} />, panel]
      })}
    </Group>
  )
}
