import { Command } from 'cmdk'
import { ChevronDown, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { errorText } from '#renderer/ui/error-text.ts'
import { Field } from '#renderer/ui/field.tsx'
import { Popover } from '#renderer/ui/popover.tsx'

type Props = {
  readonly id: string
  readonly describedBy: string | undefined
  readonly value: string
  readonly invalid: boolean
  /** The saved Agent whose service can be asked; null while its address is not saved. */
  readonly agentId: string | null
  readonly onChange: (model: string) => void
}

/** A model's name, typed or chosen from what the service offers. The service is asked only when the list is opened. */
export function ModelField({ id, describedBy, value, invalid, agentId, onChange }: Props) {
  const { t } = useTranslation('agents')
  const [open, setOpen] = useState(false)
  return (
    <Field
      id={id}
      className="mono ag-wide"
      aria-describedby={describedBy}
      invalid={invalid}
      maxLength={255}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      end={
        <Popover
          align="end"
          open={open}
          onOpenChange={setOpen}
          trigger={
            <button type="button" className="ag-open" aria-label={t('field.offered')} title={t('field.offered')}>
              <ChevronDown size={14} strokeWidth={1.7} aria-hidden />
            </button>
          }
        >
          {agentId === null ? (
            <p className="small dim ag-note">{t('field.saveFirst')}</p>
          ) : (
            <Offered
              agentId={agentId}
              onPick={(model) => {
                onChange(model)
                setOpen(false)
              }}
            />
          )}
        </Popover>
      }
    />
  )
}

function Offered({ agentId, onPick }: { readonly agentId: string; readonly onPick: (model: string) => void }) {
  const { t } = useTranslation('agents')
  const models = useRouteQuery('agents.models', { id: agentId })
  if (models.isError) {
    return (
      <p className="small ag-note" role="alert">
        {errorText(models.error.error)}{' '}
        <button type="button" className="link" onClick={() => void models.refetch()}>
          {t('field.askAgain')}
        </button>
      </p>
    )
  }
  if (models.data === undefined) return <p className="small dim ag-note">{t('field.asking')}</p>
  if (models.data.length === 0) return <p className="small dim ag-note">{t('field.offersNothing')}</p>
  return (
    <Command className="ag-offered" label={t('field.offered')} vimBindings={false}>
      <span className="field">
        <Search size={14} strokeWidth={1.7} aria-hidden />
        <Command.Input placeholder={t('field.findModel', { count: models.data.length })} />
      </span>
      <Command.List>
        <Command.Empty className="none">{t('field.noModel')}</Command.Empty>
        {models.data.map((model) => (
          <Command.Item key={model} value={model} className="row mono" onSelect={() => onPick(model)}>
            <span className="trunc">{model}</span>
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}
