import type { ComponentProps } from 'react'
import { Keys } from './keys.tsx'

type Props = ComponentProps<'button'> & {
  readonly look?: 'primary' | 'danger' | 'no' | 'quiet' | 'plain'
  readonly size?: 'sm' | 'md' | 'lg'
  /** The shortcut that does the same, shown as key caps. */
  readonly keys?: readonly string[] | undefined
}

export function Button({
  look = 'plain',
  size = 'md',
  keys,
  children,
  className = '',
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      type={type}
      className={`btn ${className}`}
      data-look={look}
      data-size={size}
      aria-keyshortcuts={keys === undefined ? undefined : ariaKeys(keys)}
      {...rest}
    >
      {children}
      {keys === undefined ? null : <Keys keys={keys} />}
    </button>
  )
}

/** A button that is only an icon: `label` is its name and its tip. */
export function IconButton({
  label,
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { readonly label: string }) {
  return <button type={type} className={`ibtn ${className}`} aria-label={label} title={label} {...rest} />
}

function ariaKeys(keys: readonly string[]): string {
  return keys.map((key) => (key === 'mod' ? 'Control' : key.length === 1 ? key.toUpperCase() : key)).join('+')
}
