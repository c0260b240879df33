import type { ReactNode } from 'react'
import type { MapDelivery } from '#shared/delivery-map.ts'
import type { ArrowShape, AskShape, BarShape, BundleShape, CombShape, MapItem, QueueShape } from './map-shapes.ts'

const px = (value: number): number => Math.round(value * 10) / 10

/** The drawing of an item, without what makes it a button. `selected`: it belongs to what is open. */
export function ItemDrawing({ item, selected }: { readonly item: MapItem; readonly selected: boolean }): ReactNode {
  switch (item.kind) {
    case 'arrow':
      return <Arrow shape={item} selected={selected} />
    case 'bundle':
      return <Bundle shape={item} />
    case 'comb':
      return <Comb shape={item} />
    case 'queue':
      return <Queue shape={item} />
    case 'ask':
      return <Ask shape={item} />
  }
}

/** Leaves and arrives upright. */
function wirePath({ x1, y1, x2, y2, delivery }: ArrowShape): string {
  if (delivery.senderSessionId === delivery.receiverSessionId)
    return `M${px(x1)} ${px(y1)} V${px(y1 + 14)} H${px(Math.max(x2, x1 + 10))} V${px(y2)}`
  const rise = y2 - y1
  return `M${px(x1)} ${px(y1)} C${px(x1)} ${px(y1 + rise * 0.55)} ${px(x2)} ${px(y1 + rise * 0.45)} ${px(x2)} ${px(y2)}`
}

function Arrow({ shape, selected }: { readonly shape: ArrowShape; readonly selected: boolean }) {
  const { x1, y1, x2, y2, wait, head, tone, delivery } = shape
  const wire = wirePath(shape)
  const tipX = delivery.senderSessionId === delivery.receiverSessionId ? Math.max(x2, x1 + 10) : x2
  const comesDown = y2 > y1
  const stub = wait === null || wait.barY === null ? '' : ` V${px(wait.barY)}`
  return (
    <g className="map-ar" data-tone={tone} data-kind={delivery.kind}>
      <path className="map-hit" d={wire} />
      {wait === null ? null : <path className="map-hit" d={`M${px(wait.x)} ${px(wait.y)} H${px(wait.endX)}`} />}
      {selected ? <path className="map-halo" d={wire} /> : null}
      <path className="map-wire" d={wire} />
      <circle className="map-dot" cx={px(x1)} cy={px(y1)} r={2.5} />
      {wait === null ? null : (
        <>
          <path className="map-wait" d={`M${px(wait.x + 8)} ${px(wait.y)} H${px(Math.max(wait.x + 8, wait.endX))}`} />
          {stub === '' ? null : <path className="map-stub" d={`M${px(wait.endX)} ${px(wait.y)}${stub}`} />}
          <circle className="map-ring" cx={px(wait.x)} cy={px(wait.y)} r={4} />
          {head === 'cross' || head === 'bar' ? <Head kind={head} x={wait.endX} y={wait.barY ?? wait.y} down /> : null}
        </>
      )}
      {wait === null && head !== 'none' ? (
        <Head
          kind={head}
          x={tipX}
          y={y2}
          down={delivery.senderSessionId === delivery.receiverSessionId ? false : comesDown}
        />
      ) : null}
      {wait === null && head === 'none' ? <circle className="map-ring" cx={px(x2)} cy={px(y2)} r={4} /> : null}
    </g>
  )
}

function Head({
  kind,
  x,
  y,
  down,
}: {
  readonly kind: 'arrow' | 'cross' | 'bar'
  readonly x: number
  readonly y: number
  readonly down: boolean
}) {
  const back = down ? -5 : 5
  const path =
    kind === 'arrow'
      ? `M${px(x - 4)} ${px(y + back)} L${px(x)} ${px(y)} L${px(x + 4)} ${px(y + back)}`
      : kind === 'cross'
        ? `M${px(x - 3.5)} ${px(y - 3.5)} l7 7 m0 -7 l-7 7`
        : `M${px(x - 4)} ${px(y)} h8`
  return <path className="map-hd" d={path} />
}

function trunkPath([a, b]: BundleShape['trunk']): string {
  const rise = b.y - a.y
  return `M${px(a.x)} ${px(a.y)} C${px(a.x)} ${px(a.y + rise * 0.6)} ${px(b.x)} ${px(a.y + rise * 0.4)} ${px(b.x)} ${px(b.y)}`
}

function Bundle({ shape }: { readonly shape: BundleShape }) {
  const { starts, ends, startY, startBracketY, endY, endBracketY, trunk, deliveries } = shape
  const arrives = Math.sign(endY - endBracketY)
  const heads = ends.map(
    (x) =>
      `M${px(x)} ${px(endBracketY)} V${px(endY)} M${px(x - 2.6)} ${px(endY - arrives * 3.6)} L${px(x)} ${px(endY)} L${px(x + 2.6)} ${px(endY - arrives * 3.6)}`,
  )
  return (
    <g className="map-bun" data-kind={deliveries[0]?.kind}>
      <path className="map-hit" d={trunkPath(trunk)} />
      <Starts deliveries={deliveries} xs={starts} y={startY} bracketY={startBracketY} />
      <path
        d={`M${px(Math.min(...ends, trunk[1].x))} ${px(endBracketY)} H${px(Math.max(...ends, trunk[1].x))} ${heads.join(' ')}`}
      />
      <path className="map-trunk" d={trunkPath(trunk)} />
    </g>
  )
}

