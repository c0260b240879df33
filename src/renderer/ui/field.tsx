import { Search, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Keys } from './keys.tsx'

type FieldProps = ComponentProps<'input'> & {
  readonly icon?: ReactNode
  readonly end?: ReactNode
  readonly invalid?: boolean
}

export function Field({ icon, end, invalid = false, className = '', ...rest }: FieldProps) {
  return (
    <span className={`field ${className}`} data-invalid={invalid}>
      {icon}
      <input spellCheck={false} aria-invalid={invalid || undefined} {...rest} />
      {end}
    </span>
  )
}

type SearchProps = Omit<FieldProps, 'onChange' | 'icon' | 'end'> & {
  readonly value: string
  readonly onChange: (value: string) => void
  /** The shortcut that leads here. */
  readonly keys?: readonly string[]
}

export function SearchField({ value, onChange, keys, ...rest }: SearchProps) {
  const { t } = useTranslation('ui')
  return (
    <Field
      type="search"
      icon={<Search size={14} strokeWidth={1.7} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      end={
        value !== '' ? (
          <button type="button" className="chip-x" aria-label={t('clear')} onClick={() => onChange('')}>
            <X size={14} strokeWidth={1.7} aria-hidden />
          </button>
        ) : keys === undefined ? null : (
          <Keys keys={keys} />
        )
      }
      {...rest}
    />
  )
}

export function TextArea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={`area ${className}`} {...rest} />
}

type RowProps = {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | null
  readonly children: (ids: { readonly id: string; readonly describedBy: string | undefined }) => ReactNode
}

/** A line of a form: label, control, and one line of consequence or error under it. */
export function FormRow({ label, hint, error = null, children }: RowProps) {
  const id = useId()
  const told = error ?? hint
  return (
    <div className="form-row">
      <label htmlFor={id}>{label}</label>
      <div className="min-w-0">{children({ id, describedBy: told == null ? undefined : `${id}-hint` })}</div>
      {told == null ? null : (
        <p
          id={`${id}-hint`}
          className="hint"
          data-tone={error === null ? undefined : 'fail'}
          role={error === null ? undefined : 'alert'}
        >
          {told}
        </p>
      )}
    </div>
  )
}
