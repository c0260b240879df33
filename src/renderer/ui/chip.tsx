import { ChevronDown, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  readonly children: ReactNode
  /** Set: a tinted phrase with its own ×. */
  readonly set?: boolean
  readonly onClear?: () => void
}

/** A filter. Unset it opens its choices; set it reads as a phrase and can be taken off. Works as a menu's trigger. */
export function Chip({ children, set = false, onClear, className = '', type = 'button', ...rest }: Props) {
  const { t } = useTranslation('ui')
  if (!set)
    return (
      <button type={type} className={`chip ${className}`} {...rest}>
        {children}
        <ChevronDown size={14} strokeWidth={1.7} aria-hidden />
      </button>
    )
  return (
    <span className={`chip ${className}`} data-set="true">
      <button type={type} {...rest}>
        {children}
      </button>
      {onClear === undefined ? null : (
        <button type="button" className="chip-x" aria-label={t('clear')} onClick={onClear}>
          <X size={14} strokeWidth={1.7} aria-hidden />
        </button>
      )}
    </span>
  )
}