type StartsProps = {
  readonly deliveries: readonly MapDelivery[]
  readonly xs: readonly number[]
  readonly y: number
  readonly bracketY: number
}

function Starts({ deliveries, xs, y, bracketY }: StartsProps) {
  const ticks = xs.map((x) => `M${px(x)} ${px(y)} V${px(bracketY)}`).join(' ')
  return (
    <>
      <path d={`${ticks} M${px(Math.min(...xs))} ${px(bracketY)} H${px(Math.max(...xs))}`} />
      {deliveries.map(({ id }, index) => (
        <circle key={id} className="map-dot" cx={px(xs[index] ?? 0)} cy={px(y)} r={1.8} />
      ))}
    </>
  )
}

function Comb({ shape }: { readonly shape: CombShape }) {
  const { x, startY, topY, bottomY, branches } = shape
  const teeth = branches.map(({ x: endX, y, down }) => {
    const back = down ? -1 : 1
    const turn = y + back * 6
    const bend = Math.min(4, Math.max(0, endX - x - 3))
    return (
      `M${px(x)} ${px(turn + back * 5)} Q${px(x)} ${px(turn)} ${px(x + bend)} ${px(turn)} H${px(endX - 3)} Q${px(endX)} ${px(turn)} ${px(endX)} ${px(turn - back * 4)} V${px(y)} ` +
      `M${px(endX - 2.6)} ${px(y + back * 3.6)} L${px(endX)} ${px(y)} L${px(endX + 2.6)} ${px(y + back * 3.6)}`
    )
  })
  const trunk = `M${px(x)} ${px(Math.min(topY, startY))} V${px(Math.max(bottomY, startY))}`
  return (
    <g className="map-bun" data-kind="request">
      <path className="map-hit" d={trunk} />
      <path d={teeth.join(' ')} />
      <path className="map-trunk" d={trunk} />
      <circle className="map-dot" cx={px(x)} cy={px(startY)} r={2.5} />
    </g>
  )
}

function Queue({ shape }: { readonly shape: QueueShape }) {
  const { starts, startY, startBracketY, trunk, ring, endX, deliveries } = shape
  return (
    <g className="map-bun" data-waits data-kind={deliveries[0]?.kind}>
      <path className="map-hit" d={trunkPath(trunk)} />
      <Starts deliveries={deliveries} xs={starts} y={startY} bracketY={startBracketY} />
      <path className="map-trunk" d={trunkPath(trunk)} />
      <path className="map-wait" d={`M${px(ring.x + 13)} ${px(ring.y)} H${px(Math.max(ring.x + 13, endX))}`} />
    </g>
  )
}

/** How many a bundle holds. Drawn over all lines, so that none hides it. */
export function BundleCount({ item }: { readonly item: BundleShape | CombShape | QueueShape }) {
  const round = item.kind === 'queue'
  const at = round ? item.ring : item.label
  const n = item.deliveries.length
  const width = n > 99 ? 28 : n > 9 ? 22 : round ? 16 : 18
  return (
    <g className="map-bun" data-waits={round ? true : undefined}>
      <rect className="map-n" x={px(at.x - width / 2)} y={px(at.y - 8)} width={width} height={16} rx={round ? 8 : 4} />
      <text x={px(at.x)} y={px(at.y + 4)}>
        {n}
      </text>
    </g>
  )
}

function Ask({ shape: { x, y1, haltY, restY } }: { readonly shape: AskShape }) {
  const down = haltY > y1 ? 1 : -1
  const goesOn = (restY - haltY) * down > 14
  return (
    <g className="map-ask">
      <path className="map-hit" d={`M${px(x)} ${px(y1)} V${px(haltY)}`} />
      <path className="map-wire" d={`M${px(x)} ${px(y1)} V${px(haltY - down * 6.5)}`} />
      {goesOn ? <path className="map-wait" d={`M${px(x)} ${px(haltY + down * 11)} V${px(restY)}`} /> : null}
      <circle className="map-dot" cx={px(x)} cy={px(y1)} r={2.5} />
      <circle className="map-halt" cx={px(x)} cy={px(haltY)} r={6.5} />
      <circle className="map-core" cx={px(x)} cy={px(haltY)} r={3} />
    </g>
  )
}

type BarProps = { readonly shape: BarShape; readonly selected: boolean; readonly width: number; readonly title: string }

/** A Turn; only as much of it as can be seen. */
export function Bar({ shape, selected, width, title }: BarProps) {
  const { x, y, width: full, own, tone, torn, settledX } = shape
  const left = Math.max(x, -20)
  const right = Math.min(x + full, width + 20)
  if (right <= left) return null
  const w = right - left
  const radius = w < 6 ? 1.5 : 3
  return (
    <g className="map-turn" data-own={own} data-tone={tone} data-selected={selected}>
      <title>{title}</title>
      {torn ? (
        <path
          d={`M${px(left + radius)} ${y} H${px(right)} l-4 2.5 l4 2.5 l-4 2.5 l4 2.5 H${px(left + radius)} a${radius} ${radius} 0 0 1 -${radius} -${radius} v${-(10 - 2 * radius)} a${radius} ${radius} 0 0 1 ${radius} -${radius}z`}
        />
      ) : (
        <rect x={px(left)} y={y} width={px(w)} height={10} rx={radius} />
      )}
      {settledX === null ? null : (
        <path className="map-settled" d={`M${px(right + 3)} ${y + 5} H${px(Math.min(settledX, width + 20))}`} />
      )}
    </g>
  )
}
