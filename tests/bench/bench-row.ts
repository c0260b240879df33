/** One measured figure beside its limit or peer of the same run. */
export type BenchRow = {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The limit's or peer's own figure, in the same unit. */
  readonly reference: number | null
  /** `value` to `reference`. */
  readonly ratio: number | null
  /** What design §11 asks for, in words. */
  readonly target: string | null
  readonly met: boolean | null
}

/** A rate beside the rate of the bare loop: at least `least` of it. */
export function atLeast(name: string, value: number, reference: number, least: number): BenchRow {
  const ratio = value / reference
  return { name, value, unit: '1/s', reference, ratio, target: `≥ ${least} of the bare transactions`, met: ratio >= least }
}

/** A time beside a peer's: at most `most` times as long. */
export function atMost(name: string, value: number, reference: number, most: number): BenchRow {
  const ratio = value / reference
  return { name, value, unit: 'ms p95', reference, ratio, target: `≤ ${most} × the peer`, met: ratio <= most }
}

export function shown(name: string, value: number, unit: string): BenchRow {
  return { name, value, unit, reference: null, ratio: null, target: null, met: null }
}

export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
