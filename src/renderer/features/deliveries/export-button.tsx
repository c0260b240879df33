import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryExportAnswer } from '#shared/audit.ts'
import type { DeliveryFilter } from '#shared/delivery.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { showToast } from '#renderer/ui/toasts.tsx'

/** Writes what the filters show as files, and says where they are. */
export function ExportButton({ filter }: { readonly filter: DeliveryFilter }) {
  const { t, i18n } = useTranslation('deliveries')
  const call = useCall()
  const [running, setRunning] = useState(false)
  const [made, setMade] = useState<DeliveryExportAnswer | null>(null)
  const run = async (): Promise<void> => {
    setRunning(true)
    const answer = await call('deliveries.export', { filter })
    setRunning(false)
    if (answer.ok) setMade(answer.value)
  }
  const copy = async (folder: string): Promise<void> => {
    await navigator.clipboard.writeText(folder)
    showToast(t('export.copied'))
  }
  return (
    <>
      {running ? (
        <Button size="sm" onClick={() => void call('deliveries.stopExport', {})}>
          {t('export.stop')}
        </Button>
      ) : (
        <Button size="sm" onClick={() => void run()}>
          <Download size={14} strokeWidth={1.5} aria-hidden />
          {t('export.now')}
        </Button>
      )}
      <Dialog open={made !== null} onClose={() => setMade(null)} title={t('export.done')}>
        {made === null ? null : (
          <div className="dialog-body">
            <p>{t('export.says', { count: made.rows, shown: made.rows.toLocaleString(i18n.language) })}</p>
            <p>
              <code className="dlv-path">{made.folder}</code>
            </p>
            <div className="acts">
              <Button onClick={() => void copy(made.folder)}>{t('export.copy')}</Button>
              <Button look="primary" onClick={() => setMade(null)}>
                {t('export.close')}
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  )
}
