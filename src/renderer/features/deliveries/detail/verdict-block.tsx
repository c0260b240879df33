import { useTranslation } from 'react-i18next'
import type { DeliveryRow } from '#shared/delivery.ts'
import type { CodedError, ErrorCode } from '#shared/errors.ts'
import { codeText } from '#renderer/ui/error-text.ts'
import { Mark, type MarkKind } from '#renderer/ui/mark.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { type Verdict, verdictOf } from './verdict-model.ts'

const marks: Record<Verdict['kind'], MarkKind> = {
  interrupted: 'cut',
  ended: 'failed',
  neverRan: 'failed',
  lost: 'failed',
  closed: 'closed',
  putOff: 'cut',
  kept: 'dormant',
  answers: 'failed',
}

/** What an exception asks to be known first: what happened, why, and that nothing repeats by itself. */
export function VerdictBlock({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('deliveries')
  const times = useTimesIn()
  const verdict = verdictOf(delivery)
  if (verdict === null) return null
  const ran = (ms: number | null): string => (ms === null || ms < 1000 ? '' : times.duration(ms))
  const say = (): { readonly title: string; readonly text: string | null; readonly error: CodedError | null } => {
    switch (verdict.kind) {
      case 'interrupted':
        return {
          title:
            ran(verdict.ranMs) === ''
              ? t('verdict.interrupted')
              : t('verdict.interruptedAfter', { time: ran(verdict.ranMs) }),
          text: t(`verdict.${verdict.why}`),
          error: null,
        }
      case 'ended':
        return {
          title: ran(verdict.ranMs) === '' ? t('verdict.ended') : t('verdict.endedAfter', { time: ran(verdict.ranMs) }),
          text: null,
          error: verdict.error,
        }
      case 'neverRan':
      case 'lost':
        return { title: t(`verdict.${verdict.kind}`), text: null, error: verdict.error }
      case 'closed':
        return { title: t(`verdict.${verdict.why}`), text: t(`verdict.${verdict.why}Text`), error: null }
      case 'putOff':
        return {
          title: t('verdict.putOff', { count: verdict.attempts }),
          text: verdict.nextTryAt === null ? null : t('verdict.nextTry', { time: times.clock(verdict.nextTryAt) }),
          error: verdict.error,
        }
      case 'kept':
        return { title: t('verdict.kept'), text: t('verdict.keptText'), error: null }
      case 'answers':
        return { title: t(`verdict.answers.${verdict.outcome}`), text: null, error: verdict.error }
    }
  }
  const { title, text, error } = say()
  const mark = verdict.kind === 'answers' && verdict.tone === 'cut' ? 'cut' : marks[verdict.kind]
  return (
    <div className="verdict" data-tone={verdict.tone} role="note">
      <Mark kind={mark} />
      <div className="min-w-0">
        <b>{title}</b>
        {text === null ? null : <p>{text}</p>}
        {error === null ? null : <ErrorWords error={error} />}
      </div>
    </div>
  )
}

/** Codes behind which the core's own sentence knows more than the code: which folder, what the service answered. */
const tellsMore: ReadonlySet<ErrorCode> = new Set(['RUNTIME_ERROR', 'TARGET_UNAVAILABLE', 'TURN_CUT', 'TURN_STALLED'])

function ErrorWords({ error }: { readonly error: CodedError }) {
  return (
    <>
      <p>{codeText(error.code)}</p>
      {tellsMore.has(error.code) && error.message !== '' ? (
        <p className="small dim" lang="en">
          {error.message}
        </p>
      ) : null}
    </>
  )
}
