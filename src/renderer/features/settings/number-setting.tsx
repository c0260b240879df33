import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#renderer/ui/field.tsx'
import { isComposing } from '#renderer/ui/shortcut-keys.ts'
import { readNumber } from './number-model.ts'

type Props = {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly unit?: string
  readonly onChange: (value: number) => Promise<boolean>
}

/** A number that is kept when one leaves its field or presses Enter; one that cannot be kept says so and stays typed. */
export function NumberSetting({ label, value, min, max, unit, onChange }: Props) {
  const { t, i18n } = useTranslation('settings')
  const [typed, setTyped] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const id = useId()
  const read = typed === null ? null : readNumber(typed, min, max)
  const keep = async (): Promise<void> => {
    if (read === null) return
    if (!read.ok) return setRefused(true)
    if (read.value === value || (await onChange(read.value))) setTyped(null)
  }
  const number = (each: number): string => each.toLocaleString(i18n.language)
  return (
    <span className="set-number">
      <Field
        className="num"
        aria-label={label}
        aria-describedby={refused ? id : undefined}
        invalid={refused}
        inputMode="numeric"
        maxLength={8}
        value={typed ?? String(value)}
        onChange={(event) => {
          setTyped(event.target.value)
          setRefused(false)
        }}
        onBlur={() => void keep()}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return
          if (event.key === 'Enter') void keep()
          if (event.key !== 'Escape' || typed === null) return
          event.stopPropagation()
          setTyped(null)
          setRefused(false)
        }}
      />
      {unit === undefined ? null : <span>{unit}</span>}
      {refused ? (
        <span id={id} className="t-fail" role="alert">
          {t('number.between', { min: number(min), max: number(max) })}
        </span>
      ) : null}
    </span>
  )
}
