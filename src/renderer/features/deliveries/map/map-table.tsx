import { useTranslation } from 'react-i18next'
import type { DeliveryMap, MapDelivery } from '#shared/delivery-map.ts'
import { hrefOf } from '#renderer/app/router.ts'
import { KindIcon } from '#renderer/ui/kind-icon.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { daysBetween } from '#renderer/ui/times.ts'
import { kindOf } from '../delivery-state.ts'
import { mapStateOf, namesIn, spansOf } from './map-words.ts'

type Props = {
  readonly map: DeliveryMap
  readonly now: number
  readonly chosenId: string | null
  readonly hrefTo: (id: string) => string
}

const columns = ['time', 'kind', 'from', 'to', 'state', 'outcome', 'waited', 'ran', 'text'] as const

/** What the map draws, as a table: newest first, what waits for the person above all. */
export function MapTable({ map, now, chosenId, hrefTo }: Props) {
  const { t } = useTranslation('map')
  const nameOf = namesIn(map, t('unnamed'))
  return (
    <div className="scroll map-words">
      <table>
        <caption className="sr-only">{t('words.caption')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`words.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {map.approvals.toReversed().map((approval) => (
            <tr key={approval.id}>
              <td>
                <a className="link" href={hrefOf('inbox', approval.id)}>
                  <DayTime at={approval.createdAt} now={now} />
                </a>
              </td>
              <td>{t('words.asks')}</td>
              <td>{nameOf(approval.senderSessionId)}</td>
              <td>{approval.targetSessionId === null ? t('say.newSession') : nameOf(approval.targetSessionId)}</td>
              <td colSpan={5}>
                <span className="state t-you">
                  <Mark kind="you" />
                  {t('lane.you')}
                </span>
              </td>
            </tr>
          ))}
          {map.deliveries.toReversed().map((delivery) => (
            <Row
              key={delivery.id}
              delivery={delivery}
              now={now}
              chosen={delivery.id === chosenId}
              nameOf={nameOf}
              href={hrefTo(delivery.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  readonly delivery: MapDelivery
  readonly now: number
  readonly chosen: boolean
  readonly nameOf: (id: string) => string
  readonly href: string
}

function Row({ delivery, now, chosen, nameOf, href }: RowProps) {
  const { t } = useTranslation('deliveries')
  const times = useTimesIn()
  const { word, mark, tone } = mapStateOf(delivery)
  const { waited, ran } = spansOf(delivery, now)
  const { outcome } = delivery
  return (
    <tr aria-current={chosen ? 'true' : undefined}>
      <td>
        <a className="link" href={href}>
          <DayTime at={delivery.acceptedAt} now={now} />
        </a>
      </td>
      <td>
        <span className="dlv-kind">
          <KindIcon kind={delivery.kind} />
          {t(`kind.${kindOf(delivery)}`)}
        </span>
      </td>
      <td>{nameOf(delivery.senderSessionId)}</td>
      <td>{nameOf(delivery.receiverSessionId)}</td>
      <td>
        <span className={`state ${tone === undefined ? '' : `t-${tone}`}`}>
          <Mark kind={mark} />
          {t(`state.${word}`)}
        </span>
      </td>
      <td className={outcome === 'failed' ? 't-fail' : outcome === 'interrupted' ? 't-cut' : ''}>
        {outcome === null ? '' : t(`outcome.${outcome}`)}
      </td>
      <td>{waited === null ? '' : times.duration(waited.ms)}</td>
      <td>{ran === null ? '' : times.duration(ran.ms)}</td>
      <td className="map-text">{delivery.excerpt}</td>
    </tr>
  )
}

/** The time of day, with the day where it is not today. */
function DayTime({ at, now }: { readonly at: number; readonly now: number }) {
  const times = useTimesIn()
  return (
    <time dateTime={new Date(at).toISOString()} title={times.exact(at)}>
      {daysBetween(at, now) === 0 ? times.clock(at) : `${times.day(at, now)} ${times.clock(at)}`}
    </time>
  )
}
