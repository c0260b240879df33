import { useTranslation } from 'react-i18next'
import { Button } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'

type Props = {
  readonly kind: 'stop' | 'trash'
  /** Requests of this Session that are still open; null while nothing is asked. */
  readonly count: number | null
  readonly onAnswer: (answer: 'cancel-them' | 'keep-them' | 'back') => void
}

/** Before a stop or a trash: what becomes of the requests that this Session sent and that are still open. */
export function OpenRequestsDialog({ kind, count, onAnswer }: Props) {
  const { t } = useTranslation('sessions')
  return (
    <Dialog
      open={count !== null}
      title={t(`open.${kind}.title`, { count: count ?? 0 })}
      onClose={() => onAnswer('back')}
    >
      <p className="dialog-body">{t(`open.${kind}.text`, { count: count ?? 0 })}</p>
      <div className="acts">
        <Button onClick={() => onAnswer('back')}>{t('back')}</Button>
        <Button onClick={() => onAnswer('cancel-them')}>{t(`open.${kind}.cancelThem`)}</Button>
        <Button look="primary" onClick={() => onAnswer('keep-them')}>
          {t(`open.${kind}.keepThem`)}
        </Button>
      </div>
    </Dialog>
  )
}
