import { RadioGroup, Switch as S } from 'radix-ui'
import type { ReactNode } from 'react'

type SwitchProps = {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

export function Switch({ label, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <S.Root className="switch" checked={checked} onCheckedChange={onChange} disabled={disabled} aria-label={label}>
      <S.Thumb />
    </S.Root>
  )
}

type RadioProps<V extends string> = {
  readonly label: string
  readonly value: V
  /** Each choice with the sentence that says what follows from it. */
  readonly options: readonly { readonly value: V; readonly name: ReactNode; readonly says: ReactNode }[]
  readonly onChange: (value: V) => void
}

export function RadioRows<V extends string>({ label, value, options, onChange }: RadioProps<V>) {
  return (
    <RadioGroup.Root
      className="grid"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <RadioGroup.Item key={option.value} value={option.value} className="pick">
          <i className="radio" aria-hidden />
          <span>
            <b className="text-ink">{option.name}</b>
            {option.says}
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
