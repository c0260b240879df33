import { AlertDialog as A, Dialog as D } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

type DialogProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  readonly size?: 'wide'
}

export function Dialog({ open, onClose, title, children, size }: DialogProps) {
  return (
    <D.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <D.Portal>
        <D.Overlay className="veil" />
        <D.Content className="dialog" data-size={size} aria-describedby={undefined}>
          <D.Title>{title}</D.Title>
          {children}
        </D.Content>
      </D.Portal>
    </D.Root>
  )
}

type ConfirmProps = {
  readonly open: boolean
  readonly title: ReactNode
  /** What will happen, what is kept, what cannot be undone. */
  readonly children: ReactNode
  readonly confirm: string
  readonly tone?: 'danger'
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** A question before something that cannot simply be taken back. Focus starts on the way out. */
export function Confirm({ open, title, children, confirm, tone, busy = false, onConfirm, onClose }: ConfirmProps) {
  const { t } = useTranslation('ui')
  return (
    <A.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <A.Portal>
        <A.Overlay className="veil" />
        <A.Content className="dialog">
          <A.Title>{title}</A.Title>
          <A.Description asChild>
            <div className="dialog-body">{children}</div>
          </A.Description>
          <div className="acts">
            <A.Cancel asChild>
              <Button>{t('cancel')}</Button>
            </A.Cancel>
            <Button look={tone === 'danger' ? 'danger' : 'primary'} disabled={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </A.Content>
      </A.Portal>
    </A.Root>
  )
}
