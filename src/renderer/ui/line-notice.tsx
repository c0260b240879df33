import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { IpcError } from '#shared/ipc/envelope.ts'
import { errorText } from './error-text.ts'
import { Mark, type MarkKind } from './mark.tsx'

type Props = {
  readonly mark: MarkKind
  readonly title: ReactNode
  readonly children?: ReactNode
  /** The one thing to do. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

/** A list that is partial, failed or matches nothing: one line in its place. */
export function LineNotice({ mark, title, children, action }: Props) {
  return (
    <div className="inline-state" role={mark === 'failed' ? 'alert' : 'status'}>
      <Mark kind={mark} />
      <p>
        <b>{title}</b> {children}{' '}
        {action === undefined ? null : (
          <button type="button" className="link" onClick={action.run}>
            {action.label}
          </button>
        )}
      </p>
    </div>
  )
}

/** A list that could not be read. */
export function ReadError({
  what,
  error,
  onRetry,
}: {
  readonly what: string
  readonly error: IpcError
  readonly onRetry: () => void
}) {
  const { t } = useTranslation('ui')
  return (
    <LineNotice mark="failed" title={what} action={{ label: t('tryAgain'), run: onRetry }}>
      {errorText(error)}
    </LineNotice>
  )
}
