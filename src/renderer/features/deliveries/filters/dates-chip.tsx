import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from '#renderer/ui/chip.tsx'
import { Field } from '#renderer/ui/field.tsx'
import { Popover } from '#renderer/ui/popover.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { type DateRange, parseDay } from './delivery-filter-model.ts'

const named = ['today', 'yesterday', 'week', 'month'] as const

type Props = { readonly dates: DateRange | null; readonly onChange: (dates: DateRange | null) => void }

export function DatesChip({ dates, onChange }: Props) {
  const { t } = useTranslation('deliveries')
  const [open, setOpen] = useState(false)
  const id = useId()
  const custom = dates?.kind === 'custom' ? dates : { from: null, to: null }
  const setDay = (change: { readonly from: string } | { readonly to: string }): void => {
    const next = { from: custom.from, to: custom.to, ...change }
    const from = next.from === '' ? null : next.from
    const to = next.to === '' ? null : next.to
    onChange(from === null && to === null ? null : { kind: 'custom', from, to })
  }
  const backwards = custom.from !== null && custom.to !== null && custom.from > custom.to
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Chip set={dates !== null} onClear={() => onChange(null)}>
          {dates === null ? t('filter.dates') : <DatePhrase dates={dates} />}
        </Chip>
      }
    >
      <div className="dlv-dates">
        <div className="dlv-pick" role="radiogroup" aria-label={t('filter.dates')}>
          {named.map((kind) => (
            <button
              key={kind}
              type="button"
              role="radio"
              aria-checked={dates?.kind === kind}
              onClick={() => {
                onChange({ kind })
                setOpen(false)
              }}
            >
              {t(`filter.range.${kind}`)}
            </button>
          ))}
        </div>
        <label htmlFor={`${id}-from`}>{t('filter.from')}</label>
        <Field
          id={`${id}-from`}
          type="date"
          value={custom.from ?? ''}
          invalid={backwards}
          onChange={(event) => setDay({ from: event.target.value })}
        />
        <label htmlFor={`${id}-to`}>{t('filter.to')}</label>
        <Field
          id={`${id}-to`}
          type="date"
          value={custom.to ?? ''}
          invalid={backwards}
          onChange={(event) => setDay({ to: event.target.value })}
        />
        {backwards ? (
          <p className="small t-fail" role="alert">
            {t('filter.backwards')}
          </p>
        ) : null}
      </div>
    </Popover>
  )
}

function DatePhrase({ dates }: { readonly dates: DateRange }) {
  const { t } = useTranslation('deliveries')
  const times = useTimesIn()
  const now = useNow()
  if (dates.kind !== 'custom') {
    return (
      <span className="dlv-phrase">
        {t(`filter.since.${dates.kind}`)} <b>{t(`filter.sinceWhat.${dates.kind}`)}</b>
      </span>
    )
  }
  const day = (text: string | null): string | null => {
    const parsed = parseDay(text)
    return parsed === null ? null : times.day(parsed.getTime(), now)
  }
  const [from, to] = [day(dates.from), day(dates.to)]
  return (
    <span className="dlv-phrase">
      {from === null ? null : (
        <>
          {t('filter.from')} <b>{from}</b>{' '}
        </>
      )}
      {to === null ? null : (
        <>
          {t('filter.to')} <b>{to}</b>
        </>
      )}
    </span>
  )
}
