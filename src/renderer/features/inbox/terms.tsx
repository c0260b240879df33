import { useTranslation } from 'react-i18next'
import type { Approval, ApprovalOptions } from '#shared/approval.ts'
import { Select } from '#renderer/ui/select.tsx'

const HOUR = 3_600_000
const expiries = ['keepWaiting', 'hour', 'day', 'week'] as const
type Expiry = (typeof expiries)[number]
const lengths: Record<Expiry, number | null> = { keepWaiting: null, hour: HOUR, day: 24 * HOUR, week: 168 * HOUR }

type Props = {
  readonly approval: Approval
  readonly options: ApprovalOptions
  readonly onChange: (options: ApprovalOptions) => void
}

/** What goes with a yes: whether the result wakes the asker, and how long it may wait to start. */
export function Terms({ approval, options, onChange }: Props) {
  const { t } = useTranslation('inbox')
  const expiry = expiries.find((each) => lengths[each] === options.expiresInMs) ?? 'keepWaiting'
  return (
    <div className="terms" role="group" aria-label={t('terms.label')}>
      {approval.replyPolicy === 'none' ? null : (
        <span>
          {t('terms.onResult')}
          <Select
            size="sm"
            label={t('terms.onResult')}
            value={options.onResult}
            options={[
              { value: 'wake', label: t('terms.wake', { agent: approval.sender.agentName }) },
              { value: 'keep', label: t('terms.keep') },
            ]}
            onChange={(onResult) => onChange({ ...options, onResult })}
          />
        </span>
      )}
      <span>
        {t('terms.ifNotStarted')}
        <Select
          size="sm"
          label={t('terms.ifNotStarted')}
          value={expiry}
          options={expiries.map((value) => ({ value, label: t(`terms.${value}`) }))}
          onChange={(value) => onChange({ ...options, expiresInMs: lengths[value] })}
        />
      </span>
    </div>
  )
}
