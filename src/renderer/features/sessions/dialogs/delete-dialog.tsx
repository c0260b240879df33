import { useTranslation } from 'react-i18next'
import type { SessionRow } from '#shared/session.ts'
import { Confirm } from '#renderer/ui/dialog.tsx'

type Props = {
  readonly session: SessionRow | null
  readonly onAnswer: (yes: boolean) => void
}

export function DeleteDialog({ session, onAnswer }: Props) {
  const { t } = useTranslation('sessions')
  return (
    <Confirm
      open={session !== null}
      title={t('delete.title', { name: session?.name || t('unnamed') })}
      confirm={t('delete.do')}
      tone="danger"
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      {t('delete.text')}
    </Confirm>
  )
}
