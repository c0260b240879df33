import { Copy, RotateCw, SlidersHorizontal } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorCode } from '#shared/errors.ts'
import type { Turn } from '#shared/turn.ts'
import { hrefOf } from '#renderer/app/router.ts'
import { Button, IconButton } from '#renderer/ui/button.tsx'
import { codeText } from '#renderer/ui/error-text.ts'
import { Mark } from '#renderer/ui/mark.tsx'
import { useTimes } from '../use-times.ts'
import type { Kept } from './timeline-model.ts'

type Props = {
  readonly turn: Turn
  readonly kept: Kept
  readonly repeated: boolean
  readonly agent: { readonly id: string | null; readonly name: string }
  readonly canRetry: boolean
  readonly onRetry: (turn: Turn) => void
  readonly onCopy: (text: string) => void
}

/** A Turn that failed or was cut short: what happened, what is left of it, what helps. */
export const EndedTurn = memo(function EndedTurn({ turn, kept, repeated, agent, canRetry, onRetry, onCopy }: Props) {
  const { t } = useTranslation('sessions')
  const times = useTimes()
  const cut = turn.state === 'interrupted'
  const code = turn.error?.code ?? null
  const at = turn.endedAt ?? turn.createdAt
  return (
    <article className="sess-ended" data-tone={cut ? 'cut' : 'failed'}>
      <header>
        <Mark kind={cut ? 'cut' : 'failed'} />
        <b>{cut ? t(code === 'CANCELLED' ? 'ended.stopped' : 'ended.interrupted') : t('ended.failed')}</b>
        <span className="grow" />
        <time title={times.exact(at)}>{times.clock(at)}</time>
      </header>
      <WhatHappened code={code} message={turn.error?.message ?? ''} />
      <dl>
        <dt>{t('ended.kept')}</dt>
        <dd>
          {kept.text
            ? kept.tools > 0
              ? t('ended.keptTextAndTools', { count: kept.tools })
              : t('ended.keptText')
            : kept.tools > 0
              ? t('ended.keptTools', { count: kept.tools })
              : t('ended.keptQuestion')}
        </dd>
        <dt>{t('ended.notDone')}</dt>
        <dd>{kept.sent === 0 ? t('ended.restNothingSent') : t('ended.restSent', { count: kept.sent })}</dd>
      </dl>
      {repeated ? (
        <footer className="dim3 small">{t('ended.repeated')}</footer>
      ) : (
        <footer>
          {!cut && agent.id !== null && lookAtAgent.has(code) ? (
            <a className="btn" data-look="primary" href={hrefOf('agents', agent.id)}>
              <SlidersHorizontal size={16} strokeWidth={1.5} aria-hidden />
              {t('ended.openAgent', { agent: agent.name })}
            </a>
          ) : null}
          {canRetry ? (
            <Button onClick={() => onRetry(turn)}>
              <RotateCw size={16} strokeWidth={1.5} aria-hidden />
              {t('ended.retry')}
            </Button>
          ) : null}
          <span className="grow" />
          {code === null ? null : (
            <>
              <span className="mono small dim3">{code}</span>
              <IconButton
                label={t('ended.copy')}
                onClick={() => onCopy(`${code}: ${turn.error?.message ?? ''} (turn ${turn.id})`)}
              >
                <Copy size={14} strokeWidth={1.7} aria-hidden />
              </IconButton>
            </>
          )}
        </footer>
      )}
    </article>
  )
})

/** Codes that a change of the Agent can help against. */
const lookAtAgent: ReadonlySet<ErrorCode | null> = new Set([
  'RUNTIME_ERROR',
  'TARGET_UNAVAILABLE',
  'TURN_LENGTH',
  'TURN_CUT',
])

/** Our own words where the code says it all; else the words of whoever failed. */
function WhatHappened({ code, message }: { code: ErrorCode | null; message: string }) {
  if (code === 'CANCELLED') return null
  if (code !== null && ownWords.has(code)) return <p>{codeText(code)}</p>
  return message === '' ? null : <p>{message}</p>
}

const ownWords: ReadonlySet<ErrorCode> = new Set([
  'TURN_STALLED',
  'TURN_LENGTH',
  'TURN_FILTERED',
  'TURN_CUT',
  'TURN_STEP_LIMIT',
])
