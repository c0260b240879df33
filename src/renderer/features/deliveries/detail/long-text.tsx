import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExactText } from '#renderer/ui/exact-text.tsx'

/** Code units shown before one asks for the rest; a little more than that is shown whole. */
const SHOWN = 3_000
const WHOLE = 4_000

/** The exact text. A long one begins with its start, so that what follows it can be reached. */
export function LongText({ text }: { readonly text: string }) {
  const { t, i18n } = useTranslation('deliveries')
  const [whole, setWhole] = useState(text.length <= WHOLE)
  if (text === '') return <p className="dim3">{t('detail.noText')}</p>
  return (
    <>
      <p className="dlv-body" dir="auto">
        <ExactText text={whole ? text : `${text.slice(0, SHOWN).toWellFormed()}…`} />
      </p>
      {whole ? null : (
        <button type="button" className="link small" onClick={() => setWhole(true)}>
          {t('detail.showAll', { count: text.length, shown: text.length.toLocaleString(i18n.language) })}
        </button>
      )}
    </>
  )
}
