import { ArrowUp } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#renderer/ui/button.tsx'
import { useDrafts } from './drafts-store.ts'
import { useSendKey } from './use-send-key.ts'

/** Why nothing can be written here. */
export type ComposerBlock = 'trashed' | 'orphan' | 'agent-deleted'

type Props = {
  readonly sessionId: string
  readonly agentName: string
  readonly block: ComposerBlock | null
  readonly running: boolean
  readonly onRestore: () => void
  /** True once the text is stored; the draft stays until then. */
  readonly onSend: (text: string, mode: 'queue' | 'stop-and-send') => Promise<boolean>
}

/** UTF-16 units that the call takes. */
const MOST = 262_144

export function Composer({ sessionId, agentName, block, running, onRestore, onSend }: Props) {
  const { t } = useTranslation('sessions')
  const id = useId()
  const text = useDrafts((state) => state.drafts[sessionId] ?? '')
  const setDraft = useDrafts((state) => state.set)
  const [sending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { composition, sends } = useSendKey()

  useLayoutEffect(() => {
    const element = field.current
    if (element === null) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [text])

  const empty = text.trim() === ''
  const tooLong = text.length > MOST
  const send = async (mode: 'queue' | 'stop-and-send'): Promise<void> => {
    if (empty || tooLong || sending || block !== null) return
    setSending(true)
    const sent = await onSend(text, mode)
    setSending(false)
    // What was typed while the call was under way is a new draft.
    const now = useDrafts.getState().drafts[sessionId] ?? ''
    if (sent) setDraft(sessionId, now.startsWith(text) ? now.slice(text.length).trimStart() : now)
  }

  return (
    <div className="sess-composer" data-blocked={block !== null}>
      <label htmlFor={id} className="sr-only">
        {t('composer.label', { agent: agentName })}
      </label>
      <textarea
        id={id}
        ref={field}
        rows={1}
        value={text}
        disabled={block !== null}
        placeholder={block === null ? t('composer.label', { agent: agentName }) : t(`composer.block.${block}`)}
        onChange={(event) => setDraft(sessionId, event.target.value)}
        {...composition}
        onKeyDown={(event) => {
          // With nothing written, the key is left to the approval that waits here.
          if (!sends(event) || (empty && (event.ctrlKey || event.metaKey))) return
          event.preventDefault()
          void send('queue')
        }}
      />
      <div className="sess-composer-foot">
        <span className="grow" />
        {block === 'trashed' ? (
          <Button size="sm" onClick={onRestore}>
            {t('composer.restore')}
          </Button>
        ) : null}
        {tooLong ? (
          <span className="small t-fail">{t('composer.tooLong')}</span>
        ) : (
          <span className="dim3 small wide">{running ? t('composer.queues') : t('composer.newLine')}</span>
        )}
        {running && !empty ? (
          <Button size="sm" onClick={() => void send('stop-and-send')} disabled={sending || tooLong}>
            {t('composer.stopAndSend')}
          </Button>
        ) : null}
        <button
          type="button"
          className="sess-send"
          aria-label={running ? t('composer.sendQueued') : t('composer.send')}
          title={running ? t('composer.sendQueued') : t('composer.send')}
          disabled={empty || tooLong || sending || block !== null}
          onClick={() => void send('queue')}
        >
          <ArrowUp size={16} strokeWidth={1.7} aria-hidden />
        </button>
      </div>
    </div>
  )
}
