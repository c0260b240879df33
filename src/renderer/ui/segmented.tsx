import { ToggleGroup } from 'radix-ui'
import type { ReactNode } from 'react'

type Props<V extends string> = {
  readonly label: string
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: ReactNode }[]
  readonly onChange: (value: V) => void
  readonly className?: string
}

/** One of a few, always one. */
export function Segmented<V extends string>({ label, value, options, onChange, className = '' }: Props<V>) {
  return (
    <ToggleGroup.Root
      type="single"
      className={`seg ${className}`}
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <ToggleGroup.Item key={option.value} value={option.value}>
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
