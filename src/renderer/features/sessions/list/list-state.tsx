import { useTranslation } from 'react-i18next'
import { IpcFailure } from '#renderer/ipc/client.ts'
import { LineNotice, ReadError } from '#renderer/ui/line-notice.tsx'
import { SkeletonRows } from '#renderer/ui/skeleton-rows.tsx'

type Props = {
  readonly pending: boolean
  readonly error: Error | null
  readonly empty: boolean
  readonly trash: boolean
  readonly onRetry: () => void
}

/** What stands in place of rows: still being read, not to be read, or none. */
export function ListState({ pending, error, empty, trash, onRetry }: Props) {
  const { t } = useTranslation('sessions')
  if (error !== null) {
    const told = error instanceof IpcFailure ? error.error : { code: 'INTERNAL' as const, message: error.message }
    return <ReadError what={t('error.list')} error={told} onRetry={onRetry} />
  }
  if (pending) return <SkeletonRows rows={6} height={50} />
  if (!empty) return null
  return (
    <LineNotice mark="idle" title={trash ? t('trash.empty') : t('empty.list')}>
      {trash ? t('trash.emptyHelp') : t('empty.listHelp')}
    </LineNotice>
  )
}
