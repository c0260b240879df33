import { ChevronRight, Paperclip } from 'lucide-react'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryRow } from '#shared/delivery.ts'
import type { TimelineItem } from '#shared/timeline.ts'
import { useStreamedItem } from '#renderer/ipc/use-streamed-item.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { Markdown } from '#renderer/ui/markdown.tsx'
import { KindIcon } from '#renderer/ui/kind-icon.tsx'
import { sessionHref } from '../session-href.ts'
import { useTimes } from '../use-times.ts'
import { RequestStateWord } from './outcome-word.tsx'
import { type AnswerBlock, blocksOf } from './timeline-model.ts'
import { ToolLine } from './tool-line.tsx'

type Props = { readonly item: TimelineItem; readonly menu: React.ReactNode }

/** What an agent wrote: text without a container, tool calls folded. Follows the stream while it is being written. */
export const AnswerMessage = memo(function AnswerMessage({ item, menu }: Props) {
  const { t } = useTranslation('sessions')
  const live = useStreamedItem(item)
  const blocks = useMemo(() => blocksOf(live.message.parts, item.sent), [live.message.parts, item.sent])
  const { leftOut } = item.message
  const torn = item.message.status === 'failed' || item.message.status === 'interrupted'
  return (
    <article className={`sess-says${leftOut ? ' left-out' : ''}`}>
      {blocks.map((block) => (
        <Block key={block.key} block={block} />
      ))}
      {blocks.length === 0 && item.message.status === 'streaming' ? <Working /> : null}
      {torn ? <Torn cut={item.message.status === 'interrupted'} /> : null}
      {item.returned === null ? null : <Returned delivery={item.returned} />}
      {leftOut ? <span className="sess-receipt dim3">{t('message.leftOut')}</span> : null}
      {menu}
    </article>
  )
})

const Block = memo(
  function Block({ block }: { block: AnswerBlock }) {
    switch (block.kind) {
      case 'text':
        return (
          <div className="sess-md">
            <Markdown text={block.text} />
          </div>
        )
      case 'reasoning':
        return <Reasoning text={block.text} />
      case 'file':
        return (
          <span className="sess-receipt">
            <Paperclip size={14} strokeWidth={1.7} aria-hidden />
            <span className="mono trunc">{block.part.name}</span>
          </span>
        )
      case 'tool':
        return <ToolLine part={block.part} reading={block.reading} />
      case 'sent':
        return <Sent delivery={block.delivery} />
      default:
        return null
    }
  },
  // A stream makes new blocks with each piece; only the one that grows is drawn again.
  ({ block: a }, { block: b }) =>
    a.kind === 'text' || a.kind === 'reasoning'
      ? b.kind === a.kind && b.text === a.text
      : a.kind === 'tool' || a.kind === 'file'
        ? b.kind === a.kind && b.part === a.part
        : b.kind === a.kind && b.delivery === a.delivery,
)

export function Working() {
  const { t } = useTranslation('sessions')
  return (
    <span className="sess-receipt">
      <Mark kind="run" />
      {t('message.working')}
    </span>
  )
}

function Reasoning({ text }: { text: string }) {
  const { t } = useTranslation('sessions')
  return (
    <details className="sess-fold">
      <summary>
        <ChevronRight size={14} strokeWidth={1.7} aria-hidden />
        {t('message.reasoning')}
      </summary>
      <div className="sess-quiet sess-md">
        <Markdown text={text} />
      </div>
    </details>
  )
}

function Sent({ delivery }: { delivery: DeliveryRow }) {
  const { t } = useTranslation('sessions')
  const times = useTimes()
  return (
    <div className="sess-sent">
      <KindIcon kind="request" />
      <span>{t('sent.to')}</span>
      <AgentTile name={delivery.receiver.agentName} emoji={delivery.receiverEmoji} size={16} />
      <a className="link trunc" href={sessionHref(delivery.receiverSessionId)}>
        {delivery.receiver.sessionName || t('unnamed')}
      </a>
      {delivery.approvalId === null ? null : <span className="dim3 wide">{t('block.approved')}</span>}
      <span className="grow" />
      <RequestStateWord delivery={delivery} />
      <time title={times.exact(delivery.acceptedAt)}>{times.clock(delivery.acceptedAt)}</time>
    </div>
  )
}

function Returned({ delivery }: { delivery: DeliveryRow }) {
  const { t } = useTranslation('sessions')
  const times = useTimes()
  const read = delivery.status === 'consumed'
  return (
    <footer className="sess-receipt">
      <KindIcon kind="result" />
      <span className="trunc">
        {t('returned.to')}{' '}
        <a className="link" href={sessionHref(delivery.receiverSessionId, delivery.messageId)}>
          {delivery.receiver.sessionName || t('unnamed')}
        </a>
      </span>
      {delivery.status === 'failed' ? (
        <span className="state t-fail">
          <Mark kind="failed" />
          {t('returned.failed')}
        </span>
      ) : (
        <span className={`state ${read ? 't-done' : ''}`}>
          <Mark kind={read ? 'consumed' : 'accepted'} />
          {read
            ? t('returned.read', { time: times.clock(delivery.finishedAt ?? delivery.statusAt) })
            : delivery.held
              ? t('returned.kept')
              : t('returned.waits')}
        </span>
      )}
    </footer>
  )
}

/** Where the text was torn off. */
function Torn({ cut }: { cut: boolean }) {
  return (
    <svg
      className={cut ? 't-cut' : 't-fail'}
      width="12"
      height="14"
      viewBox="0 0 12 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="m1 1 4 3-4 3 4 3-4 3" />
    </svg>
  )
}
