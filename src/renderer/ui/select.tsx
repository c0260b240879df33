import { Check, ChevronDown } from 'lucide-react'
import { Select as S } from 'radix-ui'
import type { ReactNode } from 'react'

type Props<V extends string> = {
  readonly label: string
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: ReactNode }[]
  readonly onChange: (value: V) => void
  readonly size?: 'sm' | 'md'
  readonly fill?: boolean
  readonly disabled?: boolean
  readonly id?: string
}

export function Select<V extends string>({
  label,
  value,
  options,
  onChange,
  size = 'md',
  fill = false,
  disabled = false,
  id,
}: Props<V>) {
  return (
    <S.Root
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    >
      <S.Trigger className="select" data-size={size} data-fill={fill} aria-label={label} id={id}>
        <span className="trunc">
          <S.Value />
        </span>
        <S.Icon asChild>
          <ChevronDown size={14} strokeWidth={1.7} />
        </S.Icon>
      </S.Trigger>
      <S.Portal>
        <S.Content className="menu" position="popper" sideOffset={4}>
          <S.Viewport>
            {options.map((option) => (
              <S.Item key={option.value} value={option.value} className="menu-item">
                <S.ItemText>{option.label}</S.ItemText>
                <S.ItemIndicator>
                  <Check size={14} strokeWidth={1.7} aria-hidden />
                </S.ItemIndicator>
              </S.Item>
            ))}
          </S.Viewport>
        </S.Content>
      </S.Portal>
    </S.Root>
  )
}
