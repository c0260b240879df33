import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

/** A filter's name, or once it is set what it says: *Agent is **Planner** or **Coder***. */
export function Phrase({
  name,
  is,
  values,
}: {
  readonly name: string
  readonly is: string
  readonly values: readonly string[]
}) {
  const { t } = useTranslation('deliveries')
  if (values.length === 0) return <>{name}</>
  const shown = values.length > 3 ? values.slice(0, 2) : values
  return (
    <span className="dlv-phrase">
      {is}{' '}
      {shown.map((value, index) => (
        <Fragment key={value}>
          {index === 0 ? null : ` ${t('filter.or')} `}
          <b>{value}</b>
        </Fragment>
      ))}
      {shown.length === values.length ? null : ` ${t('filter.orMore', { count: values.length - shown.length })}`}
    </span>
  )
}
