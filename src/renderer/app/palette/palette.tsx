import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog as D } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Keys } from '#renderer/ui/keys.tsx'
import { isComposing } from '#renderer/ui/shortcut-keys.ts'
import { useShortcut } from '#renderer/ui/use-shortcut.ts'
import { type PaletteEntry, useActionEntries } from './action-entries.tsx'
import { usePalette } from './palette-store.ts'
import { useSessionEntries } from './session-entries.tsx'

/** Reaches everything: Sessions by name, screens, actions. */
export function Palette() {
  const { t } = useTranslation('frame')
  const { shown, open, close } = usePalette()
  useShortcut({
    keys: 'mod+k',
    label: t('shortcuts.palette'),
    group: t('shortcuts.everywhere'),
    run: () => (shown ? close() : open()),
  })
  return (
    <D.Root open={shown} onOpenChange={(next) => (next ? open() : close())}>
      <D.Portal>
        <D.Overlay className="veil" />
        <D.Content className="palette-box" aria-describedby={undefined}>
          <D.Title className="sr-only">{t('palette.label')}</D.Title>
          <PaletteBody onDone={close} />
        </D.Content>
      </D.Portal>
    </D.Root>
  )
}

function PaletteBody({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('frame')
  const [query, setQuery] = useState('')
  const [picked, setPicked] = useState('')
  const words = query.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const sessions = useSessionEntries(query.trim())
  const { screens, actions } = useActionEntries(query.trim())
  const fits = ({ label, hint = '' }: PaletteEntry): boolean => {
    const text = `${label} ${hint}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  }
  // All at once, so that the row that is chosen stays the first.
  const groups =
    sessions === null
      ? []
      : [
          { heading: t('palette.sessions'), entries: sessions },
          { heading: t('palette.goTo'), entries: screens.filter(fits) },
          { heading: t('palette.actions'), entries: actions.filter((entry) => entry.always === true || fits(entry)) },
        ]
  // What was picked may be gone from a newer list: then Enter takes the first.
  const shown = groups.flatMap(({ entries }) => entries.map(({ key }) => key))
  return (
    <Command
      label={t('palette.label')}
      value={shown.includes(picked) ? picked : (shown[0] ?? '')}
      onValueChange={setPicked}
      shouldFilter={false}
      loop
      // The Enter and the arrows of an input method pick words, not rows.
      onKeyDownCapture={(event) => {
        if (isComposing(event.nativeEvent)) event.stopPropagation()
      }}
    >
      <div className="palette-in">
        <Search size={16} strokeWidth={1.5} aria-hidden />
        <Command.Input value={query} onValueChange={setQuery} placeholder={t('palette.open')} />
      </div>
      <Command.List className="palette-list">
        {sessions === null ? null : <Command.Empty className="none">{t('palette.none')}</Command.Empty>}
        {groups.map(({ heading, entries }) =>
          entries.length === 0 ? null : (
            <Command.Group key={heading} heading={heading}>
              {entries.map((entry) => (
                <Command.Item
                  key={entry.key}
                  value={entry.key}
                  className="row"
                  onSelect={() => {
                    onDone()
                    entry.run()
                  }}
                >
                  {entry.icon}
                  <span className="trunc">{entry.label}</span>
                  <span className="dim3 small trunc">{entry.hint}</span>
                  {entry.keys === undefined ? <span /> : <Keys keys={entry.keys} />}
                </Command.Item>
              ))}
            </Command.Group>
          ),
        )}
      </Command.List>
    </Command>
  )
}
