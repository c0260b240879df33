import { useTranslation } from 'react-i18next'

const words = ['ask', 'tell', 'new', 'find', 'list', 'say', 'wait', 'fail'] as const

/** What the scripted runtime understands, with sentences that work as they stand. */
export function RehearsalWords() {
  const { t } = useTranslation('agents')
  return (
    <>
      <h3>
        {t('words.title')} <span className="dim3 small">{t('words.where')}</span>
      </h3>
      <dl className="ag-words">
        {words.map((word) => (
          <div key={word}>
            <dt>
              <code>{t(`words.${word}.say`)}</code>
            </dt>
            <dd>{t(`words.${word}.does`)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
