import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Turn } from '#shared/turn.ts'
import { ApprovalCard } from '#renderer/features/inbox/approval-card.tsx'
import { Markdown } from '#renderer/ui/markdown.tsx'
import { useTimes } from '../use-times.ts'
import { AnswerMessage, Working } from './answer-message.tsx'
import { DeliveredBlock } from './delivered-block.tsx'
import { EndedTurn } from './ended-turn.tsx'
import { type MessageActions, MessageMenu } from './message-menu.tsx'
import { OwnMessage } from './own-message.tsx'
import { sameRow, type TimelineRow } from './timeline-model.ts'

/** What rows of one conversation share; one object as long as the conversation stands. */
export type RowContext = {
  readonly agent: { readonly id: string | null; readonly name: string }
  /** A Session in the trash, or without an Agent, is read and not changed. */
  readonly readOnly: boolean
  readonly actions: MessageActions
  readonly retry: (turn: Turn) => void
  readonly copy: (text: string) => void
  /** Sends a request again that failed or was cut short. */
  readonly sendAgain: (requestId: string) => void
  /** What becomes of a kept result: it runs its Turn after all, or is taken as read. */
  readonly wake: (deliveryId: string) => void
  readonly markRead: (deliveryId: string) => void
}

type Props = { readonly row: TimelineRow; readonly context: RowContext }

export const TimelineRowView = memo(
  function TimelineRowView({ row, context }: Props) {
    const { t } = useTranslation('sessions')
    switch (row.kind) {
      case 'day':
        return <DayLine at={row.at} />
      case 'own':
        return <OwnMessage item={row.item} takenBack={row.takenBack} menu={<Menu row={row} context={context} />} />
      case 'delivered':
        return (
          <DeliveredBlock
            text={row.item.message.text}
            leftOut={row.item.message.leftOut}
            delivery={row.delivery}
            menu={<Menu row={row} context={context} />}
            onSendAgain={context.readOnly ? null : context.sendAgain}
          />
        )
      case 'answer':
        return <AnswerMessage item={row.item} menu={<Menu row={row} context={context} />} />
      case 'checkpoint':
        return (
          <details className="sess-fold">
            <summary className="sess-day">
              <span>{t('message.checkpoint')}</span>
            </summary>
            <div className="sess-quiet sess-md">
              <Markdown text={row.item.message.text} />
            </div>
          </details>
        )
      case 'kept':
        return (
          <DeliveredBlock text={row.text} leftOut={false} delivery={row.delivery} menu={null} onSendAgain={null}>
            {context.readOnly ? null : (
              <>
                <button type="button" className="link" onClick={() => context.wake(row.delivery.id)}>
                  {t('block.wake', { agent: context.agent.name })}
                </button>
                <button type="button" className="link" onClick={() => context.markRead(row.delivery.id)}>
                  {t('block.markRead')}
                </button>
              </>
            )}
          </DeliveredBlock>
        )
      case 'ended':
        return (
          <EndedTurn
            turn={row.turn}
            kept={row.kept}
            repeated={row.repeated}
            agent={context.agent}
            canRetry={!context.readOnly}
            onRetry={context.retry}
            onCopy={context.copy}
          />
        )
      case 'working':
        return <Working />
      case 'approval':
        return <ApprovalCard approval={row.approval} variant="inline" />
      default:
        return null
    }
  },
  (a, b) => a.context === b.context && sameRow(a.row, b.row),
)

function Menu({ row, context }: { row: Extract<TimelineRow, { item: unknown }>; context: RowContext }) {
  const { message } = row.item
  return message.status === 'streaming' ? null : (
    <MessageMenu message={message} actions={context.actions} readOnly={context.readOnly} />
  )
}

function DayLine({ at }: { at: number }) {
  return (
    <div className="sess-day">
      <span>{useTimes().day(at)}</span>
    </div>
  )
}
