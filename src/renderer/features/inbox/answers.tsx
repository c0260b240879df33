import { Ban, Pencil } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#shared/approval.ts'
import { Button } from '#renderer/ui/button.tsx'
import { isTyping, useShortcut } from '#renderer/ui/use-shortcut.ts'
import type { Answering } from './use-answer.ts'

type Props = {
  readonly approval: Approval
  readonly answering: Answering
  readonly size: 'md' | 'lg'
  /** A line beside the answers. */
  readonly says?: string
}

/** Approve, Edit, Deny, in that order, by button and by key. */
export function Answers({ approval, answering, size, says }: Props) {
  const { t } = useTranslation('inbox')
  const { mode, setMode, busy, edited } = answering
  const leftOver = approval.waiterLostAt !== null
  const box = useRef<HTMLElement>(null)
  const group = t('keys.group')

  useShortcut({
    keys: 'mod+Enter',
    label: t('keys.approve'),
    group,
    run: ({ target }) => {
      // Somebody who writes elsewhere sends what they write, not this.
      const writes = isTyping(target) && !(target instanceof HTMLTextAreaElement && target.value.trim() === '')
      if (writes && target instanceof Node && box.current?.closest('[data-approval]')?.contains(target) !== true)
        return false
      return mode === 'deny' ? answering.deny() : answering.approve()
    },
  })
  useShortcut({
    keys: 'e',
    label: t('keys.edit'),
    group,
    enabled: !leftOver && mode === 'read',
    run: () => setMode('edit'),
  })
  useShortcut({
    keys: 'd',
    label: t('keys.deny'),
    group,
    enabled: mode === 'read',
    run: () => (leftOver ? answering.deny() : setMode('deny')),
  })
  useShortcut({ keys: 'Escape', whileTyping: true, enabled: mode !== 'read', run: () => setMode('read') })

  if (mode === 'deny') return <Deny box={box} approval={approval} answering={answering} size={size} />
  const approve = leftOver ? t('answer.sendOnce') : edited ? t('answer.approveMine') : t('answer.approve')
  return (
    <footer ref={box} className="answer" aria-label={t('answer.label')} role="group">
      <Button
        look="primary"
        size={size}
        keys={['mod', 'Enter']}
        disabled={busy || answering.draft.trim() === ''}
        onClick={answering.approve}
      >
        {approve}
      </Button>
      {leftOver ? (
        <Button size={size} keys={['D']} disabled={busy} onClick={answering.deny}>
          {t('answer.letGo')}
        </Button>
      ) : mode === 'edit' ? (
        <Button size={size} keys={['Escape']} disabled={busy} onClick={() => setMode('read')}>
          {t('answer.original')}
        </Button>
      ) : (
        <>
          <Button size={size} keys={['E']} disabled={busy} onClick={() => setMode('edit')}>
            {size === 'lg' ? <Pencil size={16} strokeWidth={1.5} aria-hidden /> : null}
            {t('answer.edit')}
          </Button>
          <Button look="no" size={size} keys={['D']} disabled={busy} onClick={() => setMode('deny')}>
            {size === 'lg' ? <Ban size={16} strokeWidth={1.5} aria-hidden /> : null}
            {size === 'lg' ? t('answer.deny') : t('answer.denyShort')}
          </Button>
        </>
      )}
      {says === undefined ? null : <span className="say">{says}</span>}
    </footer>
  )
}

function Deny({
  box,
  approval,
  answering,
  size,
}: Omit<Props, 'says'> & { readonly box: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('inbox')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const label = t('answer.reason', { agent: approval.sender.agentName })
  return (
    <footer ref={box} className="answer" data-mode="deny" aria-label={t('answer.label')} role="group">
      <textarea
        ref={field}
        className="why"
        rows={2}
        maxLength={4096}
        aria-label={label}
        placeholder={label}
        value={answering.reason}
        onChange={(event) => answering.setReason(event.target.value)}
      />
      <Button look="danger" size={size} keys={['mod', 'Enter']} disabled={answering.busy} onClick={answering.deny}>
        {t('answer.denyDo')}
      </Button>
      <Button size={size} keys={['Escape']} disabled={answering.busy} onClick={() => answering.setMode('read')}>
        {t('answer.back')}
      </Button>
      <span className="say">{t('answer.reasonHint')}</span>
    </footer>
  )
}
