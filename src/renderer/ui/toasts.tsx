import type { IpcError } from '#shared/ipc/envelope.ts'
import { useTranslation } from 'react-i18next'
import { toast, Toaster } from 'sonner'
import { errorText } from './error-text.ts'
import { Mark } from './mark.tsx'

/** Says once what just happened. `action` is the one thing that may follow from it. */
export function showToast(says: string, action?: { readonly label: string; readonly run: () => void }): void {
  toast(says, {
    icon: <Mark kind="consumed" />,
    ...(action === undefined ? {} : { action: { label: action.label, onClick: action.run } }),
  })
}

/** Says why something was not done, in plain words. The same failure is shown once, not in a pile. */
export function showError(error: IpcError): void {
  toast(errorText(error), {
    id: `error ${error.code} ${error.detail ?? ''}`,
    icon: <Mark kind="failed" />,
    duration: 8_000,
  })
}

export function Toasts() {
  const { t } = useTranslation('ui')
  return (
    <Toaster
      position="bottom-right"
      offset={16}
      gap={8}
      visibleToasts={4}
      containerAriaLabel={t('toasts')}
      toastOptions={{ unstyled: true, className: 'toast', duration: 5_000 }}
    />
  )
}
