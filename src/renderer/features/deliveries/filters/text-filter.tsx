import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '#renderer/ui/field.tsx'
import { isComposing } from '#renderer/ui/shortcut-keys.ts'

/** Time without a key after which what was typed is looked for, ms. */
const PAUSE_MS = 180

type Props = { readonly ref: Ref<HTMLInputElement>; readonly value: string; readonly onChange: (text: string) => void }

/** Text or a whole id. It looks while one types, but not at the half words of an input method. */
export function TextFilter({ ref, value, onChange }: Props) {
  const { t } = useTranslation('deliveries')
  const [typed, setTyped] = useState(value)
  const composing = useRef(false)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  }, [onChange])
  // Cleared from elsewhere, such as by "Clear the filters".
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === value || composing.current) return
    const timer = setTimeout(() => latest.current(typed), typed === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <SearchField
      ref={ref}
      className="dlv-text"
      aria-label={t('filter.text')}
      placeholder={t('filter.text')}
      maxLength={4096}
      keys={['/']}
      value={typed}
      onChange={setTyped}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={(event) => {
        composing.current = false
        latest.current(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return
        if (event.key === 'Enter') latest.current(typed)
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (typed === '') event.currentTarget.blur()
        else latest.current('')
      }}
    />
  )
}
