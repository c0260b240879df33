import { Check } from 'lucide-react'
import { DropdownMenu as D } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Keys } from './keys.tsx'

export type MenuEntry =
  | {
      readonly kind?: 'item'
      readonly key: string
      readonly label: ReactNode
      readonly icon?: ReactNode
      readonly keys?: readonly string[]
      readonly tone?: 'fail'
      readonly disabled?: boolean
      readonly onSelect: () => void
    }
  | {
      readonly kind: 'check'
      readonly key: string
      readonly label: ReactNode
      readonly checked: boolean
      readonly onSelect: (checked: boolean) => void
    }
  | { readonly kind: 'line'; readonly key: string }

type Props = {
  readonly entries: readonly MenuEntry[]
  /** One button; it opens the menu. */
  readonly children: ReactElement
  readonly align?: 'start' | 'end'
}

export function Menu({ entries, children, align = 'start' }: Props) {
  return (
    <D.Root modal={false}>
      <D.Trigger asChild>{children}</D.Trigger>
      <D.Portal>
        <D.Content className="menu" align={align} sideOffset={4} collisionPadding={8}>
          {entries.map((entry) => {
            if (entry.kind === 'line') return <D.Separator key={entry.key} className="menu-line" />
            if (entry.kind === 'check')
              return (
                <D.CheckboxItem
                  key={entry.key}
                  className="menu-item"
                  checked={entry.checked}
                  onCheckedChange={entry.onSelect}
                  onSelect={(event) => event.preventDefault()}
                >
                  <span>{entry.label}</span>
                  <D.ItemIndicator>
                    <Check size={14} strokeWidth={1.7} aria-hidden />
                  </D.ItemIndicator>
                </D.CheckboxItem>
              )
            return (
              <D.Item
                key={entry.key}
                className="menu-item"
                data-tone={entry.tone}
                disabled={entry.disabled ?? false}
                onSelect={entry.onSelect}
              >
                <ItemBody entry={entry} />
              </D.Item>
            )
          })}
        </D.Content>
      </D.Portal>
    </D.Root>
  )
}

function ItemBody({
  entry,
}: {
  readonly entry: { readonly icon?: ReactNode; readonly label: ReactNode; readonly keys?: readonly string[] }
}) {
  return (
    <>
      <span>
        {entry.icon}
        <span className="trunc">{entry.label}</span>
      </span>
      {entry.keys === undefined ? null : <Keys keys={entry.keys} />}
    </>
  )
}
