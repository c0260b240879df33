import { ArrowRight } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryRow } from '#shared/delivery.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { ClockTime } from '#renderer/ui/relative-time.tsx'
import { KindWord, Lasted, OutcomeWord, StateWord } from '../delivery-words.tsx'

type Props = {
  readonly id: string
  readonly row: DeliveryRow
  readonly index: number
  readonly chosen: boolean
  readonly active: boolean
  /** The same function at every drawing. */
  readonly onOpen: (id: string) => void
}

export const DeliveryTableRow = memo(function DeliveryTableRow({ id, row, index, chosen, active, onOpen }: Props) {
  const { t } = useTranslation('deliveries')
  const name = (text: string): string => (text === '' ? t('unnamed') : text)
  return (
    <div
      id={id}
      role="row"
      className="dlv-row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      data-active={active}
      data-delivery={row.id}
      onClick={() => onOpen(row.id)}
    >
      <span role="gridcell" className="dim3" data-col="time">
        <ClockTime at={row.acceptedAt} />
      </span>
      <span role="gridcell" data-col="kind">
        <KindWord delivery={row} />
      </span>
      <span role="gridcell" className="pair" data-col="fromTo">
        <AgentTile name={row.sender.agentName} emoji={row.senderEmoji} size={16} />
        <span className="trunc" title={`${row.sender.agentName} · ${name(row.sender.sessionName)}`}>
          {name(row.sender.sessionName)}
        </span>
        <ArrowRight size={14} strokeWidth={1.7} aria-label={t('to')} />
        <AgentTile name={row.receiver.agentName} emoji={row.receiverEmoji} size={16} />
        <span className="trunc" title={`${row.receiver.agentName} · ${name(row.receiver.sessionName)}`}>
          {name(row.receiver.sessionName)}
        </span>
      </span>
      <span role="gridcell" className="trunc" data-col="text" dir="auto">
        {row.excerpt}
      </span>
      <span role="gridcell" className="calm" data-col="status">
        <StateWord delivery={row} />
      </span>
      <span role="gridcell" data-col="outcome">
        <OutcomeWord delivery={row} />
      </span>
      <span role="gridcell" className="num" data-col="lasted">
        <Lasted delivery={row} />
      </span>
    </div>
  )
})
