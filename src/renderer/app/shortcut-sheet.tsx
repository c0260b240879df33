import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { Keys } from '#renderer/ui/keys.tsx'
import { useShortcut, useShortcuts } from '#renderer/ui/use-shortcut.ts'
import { create } from 'zustand'

/** Opened by `?` and from the palette. */
export const useShortcutSheet = create<{ readonly shown: boolean }>(() => ({ shown: false }))

/** Every shortcut that holds on this screen, as it registered itself. */
export function ShortcutSheet() {
  const { t } = useTranslation('frame')
  const shown = useShortcutSheet((state) => state.shown)
  const all = useShortcuts((state) => state.all)
  const [group] = useState(() => t('shortcuts.everywhere'))
  useShortcut({ keys: '?', label: t('shortcuts.sheet'), group, run: () => useShortcutSheet.setState({ shown: true }) })
  const groups = new Map<string, { readonly keys: string; readonly label: string }[]>()
  for (const { shortcut } of all) {
    if (shortcut.label === undefined) continue
    const rows = groups.get(shortcut.group ?? group) ?? []
    if (!rows.some(({ keys }) => keys === shortcut.keys)) rows.push({ keys: shortcut.keys, label: shortcut.label })
    groups.set(shortcut.group ?? group, rows)
  }
  return (
    <Dialog
      open={shown}
      onClose={() => useShortcutSheet.setState({ shown: false })}
      title={t('shortcuts.title')}
      size="wide"
    >
      <div className="mt-3 gap-x-10 sm:columns-2">
        {[...groups].map(([name, rows]) => (
          <section key={name} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-small font-medium text-ink-3">{name}</h3>
            <dl>
              {rows.map(({ keys, label }) => (
                <div key={keys} className="flex min-h-7 items-center justify-between gap-4">
                  <dt>{label}</dt>
                  <dd className="flex items-center gap-1.5 text-small text-ink-3">
                    {keys.split(' ').map((press, index) => (
                      <span key={press} className="flex items-center gap-1.5">
                        {index === 0 ? null : t('shortcuts.after')}
                        <Keys keys={press.split('+')} />
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
