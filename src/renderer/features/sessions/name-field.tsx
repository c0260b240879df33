import { useEffect, useRef } from 'react'
import { useSendKey } from './composer/use-send-key.ts'

type Props = {
  readonly name: string
  readonly label: string
  readonly className?: string
  /** The new name, trimmed and not the old one, or null when nothing is to change. */
  readonly onDone: (name: string | null) => void
}

/** A name while it is being changed: Enter or leaving keeps it, Escape does not. */
export function NameField({ name, label, className, onDone }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const { composition, sends } = useSendKey()
  const over = useRef(false)
  useEffect(() => field.current?.select(), [])
  const done = (keep: boolean): void => {
    if (over.current) return
    over.current = true
    const next = field.current?.value.trim() ?? ''
    onDone(keep && next !== '' && next !== name ? next : null)
  }
  return (
    <input
      ref={field}
      className={className}
      aria-label={label}
      defaultValue={name}
      maxLength={255}
      onClick={(event) => event.stopPropagation()}
      onBlur={() => done(true)}
      {...composition}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) done(false)
        else if (sends(event)) done(true)
      }}
    />
  )
}
