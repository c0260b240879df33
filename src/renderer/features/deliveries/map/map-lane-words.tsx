import { useTranslation } from 'react-i18next'
import type { MapLane } from '#shared/delivery-map.ts'
import { hrefOf } from '#renderer/app/router.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import type { LaneShape } from './map-shapes.ts'

const DAY = 86_400_000
const DORMANT_AFTER_MS = 7 * DAY
const MINUTE = 60_000

/** Who the lane is. */
export function LaneHead({ shape: { lane, top, height, y } }: { readonly shape: LaneShape }) {
  const { t } = useTranslation('map')
  const name = lane.name === '' ? t('unnamed') : lane.name
  const words = (
    <>
      <AgentTile name={lane.agentName} emoji={lane.agentEmoji} size={20} />
      <span className="min-w-0">
        <b className="trunc">{name}</b>
        <em className="trunc">{lane.agentName}</em>
      </span>
    </>
  )
  const style = { top, height, paddingTop: y - top - 17 }
  return lane.gone ? (
    <span className="map-lane" style={style} title={`${name} · ${t('gone')}`}>
      {words}
    </span>
  ) : (
    <a className="map-lane" style={style} href={hrefOf('sessions', lane.sessionId)} title={name}>
      {words}
    </a>
  )
}

/** What the lane does now. */
export function LaneNow({ shape: { lane, y }, now }: { readonly shape: LaneShape; readonly now: number }) {
  const { t } = useTranslation('map')
  return (
    <div className="map-lane-now" style={{ top: y - 9 }}>
      <LaneState lane={lane} now={now} />
      {lane.waiting === 0 ? null : <em>{t('lane.waits', { count: lane.waiting })}</em>}
    </div>
  )
}

function LaneState({ lane, now }: { readonly lane: MapLane; readonly now: number }) {
  const { t } = useTranslation('map')
  const times = useTimesIn()
  const { state, gone, runningSince, newResults, lastActivityAt } = lane
  if (gone) return <State mark="closed" text={t('lane.gone')} />
  if (state === 'waiting') return <State mark="you" tone="you" text={t('lane.you')} />
  if (state === 'running') {
    const ran = Math.max(MINUTE, now - (runningSince ?? now))
    return <State mark="run" tone="run" text={t('lane.running', { time: times.duration(ran - (ran % MINUTE)) })} />
  }
  if (newResults > 0) return <State mark="new" text={t('lane.newResults', { count: newResults })} />
  const age = lastActivityAt === null ? 0 : now - lastActivityAt
  if (age > DORMANT_AFTER_MS)
    return <State mark="dormant" text={t('lane.dormant', { time: times.duration(age - (age % DAY)) })} />
  return <State mark="idle" text={t('lane.idle')} />
}

function State({
  mark,
  tone,
  text,
}: {
  readonly mark: Parameters<typeof Mark>[0]['kind']
  readonly tone?: 'you' | 'run'
  readonly text: string
}) {
  return (
    <span className={`state ${tone === undefined ? '' : `t-${tone}`}`}>
      <Mark kind={mark} />
      <span className="trunc">{text}</span>
    </span>
  )
}
