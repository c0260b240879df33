/** One measured figure, held against a limit or a peer of the same run. */
export type BenchRow = {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The limit or peer with its own figure, in words; empty where there is none. */
  readonly reference: string
  /** `value` to the peer's figure. */
  readonly ratio: number | null
  /** What design §11 asks for; empty where it asks for nothing. */
  readonly target: string
  readonly met: boolean | null
}

/** A rate beside the bare loop's: at least `least` of it. */
export function atLeast(name: string, value: number, bare: number, least: number): BenchRow {
  const ratio = value / bare
  return {
    name,
    value: Math.round(value),
    unit: '1/s',
    reference: `bare transactions ${Math.round(bare)} 1/s`,
    ratio: Number(ratio.toFixed(3)),
    target: `≥ ${least} of the bare transactions`,
    met: ratio >= least,
  }
}

/** A figure and the most that it may be. */
export function within(name: string, value: number, unit: string, most: number): BenchRow {
  const rounded = Number(value.toFixed(1))
  return { name, value: rounded, unit, reference: '', ratio: null, target: `≤ ${most} ${unit}`, met: value <= most }
}

/** A figure beside a peer's, which is no target. */
export function beside(name: string, value: number, unit: string, peer: { name: string; value: number }): BenchRow {
  return {
    name,
    value: Math.round(value),
    unit,
    reference: `${peer.name} ${Math.round(peer.value)} ${unit}`,
    ratio: Number((value / peer.value).toFixed(3)),
    target: '',
    met: null,
  }
}

export function shown(name: string, value: number, unit: string): BenchRow {
  return { name, value: Number(value.toFixed(1)), unit, reference: '', ratio: null, target: '', met: null }
}
