import { LockKeyhole } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeyState } from '#shared/agent.ts'
import type { IpcError } from '#shared/ipc/envelope.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Confirm } from '#renderer/ui/dialog.tsx'
import { errorText } from '#renderer/ui/error-text.ts'
import { Field } from '#renderer/ui/field.tsx'
import { isComposing } from '#renderer/ui/shortcut-keys.ts'

type Props = {
  readonly state: KeyState
  /** Whether the service asks for one. */
  readonly wanted: boolean
  readonly onKeep: (key: string) => Promise<IpcError | null>
  readonly onRemove: () => Promise<unknown>
}

/** A key is a sentence, never dots: where it is kept, and how to change that. It is never shown again. */
export function KeyField({ state, wanted, onKeep, onRemove }: Props) {
  const { t } = useTranslation('agents')
  const [entering, setEntering] = useState(false)
  const [removing, setRemoving] = useState(false)
  if (entering) return <KeyEntry onKeep={onKeep} onDone={() => setEntering(false)} />
  return (
    <div className="ag-line">
      {state === 'none' ? null : <LockKeyhole size={14} strokeWidth={1.7} aria-hidden className="text-ink-3" />}
      <span className={state === 'none' ? 'dim' : ''}>
        {t(state === 'none' ? (wanted ? 'key.none' : 'key.notNeeded') : `key.${state}`)}
      </span>
      <Button onClick={() => setEntering(true)}>{t(state === 'none' ? 'key.put' : 'key.replace')}</Button>
      {state === 'none' ? null : (
        <Button look="quiet" onClick={() => setRemoving(true)}>
          {t('key.remove')}
        </Button>
      )}
      {state === 'this-run' ? <p className="small dim3 ag-under">{t('key.notKept')}</p> : null}
      <Confirm
        open={removing}
        title={t('key.removeTitle')}
        confirm={t('key.remove')}
        tone="danger"
        onConfirm={() => void onRemove().then(() => setRemoving(false))}
        onClose={() => setRemoving(false)}
      >
        {t('key.removeText')}
      </Confirm>
    </div>
  )
}

function KeyEntry({ onKeep, onDone }: { readonly onKeep: Props['onKeep']; readonly onDone: () => void }) {
  const { t } = useTranslation('agents')
  const [key, setKey] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<IpcError | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const keep = async (): Promise<void> => {
    if (key.trim() === '' || busy) return
    setBusy(true)
    const failed = await onKeep(key.trim())
    setBusy(false)
    if (failed === null) onDone()
    else setError(failed)
  }
  return (
    <div className="ag-line">
      <Field
        ref={field}
        className="ag-wide"
        type="password"
        autoComplete="off"
        aria-label={t('key.label')}
        placeholder={t('key.paste')}
        maxLength={8192}
        value={key}
        onChange={(event) => setKey(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return
          if (event.key === 'Escape') onDone()
          else if (event.key === 'Enter') void keep()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <Button look="primary" disabled={busy || key.trim() === ''} onClick={() => void keep()}>
        {t('key.keep')}
      </Button>
      <Button look="quiet" onClick={onDone}>
        {t('cancel')}
      </Button>
      {error === null ? null : (
        <p className="small t-fail" role="alert">
          {errorText(error)}
        </p>
      )}
    </div>
  )
}
