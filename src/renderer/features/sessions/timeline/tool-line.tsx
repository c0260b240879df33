import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ToolPart } from '#shared/message.ts'
import { Mark } from '#renderer/ui/mark.tsx'
import { SessionLink } from '../session-link.tsx'
import { KindIcon } from '#renderer/ui/kind-icon.tsx'
import { answerOf, textOf, toolNameOf, type ToolReading } from './tool-reading.ts'

/** One tool call: a line that says what it did, and its input and answer when opened. */
export function ToolLine({ part, reading }: { part: ToolPart; reading: ToolReading }) {
  if (reading.kind === 'refused') return <NotSent part={part} reading={reading} />
  const name = toolNameOf(part.toolName)
  return (
    <details className="sess-fold">
      <summary>
        <ChevronRight size={14} strokeWidth={1.7} aria-hidden />
        <Said reading={reading} name={name} />
        {reading.kind !== 'done' && reading.kind !== 'running' && reading.kind !== 'failed' ? (
          <code className="tool">{name}</code>
        ) : null}
      </summary>
      <InputAndAnswer part={part} />
    </details>
  )
}

function Said({ reading, name }: { reading: Exclude<ToolReading, { kind: 'refused' }>; name: string }) {
  const { t } = useTranslation('sessions')
  switch (reading.kind) {
    case 'looked':
      return <span>{t('tool.looked', { count: reading.sessions })}</span>
    case 'listed':
      return <span>{t('tool.listed', { count: reading.sessions })}</span>
    case 'checked':
      return <span>{t('tool.checked', { count: reading.deliveries })}</span>
    case 'sent':
      return <span>{reading.created ? t('tool.created') : t('tool.sent')}</span>
    case 'asking':
      return (
        <span className="state t-you">
          <Mark kind="you" />
          {t('tool.asking')}
        </span>
      )
    case 'running':
      return (
        <span className="state">
          <Mark kind="run" />
          {t('tool.running', { name })}
        </span>
      )
    case 'failed':
      return (
        <span className="state t-fail trunc">
          <Mark kind="failed" />
          <span className="trunc">{t('tool.failed', { name, why: reading.message.split('\n')[0] })}</span>
        </span>
      )
    default:
      return <span>{t('tool.used', { name })}</span>
  }
}

/** A request that did not go out: to whom, and why not. */
function NotSent({ part, reading }: { part: ToolPart; reading: Extract<ToolReading, { kind: 'refused' }> }) {
  const { t } = useTranslation('sessions')
  const denied = reading.code === 'APPROVAL_DENIED'
  return (
    <details className="sess-fold">
      <summary className="wide-line">
        <KindIcon kind="request" />
        <span>{reading.target === null ? t('tool.notCreated') : t('tool.notSentTo')}</span>
        {reading.target === null ? <span className="trunc">{reading.title}</span> : <SessionLink id={reading.target} />}
        <span className="grow" />
        <span className={`state ${reading.code === 'CANCELLED' ? '' : 't-fail'}`}>
          <Mark kind={reading.code === 'CANCELLED' ? 'closed' : 'failed'} />
          {denied ? t('tool.denied') : reading.code === 'CANCELLED' ? t('tool.cancelled') : t('tool.refused')}
        </span>
      </summary>
      <p className="sess-quiet">{reading.message}</p>
      <InputAndAnswer part={part} />
    </details>
  )
}

function InputAndAnswer({ part }: { part: ToolPart }) {
  const { t } = useTranslation('sessions')
  const answer = textOf(answerOf(part.output))
  return (
    <div className="sess-io">
      <span>{t('tool.input')}</span>
      <pre>{textOf(part.input)}</pre>
      {answer === '' ? null : (
        <>
          <span>{t('tool.answer')}</span>
          <pre>{answer}</pre>
        </>
      )}
    </div>
  )
}
