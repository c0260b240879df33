import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { findInvisible } from '#shared/invisible-characters.ts'

type Props = { readonly value: string; readonly onChange: (value: string) => void }

/** The paper turned into the field: as tall as its text, and it says what in it cannot be seen. */
export function TextField({ value, onChange }: Props) {
  const { t } = useTranslation('inbox')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
  }, [])
  useLayoutEffect(() => {
    const area = field.current
    if (area === null) return
    area.style.height = '0'
    area.style.height = `${area.scrollHeight}px`
  }, [value])
  const hidden = findInvisible(value)
  return (
    <>
      <textarea
        ref={field}
        className="letter-field"
        dir="auto"
        spellCheck={false}
        aria-label={t('text.yours')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {hidden.length === 0 ? null : (
        <p className="mt-2 text-small text-you-text" role="status">
          {t('text.hidden', { count: hidden.length })}{' '}
          <button type="button" className="link" onClick={() => onChange(withoutHidden(value))}>
            {t('text.hiddenOut')}
          </button>
        </p>
      )}
    </>
  )
}

function withoutHidden(text: string): string {
  const hidden = new Set(findInvisible(text).map(({ offset }) => offset))
  return [...text].filter((_, at) => !hidden.has(at)).join('')
}
