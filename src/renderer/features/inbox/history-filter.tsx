import { useTranslation } from 'react-i18next'
import type { ApprovalFilter, ApprovalState } from '#shared/approval.ts'
import { SearchField } from '#renderer/ui/field.tsx'
import { Segmented } from '#renderer/ui/segmented.tsx'

const views = {
  all: undefined,
  approved: ['approved'],
  denied: ['denied'],
  unsent: ['cancelled', 'expired'],
} as const satisfies Readonly<Record<string, readonly ApprovalState[] | undefined>>
type View = keyof typeof views
const viewNames = ['all', 'approved', 'denied', 'unsent'] as const satisfies readonly View[]

type Props = { readonly filter: ApprovalFilter; readonly onChange: (filter: ApprovalFilter) => void }

/** Narrows what was answered: by its end, and by the words or names in it. */
export function HistoryFilter({ filter, onChange }: Props) {
  const { t } = useTranslation('inbox')
  const view = viewNames.find((name) => views[name]?.[0] === filter.states?.[0]) ?? 'all'
  const withText = (text: string | undefined): ApprovalFilter => (text === undefined || text === '' ? {} : { text })
  const withStates = (name: View): ApprovalFilter => {
    const states = views[name]
    return states === undefined ? {} : { states: [...states] }
  }
  return (
    <search className="history-filter">
      <SearchField
        aria-label={t('filter.text')}
        placeholder={t('filter.text')}
        maxLength={4096}
        value={filter.text ?? ''}
        onChange={(text) => onChange({ ...withStates(view), ...withText(text) })}
      />
      <Segmented
        label={t('filter.end')}
        value={view}
        options={viewNames.map((name) => ({ value: name, label: t(`filter.${name}`) }))}
        onChange={(name) => onChange({ ...withStates(name), ...withText(filter.text) })}
      />
    </search>
  )
}
