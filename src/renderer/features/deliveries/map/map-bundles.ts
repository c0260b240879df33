/** A Delivery as far as bundling goes: where it begins and ends, px. */
export type Strand = {
  readonly id: string
  readonly kind: 'request' | 'result'
  readonly fromLane: number
  readonly toLane: number
  readonly startX: number
  readonly endX: number
  /** `quiet`: it went well and is over. `waits`: it stands in a queue. `loud`: it is never bundled. */
  readonly weight: 'quiet' | 'waits' | 'loud'
}

export type Bundles<S extends Strand> = {
  /** Several of one kind between the same two lanes, in order. */
  readonly pairs: readonly (readonly S[])[]
  /** Requests of one lane to many at once. */
  readonly combs: readonly (readonly S[])[]
  /** Several from one lane that wait in another. */
  readonly queues: readonly (readonly S[])[]
  readonly singles: readonly S[]
}

/** So far apart they still belong together, px. */
const NEAR_PX = 26
/** Closer than this, two are as hard to tell apart as many. */
const TIGHT_PX = 8
/** No bundle is wider: its trunk would no longer say when. */
const WIDEST_PX = 240
const COMB_TARGETS = 3

/** Puts together what would be drawn on top of each other. Every strand comes out once. */
export function bundle<S extends Strand>(strands: readonly S[]): Bundles<S> {
  const pairs: (readonly S[])[] = []
  const queues: (readonly S[])[] = []
  const combs: (readonly S[])[] = []
  let rest = strands.filter(({ weight }) => weight === 'loud')
  const left: S[] = []
  const byPair = Map.groupBy(
    strands.filter(({ weight }) => weight !== 'loud'),
    ({ weight, kind, fromLane, toLane }) => `${weight} ${kind} ${fromLane} ${toLane}`,
  )
  for (const group of byPair.values()) {
    for (const run of runsOf(group, NEAR_PX)) {
      if (run.length < 2 || (run.length === 2 && widthOf(run) >= TIGHT_PX && run[0]?.weight === 'quiet'))
        left.push(...run)
      else if (run[0]?.weight === 'waits') queues.push(run)
      else pairs.push(run)
    }
  }
  const [tellers, others] = parted(
    left,
    ({ kind, weight, fromLane, toLane }) => kind === 'request' && weight === 'quiet' && fromLane !== toLane,
  )
  rest = [...rest, ...others]
  for (const group of Map.groupBy(tellers, ({ fromLane }) => fromLane).values()) {
    for (const run of runsOf(group, TIGHT_PX)) {
      if (new Set(run.map(({ toLane }) => toLane)).size >= COMB_TARGETS) combs.push(run)
      else rest.push(...run)
    }
  }
  return { pairs, combs, queues, singles: rest }
}

/** Neighbours no farther apart than `gap`, counted from the left, so that what comes later changes no earlier run. */
function runsOf<S extends Strand>(strands: readonly S[], gap: number): readonly (readonly S[])[] {
  const runs: S[][] = []
  for (const strand of strands.toSorted((a, b) => a.startX - b.startX)) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const first = run?.[0]
    const fits =
      last !== undefined &&
      first !== undefined &&
      strand.startX - last.startX <= gap &&
      strand.startX - first.startX <= WIDEST_PX
    if (run !== undefined && fits) run.push(strand)
    else runs.push([strand])
  }
  return runs
}

function widthOf(run: readonly Strand[]): number {
  return (run.at(-1)?.startX ?? 0) - (run[0]?.startX ?? 0)
}

function parted<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))]
}
