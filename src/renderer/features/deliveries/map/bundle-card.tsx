import { ArrowRight, X } from 'lucide-react'
import { Popover as P } from 'radix-ui'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapDelivery, MapLane } from '#shared/delivery-map.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { Button, IconButton } from '#renderer/ui/button.tsx'
import { KindIcon } from '#renderer/ui/kind-icon.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import type { MapItem } from './map-shapes.ts'
import { countWords, spansOf } from './map-words.ts'

type Group = Exclude<MapItem, { readonly kind: 'arrow' | 'ask' }>

type Props = {
  readonly item: Group
  /** Where its number stands in the plot, px. */
  readonly at: { readonly x: number; readonly y: number }
  readonly lanes: readonly MapLane[]
  readonly now: number
  readonly onOpen: (id: string) => void
  readonly onSingle: () => void
  readonly onClose: () => void
}

/** What a bundle holds, one line each. */
export function BundleCard({ item, at, lanes, now, onOpen, onSingle, onClose }: Props) {
  const { t } = useTranslation('map')
  const times = useTimesIn()
  const single = useRef<HTMLButtonElement>(null)
  const [first] = item.deliveries
  if (first === undefined) return null
  // The key that its cap names works at once.
  const focusSingle = (event: Event): void => {
    event.preventDefault()
    single.current?.focus()
  }
  const laneOf = (id: string): MapLane | undefined => lanes.find(({ sessionId }) => sessionId === id)
  const targets = new Set(item.deliveries.map(({ receiverSessionId }) => receiverSessionId)).size
  return (
    <P.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <P.Anchor className="map-anchor" style={{ left: at.x, top: at.y }} />
      <P.Portal>
        <P.Content
          className="pop map-card"
          aria-label={countWords(item.deliveries, t)}
          sideOffset={12}
          collisionPadding={12}
          onOpenAutoFocus={focusSingle}
        >
          <header>
            <span className="dlv-kind med">
              <KindIcon kind={first.kind} />
              {countWords(item.deliveries, t)}
            </span>
            {item.kind === 'queue' ? (
              <span className="state small">
                <Mark kind="accepted" />
                {t('card.waiting')}
              </span>
            ) : (
              <span className="state small t-done">
                <Mark kind="consumed" />
                {t('card.fine')}
              </span>
            )}
            <span className="grow" />
            <IconButton label={t('card.close')} onClick={onClose}>
              <X size={14} strokeWidth={1.5} aria-hidden />
            </IconButton>
          </header>
          <p className="pair">
            <Side lane={laneOf(first.senderSessionId)} />
            <ArrowRight size={14} strokeWidth={1.5} aria-hidden />
            {targets === 1 ? (
              <Side lane={laneOf(first.receiverSessionId)} />
            ) : (
              <b>{t('card.sessions', { count: targets })}</b>
            )}
          </p>
          <ol>
            {item.deliveries.map((delivery) => (
              <li key={delivery.id}>
                <button type="button" onClick={() => onOpen(delivery.id)}>
                  <time dateTime={new Date(delivery.acceptedAt).toISOString()}>{times.clock(delivery.acceptedAt)}</time>
                  <span className="trunc">
                    {targets === 1 ? delivery.excerpt : nameOf(laneOf(delivery.receiverSessionId), t('unnamed'))}
                  </span>
                  <span className="end">{lasted(delivery, now, times.duration)}</span>
                </button>
              </li>
            ))}
          </ol>
          <Button ref={single} size="sm" keys={['enter']} onClick={onSingle}>
            {t('card.single')}
          </Button>
        </P.Content>
      </P.Portal>
    </P.Root>
  )
}

function lasted(delivery: MapDelivery, now: number, words: (ms: number) => string): string {
  const { ran, waited } = spansOf(delivery, now)
  const span = ran ?? waited
  return span === null ? '' : words(span.ms)
}

function nameOf(lane: MapLane | undefined, unnamed: string): string {
  return lane === undefined || lane.name === '' ? unnamed : lane.name
}

function Side({ lane }: { readonly lane: MapLane | undefined }) {
  const { t } = useTranslation('map')
  return (
    <>
      <AgentTile name={lane?.agentName ?? ''} emoji={lane?.agentEmoji ?? ''} size={16} />
      <b className="trunc">{nameOf(lane, t('unnamed'))}</b>
    </>
  )
}
