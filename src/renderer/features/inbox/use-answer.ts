import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approval, ApprovalOptions, ApprovalTarget } from '#shared/approval.ts'
import type { IpcError } from '#shared/ipc/envelope.ts'
import { hrefOf, navigate } from '#renderer/app/router.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { showToast } from '#renderer/ui/toasts.tsx'

export type Shown = Pick<ApprovalTarget, 'agentId' | 'agentName' | 'sessionName'>
export type Mode = 'read' | 'edit' | 'deny'

/** Somebody who answers one card with a key must not answer the next one with the same press. */
const SETTLE_MS = 350

/** One person's answer to one approval, from the first look to the core's own answer. Mounted anew for each approval. */
export function useAnswer(approval: Approval, onSettled: () => void) {
  const { t } = useTranslation('inbox')
  const call = useCall()
  const { id, target, text } = approval
  const [mode, setMode] = useState<Mode>('read')
  /** How often editing began. */
  const [edits, setEdits] = useState(0)
  const [draft, setDraft] = useState(text)
  const [reason, setReason] = useState('')
  const [options, setOptions] = useState<ApprovalOptions>(approval.options)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<IpcError | null>(null)
  // What the card showed first: a change since then is told and asked about, never slipped in.
  const [first] = useState<Shown>(() => shownOf(target))
  const [agreed, setAgreed] = useState<Shown>(() => shownOf(target))
  const drawnAt = useRef(0)
  useEffect(() => {
    drawnAt.current = performance.now()
  }, [])

  const answer = useCallback(
    async (decision: Parameters<typeof call<'approvals.answer'>>[1]['decision']): Promise<void> => {
      if (busy || performance.now() - drawnAt.current < SETTLE_MS) return
      setBusy(true)
      setProblem(null)
      const answered = await call('approvals.answer', { id, decision }, { quiet: true })
      setBusy(false)
      if (!answered.ok) return setProblem(answered.error)
      const { result, approval: now } = answered.value
      if (result === 'changed') return setAgreed(shownOf(now.target))
      if (result === 'settled') {
        if (now.state === 'approved') {
          const { requestId } = now
          showToast(
            t('answer.sent', { session: nameOf(now.target, now.title, t('newSession')) }),
            requestId === null
              ? undefined
              : { label: t('answer.open'), run: () => navigate(hrefOf('deliveries', requestId)) },
          )
          onSettled()
        } else if (now.state === 'denied') {
          showToast(now.waiterLostAt === null ? t('answer.deniedToast') : t('answer.letGoToast'))
          onSettled()
        }
      }
    },
    [busy, call, id, onSettled, t],
  )

  const edited = draft !== text && mode === 'edit'
  return {
    mode,
    setMode: (next: Mode) => {
      if (next === 'edit' && mode !== 'edit') setEdits(edits + 1)
      setMode(next)
    },
    edits,
    draft,
    setDraft,
    reason,
    setReason,
    options,
    setOptions,
    busy,
    problem,
    first,
    edited,
    approve: () => void answer({ answer: 'approve', shown: agreed, options, ...(edited ? { editedText: draft } : {}) }),
    deny: () => void answer({ answer: 'deny', reason: reason.trim() }),
  }
}

export type Answering = ReturnType<typeof useAnswer>

function shownOf({ agentId, agentName, sessionName }: ApprovalTarget): Shown {
  return { agentId, agentName, sessionName }
}

/** What a target is called: a Session that does not exist yet by the name it will get. */
export function nameOf(
  target: Pick<ApprovalTarget, 'sessionId' | 'sessionName'>,
  title: string | null,
  unnamed: string,
): string {
  return (target.sessionId === null ? (title ?? target.sessionName) : target.sessionName) || unnamed
}
